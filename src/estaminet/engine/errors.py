"""Every way a request can be wrong: a type, a stable code for the wire, a sentence for a person."""

from typing import ClassVar


class EstaminetError(Exception):
    """A request that cannot be met. The game is unchanged."""

    code: ClassVar[str] = "error"
    """Stable name of this kind of error; programs compare this, never the sentence."""

    def __init__(self, sentence: str, *, rule: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rule = rule
        """Number of the rule that forbids it (``P3.4``), where there is one."""

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence


class UnknownGame(EstaminetError):
    """No game of that name is installed."""

    code = "game.unknown"


class BrokenGame(EstaminetError):
    """The game is installed, but it cannot be loaded or compiled. Others are played as ever."""

    code = "game.broken"


class BadPlayers(EstaminetError):
    """The game is not for that many players."""

    code = "players.range"


class BadSeat(EstaminetError):
    """There is no such seat at this table."""

    code = "seat.unknown"


class UnknownOption(EstaminetError):
    """The game has no option of that name."""

    code = "option.unknown"


class BadOption(EstaminetError):
    """The option exists, but not with that value."""

    code = "option.value"


class BadDeal(EstaminetError):
    """A deal lacks a card, has one twice, or is not shaped like a deal of this game."""

    code = "deal.invalid"


class BadSeed(EstaminetError):
    """A seed is a whole number, a text, or exactly 32 bytes."""

    code = "seed.invalid"


class UnknownAction(EstaminetError):
    """The text is no action of this game's notation."""

    code = "action.unknown"


class IllegalAction(EstaminetError):
    """The action exists, but the rules do not allow it now."""

    code = "action.illegal"


class GameIsOver(EstaminetError):
    """Nobody can act any more."""

    code = "game.over"


class NothingToUndo(EstaminetError):
    """The position is the first one of its game."""

    code = "undo.empty"


class UnknownLevel(EstaminetError):
    """No house player plays at that level."""

    code = "level.unknown"


class BadRecord(EstaminetError):
    """A record cannot be read, or it breaks a rule."""

    code = "record.invalid"

    def __init__(self, sentence: str, *, rule: str | None = None, action_index: int | None = None) -> None:
        super().__init__(sentence, rule=rule)
        self.action_index = action_index
        """Index, from 0, of the action that breaks the rule; None if no action is to blame."""

    def __str__(self) -> str:
        where = "" if self.action_index is None else f"action {self.action_index}: "
        return where + super().__str__()


class UnfinishedGame(EstaminetError):
    """A game that is still played cannot be reviewed: a review shows what is hidden."""

    code = "game.unfinished"


class NotReviewable(EstaminetError):
    """The game cannot say what nobody has seen, and so not what was luck."""

    code = "game.not_reviewable"


class ContractBroken(EstaminetError):
    """A game does not keep what the engine asks of every game."""

    code = "contract.broken"


class UnknownEntrant(EstaminetError):
    """Nobody of that name can play in an arena."""

    code = "entrant.unknown"


class BrokenEntrant(EstaminetError):
    """The entrant was found, but it cannot be loaded, has changed, or is no player."""

    code = "entrant.broken"


class PlayerFailed(EstaminetError):
    """A player gave up in the middle of a game, or chose what is not legal."""

    code = "player.failed"


class WorkerDied(EstaminetError):
    """A game ended the process that played it, again and again."""

    code = "worker.died"


class ArenaDiffers(EstaminetError):
    """The folder holds an arena with other settings."""

    code = "arena.differs"


class BrokenArena(EstaminetError):
    """A file of an arena cannot be read or written."""

    code = "arena.broken"


class BadTraining(EstaminetError):
    """A training run cannot be set up like that."""

    code = "training.invalid"


class TrainingDiverged(EstaminetError):
    """A network's numbers went out of all bounds, again and again."""

    code = "training.diverged"


class BadCheckpoint(EstaminetError):
    """A checkpoint cannot be read or written, or is of another training run."""

    code = "checkpoint.invalid"


class BadNetwork(EstaminetError):
    """The file is no trained network, or it was trained for something else."""

    code = "network.invalid"


class MissingExtra(EstaminetError):
    """Packages that are needed are not installed."""

    code = "extra.missing"


class NoDevice(EstaminetError):
    """There is no device of that kind here to play on."""

    code = "device.missing"


class HiddenPosition(EstaminetError):
    """A position cannot be solved: what some seats cannot know still matters."""

    code = "position.hidden"


class LargePosition(EstaminetError):
    """A position cannot be solved: there is too much that can still happen."""

    code = "position.large"


class ClusterUnreachable(EstaminetError):
    """There is no Ray cluster at that address, or it has gone."""

    code = "cluster.unreachable"


class BadProof(EstaminetError):
    """A deal is not the one that was promised, or the proof of it cannot be read."""

    code = "proof.invalid"
