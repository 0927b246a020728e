"""Finished games: which can be reviewed, and what a review says of a table and of one player."""

import math
import zlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Self, cast

import orjson
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.errors import EstaminetError
from estaminet.engine.record import FindGame, Record, parse_line
from estaminet.review.model import FORMAT, Account, Verdict
from estaminet.server.errors import Refusal
from estaminet.server.live.records import describe_record
from estaminet.server.rules.names import known_as
from estaminet.server.rules.results import hinted_of, is_mostly_hinted, is_own_game
from estaminet.server.rules.state import Reason, State, Status
from estaminet.server.store.rows import FinishedGame, Place

LEAST_FIND: Final = 0.03
"""A smaller rise of a seat's chances is not shown; a share of the victory."""
FIND_ERRORS: Final = 3.0
"""And in standard errors."""
EVERYBODY: Final = -1
"""The view of a spectator's curve."""


class OwnMistake(TypedDict):
    """A marked decision of yours."""

    ply: int
    verdict: Literal["mistake", "grave"]
    kind: str
    """What was done, by the first word of the action."""
    loss: float
    reason: str | None
    """The key of why something else was better."""


class OwnFind(TypedDict):
    """Your decision after which your chances rose most, the luck of its draw left out."""

    ply: int
    kind: str
    """What was done, by the first word of the action."""
    gain: float
    """By how much, as a share of the victory."""


class OwnReview(TypedDict):
    """The review of your play."""

    account: Account
    """Of the whole game, with what was decided with a hint."""
    decisions: int
    """How many were neither forced nor made with a hint."""
    loss: float
    """What these cost on average, as a share of the victory."""
    mistakes: list[OwnMistake]
    find: OwnFind | None
    """Null if none of these raised your chances by more than the estimate may be wrong."""


class Opponent(TypedDict):
    """Somebody against whom you played."""

    name: str
    """Their name at the table; empty for a house player."""
    level: str | None
    """Of the house player who had the seat at the end; null if a person had it."""
    author: str | None
    """The id by which you alone know this person, at every table; null for a house player."""


class PlayedGame(TypedDict):
    """A finished game at which you had one seat."""

    table: str
    game: str
    players: int
    seat: int
    share: float | None
    """Of the victory; null if there was no winner."""
    reason: Reason | None
    """Why it was over."""
    score: float | None
    best_other: float | None
    """The best score of all others."""
    opponents: list[Opponent]
    """Everybody else, in the order of the seats."""
    touched: int
    """When it ended, in milliseconds since 1970."""
    is_practice: bool
    """Whether somebody took back more than they could have against people."""
    hinted: int
    """For how many of your decisions you had a hint."""
    review: OwnReview | None
    """Null if the game has not been reviewed yet, or if a review would say little about you: in practice, after a
    lesson, and if you had a hint for more than a third of your decisions."""
    can_review: bool
    """Whether there is no review yet, and one would say something about you."""


class PlayMessage(TypedDict):
    """Some of your finished games, the latest first."""

    games: list[PlayedGame]
    next: str | None
    """With this as `before`, earlier ones are described; null if there are none."""
    looked_at: int
    """How many finished tables were searched for these games: at some you had no seat, or several."""
    total: int
    """How many there are."""


def describe_page(games: Sequence[FinishedGame], person: str, limit: int, total: int) -> PlayMessage:
    """One page of somebody's finished games."""
    return {
        "games": describe_games(games, person),
        "next": str(Place.of(games[-1])) if len(games) == limit else None,
        "looked_at": len(games),
        "total": total,
    }


def describe_games(games: Sequence[FinishedGame], person: str) -> list[PlayedGame]:
    """The games in which a person had one seat, without branches: with several seats nobody wins or loses."""
    return [described for each in games if (described := describe_game(each, person)) is not None]


def describe_game(game: FinishedGame, person: str) -> PlayedGame | None:
    summary = game.summary
    if summary.get("opening") == "branch":
        return None
    people, winners = summary.get("people") or (), summary.get("winners") or []
    if not isinstance(people, list) or not isinstance(winners, list) or people.count(person) != 1:
        return None
    seat = people.index(person)
    is_practice, hinted = bool(summary.get("is_practice")), hinted_of(summary, seat)
    says_little = is_practice or not is_own_game(summary) or is_mostly_hinted(summary, seat)
    scores, decisions = summary.get("scores"), summary.get("decisions")
    score, best_other = split_scores(scores, seat) if isinstance(scores, list) else (None, None)
    review = None if says_little else game.review
    described = describe_review(orjson.loads(zlib.decompress(review)), seat, hinted) if review else None
    had_a_turn = isinstance(decisions, list) and all(decisions)
    return {
        "table": game.table,
        "game": str(summary["game"]),
        "players": len(people),
        "seat": seat,
        "share": (seat in winners) / len(winners) if winners else None,
        "reason": cast("Reason | None", summary.get("reason")),
        "score": score,
        "best_other": best_other,
        "opponents": describe_opponents(summary, seat, person),
        "touched": game.touched,
        "is_practice": is_practice,
        "hinted": len(hinted),
        "review": described,
        "can_review": described is None and not says_little and bool(winners) and had_a_turn,
    }


def split_scores(scores: Sequence[float], seat: int) -> tuple[float, float]:
    """The score of a seat, and the best of the others."""
    return scores[seat], max(score for number, score in enumerate(scores) if number != seat)


def describe_opponents(summary: Mapping[str, Any], seat: int, person: str) -> list[Opponent]:
    """The players of the other seats at the end."""
    found: list[Opponent] = []
    for number, (whose, each) in enumerate(zip(summary["people"], summary.get("seats") or (), strict=False)):
        if number != seat:
            if whose is None:
                found.append({"name": "", "level": each["level"], "author": None})
            else:
                found.append({"name": each["name"], "level": None, "author": known_as(person, whose)})
    return found


