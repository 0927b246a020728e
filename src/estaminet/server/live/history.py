"""Finished games looked back on: what can be reviewed, what a review says of a table and of somebody's own play."""

import zlib
from collections.abc import Collection
from typing import Any, Final, Literal

import orjson
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.record import Record
from estaminet.review.model import FORMAT, Account, Verdict
from estaminet.server.errors import Refusal
from estaminet.server.rules.hints import hinted_of, is_mostly_hinted
from estaminet.server.rules.opening import is_own_game
from estaminet.server.rules.state import Reason, State, Status
from estaminet.server.store.rows import FinishedGame

EVERYBODY: Final = -1
"""As the view of a curve: what all who looked on could know."""


class OwnMistake(TypedDict):
    """A marked decision of yours."""

    ply: int
    verdict: Literal["mistake", "grave"]
    kind: str
    """What was done, by the first word of the action."""
    loss: float
    reason: str | None
    """The key of why something else was better."""


class OwnReview(TypedDict):
    """What a review says about you."""

    account: Account
    """Of the whole game, with what was decided with a hint."""
    decisions: int
    """How many were neither forced nor made with a hint."""
    mistakes: list[OwnMistake]


class PlayedGame(TypedDict):
    """A finished game at which you had one seat."""

    table: str
    game: str
    players: int
    seat: int
    share: float | None
    """Of the victory; null if there was no winner."""
    touched: int
    """When it ended, in milliseconds since 1970."""
    is_practice: bool
    """Whether somebody took back what they could not have against people."""
    hinted: int
    """For how many of your decisions you had a hint."""
    review: OwnReview | None
    """Null if nobody has had the table's game looked back on, or that is not done yet; and where it would say little of
    you: in practice, after a lesson, and if you had a hint for more than a third of your decisions."""


class PlayMessage(TypedDict):
    """Your finished games, the latest first."""

    games: list[PlayedGame]


def tell_games(games: list[FinishedGame], person: str) -> list[PlayedGame]:
    """Those at which a person had one seat, no branches: several seats against each other neither win nor lose."""
    return [told for each in games if (told := tell_game(each, person)) is not None]


def tell_game(game: FinishedGame, person: str) -> PlayedGame | None:
    if game.summary.get("opening") == "branch":
        return None
    people, winners = game.summary.get("people") or (), game.summary.get("winners") or []
    if not isinstance(people, list) or not isinstance(winners, list) or people.count(person) != 1:
        return None
    seat = people.index(person)
    is_practice, hinted = bool(game.summary.get("is_practice")), hinted_of(game.summary, seat)
    says_little = is_practice or not is_own_game(game.summary) or is_mostly_hinted(game.summary, seat)
    review = None if says_little else game.review
    return {
        "table": game.table,
        "game": str(game.summary["game"]),
        "players": len(people),
        "seat": seat,
        "share": (seat in winners) / len(winners) if winners else None,
        "touched": game.touched,
        "is_practice": is_practice,
        "hinted": len(hinted),
        "review": tell_review(orjson.loads(zlib.decompress(review)), seat, hinted) if review else None,
    }


def tell_review(review: dict[str, Any], seat: int, hinted: Collection[int]) -> OwnReview | None:
    """What concerns a seat, without decisions for which it had a hint; nothing if another version made the review."""
    if review["format"] != FORMAT:
        return None
    own = [each for each in review["decisions"] if each["seat"] == seat and each["ply"] not in hinted]
    return {
        "account": next(each for each in review["accounts"] if each["seat"] == seat),
        "decisions": len(own),
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


# Reviews of tables


class TurningPointMessage(TypedDict):
    """The action that decided a game, as its review says."""

    ply: int
    """How many actions came before it."""
    seat: int
    """Whose chance it changed."""
    before: float
    """Their expected share of the victory before it."""
    after: float
    cause: Literal["draw", "decision"]
    """Whether it was what was drawn, or what somebody did."""


def read_turning_point(kept: bytes, view: int) -> TurningPointMessage | None:
    """What a review that is kept says; nothing if another version made it."""
    review = orjson.loads(kept)
    curves = review.get("curves", ()) if review["format"] == FORMAT else ()
    return next((curve["turning_point"] for curve in curves if curve["view"] == view), None)


def game_of(state: State) -> tuple[Record, tuple[float, ...] | None]:
    """What was played at a table and, if somebody ended it early, everybody's share; a refusal says why not."""
    play, outcome = state.play, state.outcome
    if state.status is not Status.OVER or play is None or outcome is None:
        raise Refusal("table.unfinished", "A game can be reviewed when it is over.")
    record = Record.of(play.position)
    if outcome.reason is Reason.FINISHED:
        return record, None
    winners = outcome.winners
    if outcome.reason is Reason.LEFT and any(seat.has_lost for seat in state.seats):
        # Whoever was the last to play gave up: all others have what that leaves.
        winners = tuple(number for number, seat in enumerate(state.seats) if not seat.has_lost)
    if not winners:
        raise Refusal("review.none", "This game ended without a winner: nothing decided it.")
    if len(record.actions) < state.terms.players:
        raise Refusal("review.none", "This game ended too soon: there is nothing to look back on.")
    return record, tuple((seat in winners) / len(winners) for seat in range(state.terms.players))
