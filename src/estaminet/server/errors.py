"""The errors of the server: one table of stable codes with their HTTP statuses."""

from math import ceil
from typing import Final, Literal, NamedTuple

from estaminet.engine.errors import EstaminetError

RefusalCode = Literal[
    "message.invalid", "message.too_large", "message.slow", "rate.exceeded", "lines.too_many", "table.crowded",
    "house.busy", "tables.too_many", "person.unknown", "person.bot", "person.other", "name.invalid", "device.unknown",
    "device.limit", "link.invalid", "channel.unknown", "channel.limit", "channel.unavailable", "channel.unconfirmed",
    "channel.failed", "endpoint.refused", "mail.invalid", "origin.foreign", "host.unknown", "metrics.private",
    "table.unknown", "table.broken", "table.full", "seat.taken", "seat.consent", "seat.not_asked", "seat.refused",
    "seat.substitute", "table.long", "invitation.invalid", "seat.foreign", "table.foreign", "seat.second",
    "table.started", "table.idle", "talk.off", "look.apart", "look.led", "branch.none", "branch.foreign",
    "table.unfinished", "table.not_ready", "move.turn", "move.stale", "undo.refused", "undo.asked", "undo.not_asked",
    "stop.not_offered", "stop.offered", "advice.refused", "lesson.none", "puzzle.unknown", "review.none", "clock.over",
    "contest.unfinished", "device.alone", "store.full", "store.none",
    "server.store", "server.error", "server.address", "server.processes", "server.locked", "server.setting",
    "backup.invalid", "backup.not_empty",
]  # fmt: skip
"""The code of a refusal. Programs compare this, never the sentence."""


class Entry(NamedTuple):
    """One row of the table."""

    status: int
    """Its HTTP status."""
    meaning: str