def describe_review(review: dict[str, Any], seat: int, hinted: Collection[int]) -> OwnReview | None:
    """The review of a seat, without decisions after a hint; None if another version made the review."""
    if review["format"] != FORMAT:
        return None
    own = [each for each in review["decisions"] if each["seat"] == seat and each["ply"] not in hinted]
    return {
        "account": next(each for each in review["accounts"] if each["seat"] == seat),
        "decisions": len(own),
        "loss": sum(each["loss"] for each in own) / len(own) if own else 0.0,
        "find": describe_find(review, own, seat),
        "mistakes": [
            {
                "ply": each["ply"],
                "verdict": each["verdict"],
                "kind": each["played"][0].split()[0],
                "loss": each["loss"],
                "reason": each["reason"]["key"] if each["reason"] else None,
            }
            for each in own
            if each["verdict"] in (Verdict.MISTAKE, Verdict.GRAVE)
        ],
    }


def describe_find(review: Mapping[str, Any], own: Sequence[Mapping[str, Any]], seat: int) -> OwnFind | None:
    """The decision of a seat after which its chances, as it knew them, rose most.

    The luck of its draw does not count, nor does a rise within the error of the estimates.
    """
    curve = next((each for each in review.get("curves", ()) if each["view"] == seat), None)
    if curve is None:
        return None
    shares, errors = curve["shares"], curve["errors"]
    drawn = {each["ply"]: each["gained"][seat] for each in review["draws"]}
    best: OwnFind | None = None
    for each in own:
        ply = each["ply"]
        gain = shares[ply + 1][seat] - shares[ply][seat] - drawn.get(ply, 0.0)
        if gain > max(LEAST_FIND, FIND_ERRORS * math.hypot(errors[ply], errors[ply + 1])) and (
            best is None or gain > best["gain"]
        ):
            best = {"ply": ply, "kind": each["played"][0].split()[0], "gain": gain}
    return best


# Records


class OwnRecord(NamedTuple):
    """A finished game of somebody's, on its way into a file."""

    game: FinishedGame
    seats: list[int]
    """Those that they had, at the end or alone until they left."""

    @classmethod
    def of(cls, game: FinishedGame, person: str) -> Self | None:
        """None if they only sat at the table before the game."""
        holders = zip(*(game.summary.get(name) or () for name in ("people", "had_by")), strict=False)
        seats = [seat for seat, both in enumerate(holders) if person in both]
        return cls(game, seats) if seats else None

    def write(self, state: State) -> bytes:
        """A line: the record as the table gives it, the game, and their seats."""
        members = {"table": self.game.table, "ended": self.game.touched, "yours": self.seats}
        return orjson.dumps({**describe_record(state), **members}) + b"\n"


# Reviews of tables


class Progress(NamedTuple):
    """The progress of a review."""

    done: int = 0
    total: int = 0
    """0 while it waits for its turn."""
    review: bytes | None = None
    """The review so far, as JSON."""
    refusal: EstaminetError | None = None
    """The reason why there will be none."""

    @property
    def is_done(self) -> bool:
        return 0 < self.total == self.done


def write_progress(key: str, progress: Progress) -> bytes:
    """How far a review is, as it is sent; the refusal, if there will be none."""
    if progress.refusal:
        raise progress.refusal
    members = {
        "key": key,
        "done": progress.done,
        "total": progress.total,
        "is_done": progress.is_done,
        "review": orjson.Fragment(progress.review) if progress.review else None,
    }
    return orjson.dumps(members)


class TurningPointMessage(TypedDict):
    """The action that decided a game, as its review says."""

    ply: int
    """How many actions came before it."""
    seat: int
    """The seat whose chance it changed."""
    before: float
    """Their expected share of the victory before it."""
    after: float
    cause: Literal["draw", "decision"]
    """A draw, or a decision."""


def read_turning_point(kept: bytes, view: int) -> TurningPointMessage | None:
    """The turning point of a stored review; None if another version made it."""
    review = orjson.loads(kept)
    curves = review.get("curves", ()) if review["format"] == FORMAT else ()
    return next((curve["turning_point"] for curve in curves if curve["view"] == view), None)


def read_finished(line: bytes, find_game: FindGame) -> Record:
    """What was played, as a record says it, after every action has been checked."""
    record = Record.read(parse_line(line), find_game)
    if not record.replay().is_over:
        raise Refusal("table.unfinished", "Only a game that was played to its end can be reviewed.")
    return Record(record.start, record.actions, record.scores, record.winners)


def game_of(state: State) -> tuple[Record, tuple[float, ...] | None]:
    """The record of a table and, if somebody ended it early, everybody's share; a refusal says why not."""
    play, outcome = state.play, state.outcome
    if state.status is not Status.OVER or play is None or outcome is None:
        raise Refusal("table.unfinished", "A game can be reviewed when it is over.")
    record = Record.of(play.position)
    if outcome.reason is Reason.FINISHED:
        return record, None
    winners = outcome.winners
    if outcome.reason is Reason.LEFT and any(seat.has_lost for seat in state.seats):
        # The last player to act gave up: the others share the victory.
        winners = tuple(number for number, seat in enumerate(state.seats) if not seat.has_lost)
    if not winners:
        raise Refusal("review.none", "This game ended without a winner: nothing decided it.")
    if len(record.actions) < state.terms.players:
        raise Refusal("review.none", "This game ended too soon: there is nothing to look back on.")
    return record, tuple((seat in winners) / len(winners) for seat in range(state.terms.players))
