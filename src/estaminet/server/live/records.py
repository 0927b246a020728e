"""The record of a table's game, with the proof of its deal, records to be looked at again, and first lessons."""

import gzip
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

import orjson

from estaminet.engine.fairness import MEMBER
from estaminet.engine.game import Game
from estaminet.engine.position import Position
from estaminet.engine.record import FindGame, Record, parse_line
from estaminet.server.errors import Refusal
from estaminet.server.live.log import line_messages
from estaminet.server.live.updates import Views
from estaminet.server.rules.play import Play
from estaminet.server.rules.state import State, Status

MOST_LESSONS: Final = 16
"""How many lessons are remembered as they are sent, a few kilobytes each."""


def write_record(state: State) -> bytes:
    """One line of JSON: the record that any engine reads, with the proof, the names and how it ended.

    Nobody gets it before the game is over.
    """
    if state.status is not Status.OVER or state.play is None or state.outcome is None:
        raise Refusal("table.unfinished", "The record of a game can be had when it is over.")
    members = Record.of(state.play.position).to_data() | {
        "names": [seat.name or (seat.level or "") for seat in state.seats],
        "characters": [seat.character if seat.level else None for seat in state.seats],
        "turned": state.terms.turned,
        "outcome": {"reason": state.outcome.reason, "winners": state.outcome.winners},
    }
    if state.is_practice:
        members["practice"] = True
    if state.terms.lesson is None:
        members[MEMBER] = state.proof.to_data()
    return orjson.dumps(members)


def write_replay(line: bytes, find_game: FindGame, seat: int | None, *, with_drawing: bool) -> bytes:
    """Every position of a record as a seat, or a spectator, saw it; every action is checked on the way."""
    data = parse_line(line)
    record = Record.read(data, find_game)
    frames = list(write_frames(record.positions(), seat, with_drawing=with_drawing))
    return orjson.dumps({"game": record.start.game.name, "names": read_names(data), "frames": frames})


@lru_cache(maxsize=MOST_LESSONS)
def write_lesson(game: Game) -> bytes:
    """A whole first lesson as its learner sees it: every position, what led to it, and what is said on the way.

    Packed with gzip: its positions are much alike.
    """
    lesson = game.lesson
    if lesson is None:
        raise Refusal("lesson.none", f"{game.name} has no lesson: its rules are to be read.")
    record = Record(game.start(lesson.players, options=lesson.options, deal=lesson.deal), lesson.actions)
    frames = list(write_frames(record.positions(), lesson.seat))
    steps = [{"at": step.at, "key": step.key} for step in lesson.steps]
    return gzip.compress(orjson.dumps({"game": game.name, "seat": lesson.seat, "steps": steps, "frames": frames}))


def write_frames(
    positions: Iterable[Position], seat: int | None, *, with_drawing: bool = False
) -> Iterator[dict[str, object]]:
    """Positions that follow on each other, from the deal on, as a seat or a spectator sees them."""
    views = Views()
    play: Play | None = None
    for position in positions:
        play = play.after(position.history[-1]) if play else Play(position)
        drawing = position.render(seat) if with_drawing else None
        yield {
            "view": orjson.Fragment(views.write(play, seat, drawing=drawing)),
            "action": position.actions[-1] if position.history else "",
            "lines": line_messages(play.lines),
        }


def read_names(data: object) -> list[str]:
    """Who played, as far as a record tells; anybody may have written it, so what is no text is left out."""
    names = data.get("names") if isinstance(data, dict) else None
    texts = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return [text.encode(errors="replace").decode() for text in texts]
