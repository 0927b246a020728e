"""The errors of requests: one table of stable codes, and the few types that callers catch."""

from typing import Final, Literal

ErrorCode = Literal[
    "game.unknown", "game.broken", "players.range", "seat.unknown", "option.unknown", "option.value", "deal.invalid",
    "seed.invalid", "action.unknown", "action.illegal", "game.over", "undo.empty", "level.unknown", "record.invalid",
    "game.unfinished", "game.not_reviewable", "result.invalid", "contract.broken", "entrant.unknown", "entrant.broken",
    "player.failed", "worker.died", "arena.differs", "arena.broken", "training.invalid", "training.diverged",
    "checkpoint.invalid", "network.invalid", "extra.missing", "device.missing", "position.hidden", "position.large",
    "cluster.unreachable", "proof.invalid", "file.unwritable", "folder.occupied", "page.missing", "contest.unknown",
]  # fmt: skip
"""The stable code of an error. Programs compare this, never the sentence."""

MEANINGS: Final[dict[ErrorCode, str]] = {
    "game.unknown": "No game of that name is installed.",
    "game.broken": "The game is installed, but it cannot be loaded or compiled. Other games work.",
    "players.range": "The game is not for that many players.",
    "seat.unknown": "There is no such seat at this table.",
    "option.unknown": "The game has no option of that name.",
    "option.value": "The option exists, but not with that value.",
    "deal.invalid": "A deal lacks a card, has one twice, or is not shaped like a deal of this game.",
    "seed.invalid": "A seed is a whole number, a text, or exactly 32 bytes.",
    "action.unknown": "The text is no action of this game's notation.",
    "action.illegal": "The action exists, but the rules do not allow it now.",
    "game.over": "The game is over: nobody can act any more.",
    "undo.empty": "The position is the first one of its game.",
    "level.unknown": "No house player plays at that level.",
    "record.invalid": "A record cannot be read, or it breaks a rule.",
    "game.unfinished": "A game in progress cannot be reviewed: a review shows what is hidden.",
    "game.not_reviewable": "The game does not say what is hidden, so luck cannot be told from skill.",
    "result.invalid": "A game that was ended early is reviewed with a share for every seat, all others with their own.",
    "contract.broken": "A game does not keep what the engine asks of every game.",
    "entrant.unknown": "No player of that name can enter an arena.",
    "entrant.broken": "The entrant was found, but it cannot be loaded, has changed, or is no player.",
    "player.failed": "A player crashed in the middle of a game, or chose an action that is not legal.",
    "worker.died": "A game ended the process that played it, again and again.",
    "arena.differs": "The folder holds an arena with other settings.",
    "arena.broken": "A file of an arena cannot be read or written.",
    "training.invalid": "A training run cannot be set up like that.",
    "training.diverged": "A network's weights diverged, again and again.",
    "checkpoint.invalid": "A checkpoint cannot be read or written, or is of another training run.",
    "network.invalid": "The file is no trained network, or it was trained for something else.",
    "extra.missing": "Packages that are needed are not installed.",
    "device.missing": "There is no device of that kind to play on.",
    "position.hidden": "A position cannot be solved: hidden information still matters.",
    "position.large": "A position cannot be solved: too much can still happen.",
    "cluster.unreachable": "There is no Ray cluster at that address, or it has gone.",
    "proof.invalid": "A deal is not the one that was promised, or its proof cannot be read.",
    "file.unwritable": "A file cannot be written.",
    "folder.occupied": "A folder holds something else than what is to be written there.",
    "page.missing": "The page has not been built.",
    "contest.unknown": "There is no such contest, or the day of that deal has not come.",
}


class EstaminetError(Exception):
    """A request that cannot be met. The game is unchanged."""

    code: str
    rule: str | None = None
    """Number of the rule that forbids it (``P3.4``), where there is one."""

    # Nothing is handed to Exception.__init__: the arguments that __new__ keeps are those that unpickling needs.
    def __init__(self, code: ErrorCode, sentence: str, *, rule: str | None = None) -> None:
        self.code = code
        self.sentence = sentence
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})" if self.rule else self.sentence


class TypedError(EstaminetError):
    """An error that callers catch by its type: each type has one code."""

    code: ErrorCode

    def __init__(self, sentence: str, *, rule: str | None = None) -> None:
        super().__init__(self.code, sentence, rule=rule)


class UnknownAction(TypedError):
    """The text is no action of this game's notation."""

    code = "action.unknown"


class IllegalAction(TypedError):
    """The action exists, but the rules do not allow it now."""

    code = "action.illegal"


class BadDeal(TypedError):
    """A deal lacks a card, has one twice, or is not shaped like a deal of this game."""

    code = "deal.invalid"


class BadRecord(TypedError):
    """A record cannot be read, or it breaks a rule."""

    code = "record.invalid"

    def __init__(self, sentence: str, *, rule: str | None = None, action_index: int | None = None) -> None:
        super().__init__(sentence, rule=rule)
        self.action_index = action_index
        """Index, from 0, of the action that breaks the rule; None if no action is to blame."""

    def __str__(self) -> str:
        where = "" if self.action_index is None else f"action {self.action_index}: "
        return where + super().__str__()


class BrokenGame(TypedError):
    """The game is installed, but it cannot be loaded or compiled. Other games work."""

    code = "game.broken"


class ContractBroken(TypedError):
    """A game does not keep what the engine asks of every game."""

    code = "contract.broken"


class HiddenPosition(TypedError):
    """A position cannot be solved: hidden information still matters."""

    code = "position.hidden"


class LargePosition(TypedError):
    """A position cannot be solved: too much can still happen."""

    code = "position.large"
