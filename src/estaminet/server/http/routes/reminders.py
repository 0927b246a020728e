"""Reminders: a person's settings and places, and links that confirm or end them."""

import asyncio
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Body, Depends, Path, Query, Request
from pydantic import Field

from estaminet.server.errors import Refusal
from estaminet.server.http.access import Server, ThePerson, TheServer, address_of, describe_browser
from estaminet.server.http.messages import ChannelMessage, OffersMessage, RemindersMessage
from estaminet.server.http.routes.people import refuse_bots
from estaminet.server.live.clock import now
from estaminet.server.reminders.sender import AddressGone, RetryLater, Sender, Undeliverable
from estaminet.server.reminders.words import Notification, write_confirmation, write_test
from estaminet.server.rules.plan import Strict
from estaminet.server.rules.reminders import Language, ReminderSettings, is_zone
from estaminet.server.store.people import Person
from estaminet.server.store.reminders import Channel, ChannelKind, channel_id

router: Final = APIRouter(prefix="/api/me/reminders", tags=["reminders"], dependencies=[Depends(refuse_bots)])
link_router: Final = APIRouter(prefix="/reminders", tags=["reminders"])
PATIENCE: Final = 30
"""Seconds that somebody waits for a notification to be accepted."""
ChannelId = Annotated[str, Path(min_length=1, max_length=40)]
Token = Annotated[str, Query(max_length=1000)]
Minute = Annotated[int, Field(ge=0, lt=24 * 60)]


class PushPlan(Strict):
    """The subscription of a browser."""

    kind: Literal["push"]
    endpoint: str = Field(max_length=1000)
    p256dh: str = Field(max_length=200)
    auth: str = Field(max_length=60)


class MailPlan(Strict):
    """A mail address, to which a link is sent that confirms it."""

    kind: Literal["mail"]
    address: str = Field(max_length=200)


class TopicPlan(Strict):
    """A topic of the operator's ntfy server, or a name for the operator's webhook; a link confirms it."""

    kind: Literal["ntfy", "webhook"]
    topic: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")


ChannelPlan = Annotated[PushPlan | MailPlan | TopicPlan, Field(discriminator="kind")]


class ChoicePlan(Strict):
    """Somebody's settings of reminders."""

    language: Language
    zone: str = Field(max_length=64)
    """The IANA name of your time zone."""
    quiet_from: Minute = 0
    quiet_to: Minute = 0
    """Minutes of the day between which nothing is sent; the same for none."""
    every: int = Field(default=0, ge=0, le=24)
    """Hours between two digests; 0 for a reminder of each turn."""


@router.get("")
async def show_reminders(person: ThePerson, server: TheServer) -> RemindersMessage:
    """Your reminders, and the ways that this server offers."""
    store = server.store.reminders
    choice = await store.find_choice(person.id)
    return {
        "offers": list_offers(server),
        "channels": [describe(each, person) for each in await store.list_channels(person.id)],
        "language": choice.language if choice else None,
        "zone": choice.zone if choice else None,
        "quiet_from": choice.quiet_from if choice else 0,
        "quiet_to": choice.quiet_to if choice else 0,
        "every": choice.every if choice else 0,
    }


@router.put("", status_code=204)
async def choose(body: ChoicePlan, person: ThePerson, server: TheServer) -> None:
    """Choose the times and the language of your reminders."""
    if not is_zone(body.zone):
        raise Refusal("message.invalid", f"No time zone is called {body.zone[:40]}.")
    await server.store.reminders.put_choice(ReminderSettings(person.id, **body.model_dump()))


@router.delete("", status_code=204)
async def stop_all(person: ThePerson, server: TheServer) -> None:
    """Stop all reminders."""
    await server.store.reminders.remove_channels(person.id)


@router.post("/channels", status_code=201)
async def add_channel(
    body: Annotated[ChannelPlan, Body()], person: ThePerson, server: TheServer, request: Request
) -> ChannelMessage:
    """Add a place for reminders. All but browsers are first sent a link that confirms it."""
    require_sender(server, body.kind)
    if isinstance(body, PushPlan):
        channel = subscribe(body, person, server, describe_browser(request.headers.get("user-agent", "")))
        await server.store.reminders.put_channel(channel)
        return describe(channel, person)
    address = body.topic if isinstance(body, TopicPlan) else check_mail(body.address)
    channel = Channel(channel_id(body.kind, person.id), person.id, body.kind, address, address, "", False, now())
    count_confirmation(server, person, request, channel)
    await server.store.reminders.put_channel(channel)
    choice = await server.store.reminders.find_choice(person.id)
    link = server.dispatcher.links.confirm(person.id, channel.id, address)
    await send_now(server, channel, write_confirmation(choice.language if choice else "en", link))
    return describe(channel, person)


