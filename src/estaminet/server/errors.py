"""Every way in which a request to the server can be wrong, each with its HTTP status. The codes are stable."""

from math import ceil
from typing import ClassVar

from estaminet.engine.errors import EstaminetError


class TableError(EstaminetError):
    """Something that was asked of the server cannot be done. The table is unchanged."""

    status: ClassVar[int] = 409
    retry_after: int | None = None
    """After how many seconds it may be worth trying again; None if waiting does not help."""


class BadMessage(TableError):
    """The message is not JSON, or not shaped like any message of the protocol."""

    code = "message.invalid"
    status = 422


class TooLarge(TableError):
    """The message is longer than any honest one."""

    code = "message.too_large"
    status = 413


class TooSlow(TableError):
    """The message did not arrive in full in the time that any honest one needs."""

    code = "message.slow"
    status = 408


class TooMany(TableError):
    """More requests in a short time than a person makes."""

    code = "rate.exceeded"
    status = 429

    def __init__(self, sentence: str, *, seconds: float = 1) -> None:
        super().__init__(sentence)
        self.retry_after = max(1, ceil(seconds))


class TooManyLines(TooMany):
    """A person, or an address, has as many live lines as it may have at a time."""

    code = "lines.too_many"


class TableCrowded(TooMany):
    """As many watch the table as can. Who has a seat there gets in all the same."""

    code = "table.crowded"


class HouseBusy(TooMany):
    """Too many wait for a hint, or for a record to be read."""

    code = "house.busy"
    status = 503


class TooManyTables(TableError):
    """A person has as many tables that are not over as they may have."""

    code = "tables.too_many"


class NobodyKnown(TableError):
    """The request needs to know who asks, and it carries no valid cookie or token."""

    code = "person.unknown"
    status = 401


class BotRefused(TableError):
    """A bot plays at tables; who somebody is, it neither changes nor learns."""

    code = "person.bot"
    status = 403


class OtherPerson(TableError):
    """The device is somebody else already, and nobody is replaced without being asked."""

    code = "person.other"


class BadName(TableError):
    """Nothing that can be read is left of the name, or it is too long."""

    code = "name.invalid"
    status = 422


class UnknownDevice(TableError):
    """The person has no such device, or no longer."""

    code = "device.unknown"
    status = 404


class TooManyDevices(TableError):
    """The person has as many devices, bots and open links as anybody needs."""

    code = "device.limit"


class BadLink(TableError):
    """A personal link that is forged, too old, used, or revoked."""

    code = "link.invalid"
    status = 403


class UnknownChannel(TableError):
    """The person is not reminded there, or no longer."""

    code = "channel.unknown"
    status = 404


class TooManyChannels(TableError):
    """The person is reminded in as many places as anybody needs."""

    code = "channel.limit"


class NoChannel(TableError):
    """The server cannot remind anybody in this way: its operator has not set it up."""

    code = "channel.unavailable"


class Unconfirmed(TableError):
    """Nobody has confirmed the address yet, and nothing is sent there before."""

    code = "channel.unconfirmed"


class ChannelFailed(TableError):
    """What was to be sent did not get through."""

    code = "channel.failed"
    status = 502


class BadEndpoint(TableError):
    """The address of a browser's subscription is at no push service that we know, or its keys are none."""

    code = "endpoint.refused"
    status = 422


class BadAddress(TableError):
    """No mail address is written like that."""

    code = "mail.invalid"
    status = 422


class WrongOrigin(TableError):
    """A page of another site sent this in a visitor's name."""

    code = "origin.foreign"
    status = 403


class UnknownTable(TableError):
    """There is no such table, or it has been cleared away."""

    code = "table.unknown"
    status = 404


class BrokenTable(TableError):
    """The log of the table cannot be read. Others are played as ever."""

    code = "table.broken"
    status = 500


class TableFull(TableError):
    """Every seat is taken."""

    code = "table.full"


class SeatTaken(TableError):
    """Somebody else has that seat."""

    code = "seat.taken"


class NeedsConsent(TableError):
    """During a game a seat goes to somebody new only if whoever had it offered it, and all at the table agree."""

    code = "seat.consent"


class NobodyAsks(TableError):
    """There is nobody who asks for a seat."""

    code = "seat.not_asked"


class TurnedAway(TableError):
    """Somebody at the table does not want them on that seat."""

    code = "seat.refused"
    status = 403


class NoSubstitute(TableError):
    """A house player takes over a seat only as it was agreed when the table was set up."""

    code = "seat.substitute"


class TooLong(TableError):
    """Somebody has done so much at this table beside the game that it takes nothing but moves from them."""

    code = "table.long"


class NotInvited(TableError):
    """The table is private, and the invitation is missing or wrong."""

    code = "invitation.invalid"
    status = 403


class NotYourSeat(TableError):
    """Nobody acts for a seat that is not theirs."""

    code = "seat.foreign"
    status = 403


class NotYourTable(TableError):
    """Only the person who set up the table may do this."""

    code = "table.foreign"
    status = 403


class AlreadySeated(TableError):
    """Nobody who has seen one seat's cards sits down at another."""

    code = "seat.second"


class NotWaiting(TableError):
    """The game has begun: this can be done only before."""

    code = "table.started"


class NotPlaying(TableError):
    """The game has not begun, or it is over."""

    code = "table.idle"


class NotOver(TableError):
    """The game is still going on: nobody gets its record before it ends."""

    code = "table.unfinished"


class NotReady(TableError):
    """A seat is still empty, or somebody has not sat down yet."""

    code = "table.not_ready"


class NotYourTurn(TableError):
    """Another seat is to move."""

    code = "move.turn"


class StaleMove(TableError):
    """The message answers an event that is no longer the last one."""

    code = "move.stale"


class CannotUndo(TableError):
    """There is nothing of one's own to take back, or something hidden has come to light."""

    code = "undo.refused"


class NothingOffered(TableError):
    """Nobody has offered to stop."""

    code = "stop.not_offered"


class OfferedAlready(TableError):
    """Nobody offers to stop twice for the same position, nor withdraws an offer."""

    code = "stop.offered"


class NoAdvice(TableError):
    """The house gives no hints against people, nor out of turn."""

    code = "advice.refused"


class NoLesson(TableError):
    """A game without a first lesson."""

    code = "lesson.none"


class UnknownPuzzle(TableError):
    """A game has no puzzle of this id."""

    code = "puzzle.unknown"
    status = 404


class NoReview(TableError):
    """There is no review of a game, or none that was asked for."""

    code = "review.none"


class TimeIsUp(TableError):
    """The seat's clock has run out."""

    code = "clock.over"


class StoreUnreachable(TableError):
    """The database does not answer; nothing was changed."""

    code = "server.store"
    status = 503


class ServerFailed(TableError):
    """A fault of ours: the log of the server says more."""

    code = "server.error"
    status = 500


class CannotListen(TableError):
    """The address is taken, or not this machine's. Said to the operator alone."""

    code = "server.address"


class OneProcessOnly(TableError):
    """Several processes were asked for where one is all there can be. Said to the operator alone."""

    code = "server.processes"


class DatabaseInUse(TableError):
    """Another server has the SQLite file. Said to the operator alone."""

    code = "server.locked"


class BadSetting(TableError):
    """A setting makes no sense. Said to the operator alone."""

    code = "server.setting"


class BadBackup(TableError):
    """The file is no backup, or damaged. Said to the operator alone."""

    code = "backup.invalid"


class NotEmpty(TableError):
    """Something is in the database that a backup would replace. Said to the operator alone."""

    code = "backup.not_empty"
