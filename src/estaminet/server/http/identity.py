"""Identity without an account: a signed token in a cookie, a personal link, or a bot's header."""

from datetime import UTC, datetime
from typing import Final

from itsdangerous import BadSignature, URLSafeTimedSerializer

from estaminet.server.errors import Refusal
from estaminet.server.live.clock import now
from estaminet.server.rules.clocks import DAY
from estaminet.server.store.people import DeviceKind, People, Person

DAY_SECONDS: Final = 86_400
LIFETIMES: Final[dict[DeviceKind, int]] = {"browser": 400 * DAY_SECONDS, "link": DAY_SECONDS, "bot": 400 * DAY_SECONDS}
"""In seconds."""
PURPOSES: Final[dict[DeviceKind, str]] = {"browser": "cookie", "link": "link", "bot": "bot"}
"""Signed with the token, so that none can be used for another purpose."""
COOKIE: Final = "estaminet"
BROWSERS: Final = {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
SYSTEMS: Final = {
    "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "macOS",
    "CrOS": "ChromeOS", "Linux": "Linux",
}  # fmt: skip
"""Browsers by their own word and by their usual names. Most claim to be several: the first counts."""


class Identities:
    """Makes tokens and reads them.

    A token signs a person and one of their devices, and is good for as long as the device is in the database.
    Those from before there were devices sign a person and an epoch.
    """

    def __init__(self, people: People, key: bytes) -> None:
        self._people = people
        self._signers = {
            kind: URLSafeTimedSerializer(key.hex(), salt=f"estaminet {purpose}") for kind, purpose in PURPOSES.items()
        }

    def sign(self, person: str, device: str, kind: DeviceKind) -> str:
        """A token of somebody's identity."""
        return self._signers[kind].dumps([person, device])

    async def recognize(self, *, cookie: str | None, authorization: str | None) -> Person | None:
        """The sender of a request; None if unknown."""
        if authorization is not None:
            scheme, _, token = authorization.partition(" ")
            person = await self._read(token, "bot") if scheme.lower() == "bearer" else None
        else:
            person = await self._read(cookie, "browser") if cookie else None
        if person and person.device and now() - person.seen > DAY:
            await self._people.see(person.device, now())
        return person

    async def refresh_person(self, person: Person) -> Person:
        """A person recognized some time ago, by their present name; ``person.unknown`` if they have left since."""
        found = await self._people.find(person.id, person.device)
        if found is None or not (person.device or found.epoch == person.epoch):
            raise Refusal("person.unknown", "You have left: say your name again.")
        return found

    async def read_link(self, token: str) -> Person:
        """The owner of a personal link; its device is the link itself."""
        person = await self._read(token, "link")
        if person is None or not person.device:
            raise Refusal("link.invalid", "This personal link is not valid, or no longer: make a new one.")
        return person

    async def _read(self, token: str, kind: DeviceKind) -> Person | None:
        try:
            (identity, proof), signed = self._signers[kind].loads(token, return_timestamp=True)
        except (BadSignature, ValueError, TypeError):
            return None
        # A signature from the future is valid all the same: a clock was set back, or another one is ahead.
        if (datetime.now(UTC) - signed).total_seconds() > LIFETIMES[kind]:
            return None
        if isinstance(proof, str):
            return await self._people.find(identity, proof, kind) if proof else None
        person = await self._people.find(identity)
        return person if person and person.epoch == proof else None


def describe_browser(agent: str) -> str:
    """A browser by its usual name: "Firefox, Linux"."""
    names = (next((name for sign, name in signs.items() if sign in agent), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, names))