REFUSALS: Final[dict[RefusalCode, Entry]] = {
    "message.invalid": Entry(422, "The message is not JSON, or not shaped like any message of the protocol."),
    "message.too_large": Entry(413, "The message is longer than any honest one."),
    "message.slow": Entry(408, "The message did not arrive in full in the time that any honest one needs."),
    "rate.exceeded": Entry(429, "More requests in a short time than a person makes."),
    "lines.too_many": Entry(429, "A person, or an address, has as many live connections as it may have."),
    "table.crowded": Entry(429, "The table has as many spectators as it can. Players still get in."),
    "house.busy": Entry(503, "Too many requests wait for a hint, a review, or for a record to be read."),
    "tables.too_many": Entry(409, "A person has as many unfinished tables as they may have."),
    "person.unknown": Entry(401, "The request needs a person, and it carries no valid cookie or token."),
    "person.bot": Entry(403, "A bot plays at tables; it neither changes nor learns who somebody is."),
    "person.other": Entry(409, "The device is somebody else's already, and nobody is replaced unasked."),
    "name.invalid": Entry(422, "The name is too long, or nothing readable is left of it."),
    "device.unknown": Entry(404, "The person has no such device, or no longer."),
    "device.limit": Entry(409, "The person has as many devices, bots and open links as anybody needs."),
    "link.invalid": Entry(403, "A personal link is forged, too old, used, or revoked."),
    "channel.unknown": Entry(404, "The person is not reminded there, or no longer."),
    "channel.limit": Entry(409, "The person is reminded in as many places as anybody needs."),
    "channel.unavailable": Entry(409, "The server's operator has not set up this way to remind people."),
    "channel.unconfirmed": Entry(409, "The address is not confirmed yet, so nothing is sent there."),
    "channel.failed": Entry(502, "A message did not get through."),
    "endpoint.refused": Entry(422, "The subscription is at no push service that we know, or its keys are wrong."),
    "mail.invalid": Entry(422, "This is not a mail address."),
    "origin.foreign": Entry(403, "A page of another site sent this in a visitor's name."),
    "host.unknown": Entry(421, "The request is for a name that the house does not answer to."),
    "metrics.private": Entry(403, "Metrics are for the operator's own machines."),
    "table.unknown": Entry(404, "There is no such table, or it has been cleared away."),
    "table.broken": Entry(500, "The log of the table cannot be read. Other tables work."),
    "table.full": Entry(409, "Every seat is taken."),
    "seat.taken": Entry(409, "Somebody else has that seat."),
    "seat.consent": Entry(409, "During a game a seat changes hands only if its owner offers it and all agree."),
    "seat.not_asked": Entry(409, "Nobody has asked for a seat."),
    "seat.refused": Entry(403, "Somebody at the table does not want them on that seat."),
    "seat.substitute": Entry(409, "A house player takes over a seat only as agreed when the table was set up."),
    "table.long": Entry(409, "A person did so much beside the game that the table takes only moves from them."),
    "invitation.invalid": Entry(403, "The table is private, and the invitation is missing or wrong."),
    "seat.foreign": Entry(403, "Nobody acts for a seat that is not theirs."),
    "table.foreign": Entry(403, "Only the person who set up the table may do this."),
    "seat.second": Entry(409, "Nobody who has seen one seat's cards sits down at another."),
    "table.started": Entry(409, "The game has begun: this can be done only before."),
    "table.idle": Entry(409, "The game has not begun, or it is over."),
    "talk.off": Entry(403, "People at a public table talk only where whoever set it up wanted that."),
    "look.apart": Entry(409, "Whoever looks at a game by themselves neither points, nor leads, nor is led."),
    "look.led": Entry(409, "Somebody else leads those who look at the game together."),
    "branch.none": Entry(409, "There is no such decision in the game: nobody can act otherwise there."),
    "branch.foreign": Entry(403, "The table is no branch of a game, or somebody else's."),
    "table.unfinished": Entry(409, "The game is still going on: its record is shown when it is over."),
    "table.not_ready": Entry(409, "A seat is still empty, or somebody has not sat down yet."),
    "move.turn": Entry(409, "Another seat is to move."),
    "move.stale": Entry(409, "The message answers an event that is no longer the last one."),
    "undo.refused": Entry(409, "There is no move of one's own to take back, or something hidden was revealed."),
    "undo.asked": Entry(409, "Somebody asks to take back already, or did and nobody has moved since."),
    "undo.not_asked": Entry(409, "Nobody has asked to take back."),
    "stop.not_offered": Entry(409, "Nobody has offered to stop."),
    "stop.offered": Entry(409, "Nobody offers to stop twice in the same position."),
    "advice.refused": Entry(409, "The house gives no hints against people, nor out of turn."),
    "lesson.none": Entry(409, "The game has no first lesson."),
    "puzzle.unknown": Entry(404, "The game has no puzzle of this id."),
    "review.none": Entry(409, "The game has no review, or nobody asked for one."),
    "clock.over": Entry(409, "The seat's clock has run out."),
    "contest.unfinished": Entry(409, "Others played this deal, and nobody sees how before they have played it."),
    "device.alone": Entry(409, "A house on one's own device has no room for others: only a server can do this."),
    "store.full": Entry(507, "The device that is its own house has no room left; nothing was changed."),
    "store.none": Entry(503, "The browser that is its own house keeps nothing; nothing was changed."),
    "server.store": Entry(503, "The database does not answer; nothing was changed."),
    "server.error": Entry(500, "The server failed; its log says more."),
    # Said to the operator alone:
    "server.address": Entry(409, "The address is taken, or not this machine's."),
    "server.processes": Entry(409, "Several processes were asked for where there can only be one."),
    "server.locked": Entry(409, "Another server has the SQLite file."),
    "server.setting": Entry(409, "A setting makes no sense."),
    "backup.invalid": Entry(409, "The file is no backup, or damaged."),
    "backup.not_empty": Entry(409, "The database is not empty: a backup would replace what is in it."),
}
LIBRARY_STATUSES: Final = {"game.unknown": 404, "contest.unknown": 404, "game.broken": 503}
"""The statuses of the library's errors, where they are not 422."""


class Refusal(EstaminetError):
    """A request that the server refuses. The table is unchanged."""

    code: RefusalCode

    def __init__(self, code: RefusalCode, sentence: str, *, seconds: float | None = None) -> None:
        """`seconds` until it may be worth trying again; None if waiting does not help."""
        self.code = code
        self.sentence = sentence
        self.retry_after = None if seconds is None else max(1, ceil(seconds))


class UnknownTable(Refusal):
    """There is no such table, or it has been cleared away."""

    def __init__(self, sentence: str) -> None:
        super().__init__("table.unknown", sentence)


class BrokenTable(Refusal):
    """The log of the table cannot be read. Other tables work."""

    def __init__(self, sentence: str) -> None:
        super().__init__("table.broken", sentence)


class StoreUnreachable(Refusal):
    """The database does not answer; nothing was changed."""

    def __init__(self, sentence: str) -> None:
        super().__init__("server.store", sentence)


def status_of(error: EstaminetError) -> int:
    """The HTTP status of an error."""
    return REFUSALS[error.code].status if isinstance(error, Refusal) else LIBRARY_STATUSES.get(error.code, 422)


def retry_after(error: EstaminetError) -> int | None:
    """Seconds after which it may be worth trying again; None if waiting does not help."""
    return error.retry_after if isinstance(error, Refusal) else None
