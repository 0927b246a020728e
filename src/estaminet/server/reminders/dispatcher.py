"""Finds reminders every few seconds, claims each in the database, and delivers it in the background.

The operator decides which channels there are. Every notification has a link that identifies its reader for one
purpose alone.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Final, Literal

from itsdangerous import BadSignature, URLSafeTimedSerializer

from estaminet.engine.errors import EstaminetError
from estaminet.engine.registry import Registry
from estaminet.extras import EXTRAS, require_extra
from estaminet.server.errors import Refusal
from estaminet.server.live.clock import now
from estaminet.server.live.lobby import Lobby
from estaminet.server.live.tables import ReminderSnapshot
from estaminet.server.operation import REMINDERS
from estaminet.server.reminders.sender import AddressGone, RetryLater, Sender, Undeliverable
from estaminet.server.reminders.words import Notification, write_notification
from estaminet.server.rules.plan import DAY, DAY_SECONDS
from estaminet.server.rules.reminders import (
    Key,
    Occasion,
    Reminder,
    ReminderKind,
    ReminderSettings,
    decide,
    is_quiet,
    occasions_of,
)
from estaminet.server.settings import Settings
from estaminet.server.store.reminders import Channel, ChannelKind, EndedGame, ReminderStore

HAS_EXTRA: Final = all(find_spec(each) is not None for each in EXTRAS["push"])


def check_settings(settings: Settings) -> None:
    """Raise ``server.setting`` or ``extra.missing`` if these settings cannot work."""
    if settings.smtp or settings.ntfy or settings.webhook:
        make_senders(settings, bytes(32))


def make_senders(settings: Settings, push_secret: bytes) -> dict[ChannelKind, Sender]:
    """Every way that is set up. ``extra.missing`` if one is wanted and its packages are not installed."""
    if settings.smtp or settings.ntfy or settings.webhook:
        require_extra("push")
    if not HAS_EXTRA:
        return {}
    # Where the packages are missing, none of this can be loaded.
    from estaminet.server.reminders.web import NtfySender, PushSender, WebhookSender

    senders: dict[ChannelKind, Sender] = {"push": PushSender(settings, push_secret)}
    if settings.smtp:
        from estaminet.server.reminders.mail import MailSender

        senders["mail"] = MailSender(settings)
    if settings.ntfy:
        senders["ntfy"] = NtfySender(settings)
    if settings.webhook:
        senders["webhook"] = WebhookSender(settings)
    return senders


Purpose = Literal["confirm", "stop", "calendar"]
LIFETIMES: Final[dict[Purpose, int]] = {
    "confirm": 2 * DAY_SECONDS, "stop": 400 * DAY_SECONDS, "calendar": 400 * DAY_SECONDS
}  # fmt: skip
"""In seconds."""


class Links:
    """Signs and reads links. A signature is good for one purpose alone."""

    def __init__(self, key: bytes, url: str) -> None:
        self._url = url.rstrip("/")
        self._signers = {
            purpose: URLSafeTimedSerializer(key.hex(), salt=f"estaminet reminders {purpose}") for purpose in LIFETIMES
        }

    def sign(self, purpose: Purpose, *parts: str) -> str:
        return self._signers[purpose].dumps(parts)

    def read(self, purpose: Purpose, token: str) -> list[str]:
        """What was signed; ``link.invalid`` if it was not, or too long ago."""
        try:
            parts: list[str] = self._signers[purpose].loads(token, max_age=LIFETIMES[purpose])
        except BadSignature:
            raise Refusal("link.invalid", "This link is not valid, or no longer.") from None
        return parts

    def confirm(self, person: str, channel: str, address: str) -> str:
        return f"{self._url}/reminders/confirm?token={self.sign('confirm', person, channel, address)}"

    def stop(self, person: str, channel: str) -> str:
        return f"{self._url}/reminders/stop?token={self.sign('stop', person, channel)}"


PAUSES: Final = (5.0, 60.0, 600.0)
"""Seconds before each further attempt."""
MOST_SENDING: Final = 500
"""Messages under way at most; later ones wait for the next round."""
AT_ONCE: Final = 8
"""Connections at a time, for each way."""
MOST_SECONDS: Final = 60
"""For one attempt."""
SWEEP_ROUNDS: Final = 240
log = logging.getLogger(__name__)


class ReminderDispatcher:
    """Sends reminders to people who are elsewhere."""

    def __init__(
        self, lobby: Lobby, store: ReminderStore, registry: Registry, settings: Settings,
        senders: Mapping[ChannelKind, Sender], links: Links, clock: Callable[[], int] = now,
    ) -> None:  # fmt: skip
        self.senders, self.links = senders, links
        self._lobby, self._store, self._settings, self._clock = lobby, store, settings, clock
        self._registry = registry
        self._grace = int(settings.grace * 1000)
        self._gates = {kind: asyncio.Semaphore(AT_ONCE) for kind in senders}
        """One way that is slow does not hold up the others."""
        self._sending: set[asyncio.Task[None]] = set()
        self._walking: asyncio.Task[None] | None = None

    def open(self) -> None:
        if self.senders:
            self._walking = asyncio.create_task(self._walk())

    async def close(self) -> None:
        tasks = [*self._sending, *([self._walking] if self._walking else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for sender in self.senders.values():
            await sender.close()

    async def _walk(self) -> None:
        rounds = 0
        while True:
            try:
                if rounds % SWEEP_ROUNDS == 0:
                    await self._store.sweep(self._clock())
                await self.go_round()
            except EstaminetError:
                log.warning("nobody could be reminded")
            except Exception:  # it may work the next time
                log.exception("nobody could be reminded")
            rounds += 1
            await asyncio.sleep(self._settings.rounds)

    async def go_round(self) -> None:
        """Send the reminders that are due from this process."""
        time = self._clock()
        choices = await self._store.list_reachable(self.senders.keys())
        if not choices:
            return
        over = await self._store.list_ended(
            time - DAY
        )  # first, so that the snapshot has everybody who saw these endings
        sight = self._lobby.tables.take_snapshot(choices)
        await self._share(sight, time)
        seen = await self._store.list_seen(time - 3 * int(self._settings.rounds * 1000)) | sight.here
        occasions = [
            each
            for waiting in sight.waiting
            for each in occasions_of(waiting, self._grace, is_here=(waiting.person, waiting.table) in seen)
        ]
        for ended in over:
            if self._lobby.peers.is_home(ended.table):
                occasions += self._occasions_after(ended)
        if not occasions:
            return
        told = await self._store.list_told({each.person for each in occasions})
        for reminder in decide(occasions, choices, told, time):
            if len(self._sending) < MOST_SENDING:
                await self._remind(reminder, time)

    async def _share(self, sight: ReminderSnapshot, time: int) -> None:
        """Share which people are at tables over this process; those who saw a game end need no reminder."""
        elsewhere = {each for each in sight.here if not self._lobby.peers.is_home(each[1])}
        if elsewhere:
            await self._store.see(elsewhere, time)
        if sight.saw_ending:
            known = await self._store.list_told({person for person, _ in sight.saw_ending})
            keys = {Key(person, table, 0, ReminderKind.OVER) for person, table in sight.saw_ending}
            if keys - known:
                await self._store.claim(list(keys - known), time)

    def _occasions_after(self, ended: EndedGame) -> list[Occasion]:
        """The reminders of a finished game, for everybody at the table."""
        try:
            title = self._registry.find(ended.game).title
        except Exception:  # a package that is gone, or broken
            return []
        named = list(zip(ended.people, ended.names, strict=True))
        return [
            Occasion(ReminderKind.OVER, person, ended.table, title, others, since=ended.at + self._grace)
            for person in {each for each in ended.people if each}
            if (others := tuple(name for other, name in named if other and other != person))
        ]

    async def _remind(self, reminder: Reminder, time: int) -> None:
        """Claim a reminder, and have it delivered; nothing happens if another process was faster."""
        choice = reminder.choice
        if reminder.is_digest:
            if not await self._store.claim_digest(choice, time):
                return
            reminder = await self._gather(reminder)
        won = await self._store.claim(reminder.keys, time)
        left = tuple(each for each in reminder.occasions if reminder.is_digest or each.key in won)
        if won and left:
            await self.deliver(choice, write_notification(reminder._replace(occasions=left), self._settings.url))

    async def _gather(self, digest: Reminder) -> Reminder:
        """A digest of all waiting tables, also those of other processes and earlier reminders."""
        person = digest.choice.person
        waiting = [occasions_of(each, 0)[0] for each in await self._lobby.tables.list_waiting(person)]
        known = {each.key for each in waiting}
        return digest._replace(occasions=(*waiting, *(each for each in digest.occasions if each.key not in known)))

    async def deliver(self, choice: ReminderSettings, notification: Notification) -> None:
        """Send a notification to all of somebody's channels, without waiting for it."""
        for channel in await self._store.list_usable(choice.person, self.senders.keys()):
            task = asyncio.create_task(self._keep_trying(choice, channel, notification))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _keep_trying(self, choice: ReminderSettings, channel: Channel, notification: Notification) -> None:
        for pause in (*PAUSES, None):
            try:
                await self.send(channel, notification)
                return
            except AddressGone:
                await self._store.remove_channel(channel.person, channel.id)
                return
            except Undeliverable as error:
                log.warning("a reminder was refused for good: %s %s", channel.kind, error)
                return
            except RetryLater as error:
                log.warning("a reminder did not get through: %s %s", channel.kind, error)
            if pause is None:
                return
            await asyncio.sleep(pause)
            if is_quiet(choice, self._clock()) or not await self._store.find_channel(channel.person, channel.id):
                return  # it is their quiet time by now, or they have unsubscribed

    async def send(self, channel: Channel, notification: Notification) -> None:
        """Make one attempt; AddressGone, Undeliverable or RetryLater if it fails."""
        outcome = "failed"
        try:
            async with self._gates[channel.kind], asyncio.timeout(MOST_SECONDS):
                await self.senders[channel.kind].send(
                    channel.address, notification, self.links.stop(channel.person, channel.id)
                )
            outcome = "sent"
        except TimeoutError as error:
            raise RetryLater("too slow") from error
        except AddressGone:
            outcome = "gone"
            raise
        except Undeliverable:
            outcome = "refused"
            raise
        finally:
            REMINDERS.labels(channel.kind, outcome).inc()
