"""Sets up tables: their terms, seats and ids."""

import secrets
from collections.abc import Collection, Sequence
from typing import NamedTuple

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.contests import Contest
from estaminet.engine.fairness import write_terms
from estaminet.engine.game import Game
from estaminet.server.errors import Refusal
from estaminet.server.live.clock import now
from estaminet.server.rules.decide import decide_opening
from estaminet.server.rules.events import Event
from estaminet.server.rules.permissions import Asker
from estaminet.server.rules.plan import (
    CHARACTERS,
    CODE_LENGTH,
    CODE_LETTERS,
    HouseSeat,
    LocalSeat,
    MySeat,
    Opening,
    SeatPlan,
    TablePlan,
    Terms,
    seat_characters,
)
from estaminet.server.rules.state import State


class TableSetup(NamedTuple):
    """The plan of a table, and the people of its seats."""

    plan: TablePlan
    people: Sequence[str | None]
    """The person for whom each seat is reserved; None if it is free."""
    names: Sequence[str]
    """The names of those people."""
    rotation: int = 0
    """By how many seats everybody has moved on since the first of several games."""
    opening: Opening | None = None


class NewTable(TypedDict):
    """A table that was just set up."""

    id: str
    """Its holders may watch."""
    invitation: str
    """Its holders may sit down."""
    commitment: str
    """SHA-256 of the seed and the terms: note it before you sit down."""
    terms: str
    """The text that the commitment covers beside the seed: note it too."""
    home: str
    """The best address of the table, if not this one."""


def seat_owner(plan: TablePlan, person: str, name: str) -> TableSetup:
    """The table of an owner: with their own seat, and those of people on their device."""
    people = [person if isinstance(seat, MySeat | LocalSeat) else None for seat in plan.seats]
    names = [
        seat.name if isinstance(seat, LocalSeat) else name if isinstance(seat, MySeat) else "" for seat in plan.seats
    ]
    return TableSetup(plan, people, names)


def seat_learner(game: Game, person: str, name: str) -> TableSetup:
    """The table at which a lesson is played on against patient house players."""
    lesson = game.lesson
    if lesson is None:
        raise Refusal("lesson.none", f"{game.name} has no lesson: read its rules instead.")
    seats: list[SeatPlan] = [
        MySeat(kind="me") if n == lesson.seat else HouseSeat(kind="house", level="apprentice", character=character)
        for n, character in zip(range(lesson.players), CHARACTERS, strict=False)
    ]
    plan = TablePlan(game=game.name, seats=seats, options=dict(lesson.options))
    return seat_owner(plan, person, name)._replace(opening=Opening.of_lesson(lesson))


def seat_contestant(contest: Contest, person: str, name: str, *, is_practice: bool) -> TableSetup:
    """The table at which somebody plays the deal of a contest: everybody meets the same house players."""
    characters = seat_characters(contest.key, [None] * contest.players)
    seats: list[SeatPlan] = [
        MySeat(kind="me") if number == contest.seat
        else HouseSeat.model_validate({"kind": "house", "level": contest.level, "character": character})
        for number, character in enumerate(characters)
    ]  # fmt: skip
    plan = TablePlan(game=contest.game.name, seats=seats, options=dict(contest.options), has_talk=False)
    opening = Opening("contest", contest.seat, contest.deal, source=contest.key, is_practice=is_practice)
    return seat_owner(plan, person, name)._replace(opening=opening)


def seat_again(state: State, known: Collection[str]) -> TableSetup:
    """The next game of the same people, each one seat further on; seats of forgotten people are open."""
    seats = [*state.seats[-1:], *state.seats[:-1]]
    before = [*state.terms.plan.seats[-1:], *state.terms.plan.seats[:-1]]
    again = [seat.plan_rematch(plan) for seat, plan in zip(seats, before, strict=True)]
    plan = state.terms.plan.model_copy(update={"seats": again})
    people = [seat.person if seat.person in known else None for seat in seats]
    names = [seat.name if seat.person in known else "" for seat in seats]
    return TableSetup(plan, people, names, rotation=(state.terms.seat_rotation + 1) % len(seats))


def draw_terms(game: Game, seating: TableSetup, owner: str, table_id: str) -> Terms:
    """The terms of a new table, with a seed that nobody knows."""
    plan = seating.plan
    options = game.options.resolve(plan.options)
    return Terms(
        id=table_id, invitation=secrets.token_urlsafe(16), game=game, options=options,
        plan=plan.model_copy(update={"options": options}), owner=owner,
        people=tuple(seating.people), names=tuple(seating.names), seed=secrets.token_bytes(32),
        wording=write_terms(table_id, game.name, len(plan.seats), options),
        seat_rotation=seating.rotation, opening=seating.opening,
    )  # fmt: skip


def begin_table(game: Game, seating: TableSetup, owner: str, table_id: str) -> tuple[State, list[Event]]:
    """A new table, and all that has happened there when somebody sits down to play on."""
    terms = draw_terms(game, seating, owner, table_id)
    if terms.opening is None:
        return State.of(terms), []
    return decide_opening(State.of(terms), Asker(owner, terms.names[terms.opening.seat], now()), terms.opening)


def describe_new(terms: Terms, home: str = "") -> NewTable:
    return {
        "id": terms.id,
        "invitation": terms.invitation,
        "commitment": terms.commitment,
        "terms": terms.wording,
        "home": home,
    }


def new_table_id(plan: TablePlan) -> str:
    """Unguessable; that of a big screen's table begins with what people type."""
    if not plan.has_screen:
        return secrets.token_urlsafe(16)
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return code + secrets.token_urlsafe(16)