@router.delete("/channels/{channel}", status_code=204)
async def remove_channel(channel: ChannelId, person: ThePerson, server: TheServer) -> None:
    """Stop reminders at one place."""
    if not await server.store.reminders.remove_channel(person.id, channel):
        raise Refusal("channel.unknown", "You have no such reminder channel, or no longer.")


@router.post("/channels/{channel}/test", status_code=204)
async def test_channel(channel: ChannelId, person: ThePerson, server: TheServer) -> None:
    """Send a test reminder now."""
    server.by_person.take(person.id, 4)
    server.trials.take(person.id)
    found = await server.store.reminders.find_channel(person.id, channel)
    if found is None:
        raise Refusal("channel.unknown", "You have no such reminder channel, or no longer.")
    if not found.is_confirmed:
        raise Refusal("channel.unconfirmed", "Follow the link that was sent there first.")
    choice = await server.store.reminders.find_choice(person.id)
    await send_now(server, found, write_test(choice.language if choice else "en", server.settings.url))


# Links in messages. Mail scanners open them, so only the button there changes something.


@link_router.post("/confirm", status_code=204)
async def confirm(token: Token, server: TheServer) -> None:
    """Confirm that reminders may be sent to an address."""
    person, channel, address = server.dispatcher.links.read("confirm", token)
    if not await server.store.reminders.confirm(person, channel, address):
        raise Refusal("link.invalid", "This address is no longer waiting to be confirmed.")


@link_router.post("/stop", status_code=204)
async def stop(token: Token, server: TheServer) -> None:
    """End reminders at the place to which the link was sent."""
    person, channel = server.dispatcher.links.read("stop", token)
    await server.store.reminders.remove_channel(person, channel)


def subscribe(body: PushPlan, person: Person, server: Server, label: str) -> Channel:
    from estaminet.server.reminders.web import PushSender

    sender = require_sender(server, "push")
    assert isinstance(sender, PushSender)  # noqa: S101  # there is no other of this kind
    address = sender.check(body.endpoint, body.p256dh, body.auth)
    identity = channel_id("push", body.endpoint)
    return Channel(identity, person.id, "push", address, label, person.device, True, now())


def check_mail(address: str) -> str:
    from estaminet.server.reminders.mail import check_address

    return check_address(address)


def count_confirmation(server: Server, person: Person, request: Request, channel: Channel) -> None:
    """Count a message that somebody may not want; a refusal if there were too many."""
    from estaminet.server.reminders.mail import mailbox_of

    counted = mailbox_of(channel.address) if channel.kind == "mail" else channel.address.lower()
    server.confirmations_by_address.take(address_of(request))
    server.confirmations.take(person.id)
    server.confirmations.take(f"{channel.kind} {counted}")


async def send_now(server: Server, channel: Channel, notification: Notification) -> None:
    """Send a notification while somebody waits; ``channel.failed`` if it does not get through."""
    try:
        async with asyncio.timeout(PATIENCE):
            await server.dispatcher.send(channel, notification)
    except AddressGone:
        await server.store.reminders.remove_channel(channel.person, channel.id)
        raise Refusal("channel.failed", "There is nobody at this address any more.") from None
    except (Undeliverable, RetryLater, TimeoutError):
        raise Refusal("channel.failed", "The message could not be delivered. Try again later.") from None


def require_sender(server: Server, kind: ChannelKind) -> Sender:
    sender = server.dispatcher.senders.get(kind)
    if sender is None:
        raise Refusal("channel.unavailable", "This server does not offer such reminders.")
    return sender


def list_offers(server: Server) -> OffersMessage:
    """The ways on offer, with the key for a browser's subscription."""
    senders = server.dispatcher.senders
    push = getattr(senders.get("push"), "public_key", None)
    return {"push": push, "mail": "mail" in senders, "ntfy": "ntfy" in senders, "webhook": "webhook" in senders}


def describe(channel: Channel, person: Person) -> ChannelMessage:
    return {
        "id": channel.id,
        "kind": channel.kind,
        "label": channel.label,
        "is_confirmed": channel.is_confirmed,
        "is_this": bool(channel.device) and channel.device == person.device,
    }
