"""Records of tables with the proofs of their deals, and the frames of records, lessons and puzzles.

Frames are made of views, which know no secrets. The play after a try at a puzzle takes place in a world imagined from
what the seat knows.
"""

import gzip
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, cast

import orjson
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.fairness import MEMBER, Verification
from estaminet.engine.game import Game
from estaminet.engine.position import Position
from estaminet.engine.record import FindGame, Record, parse_line
from estaminet.players.hints import Hint, Risk
from estaminet.puzzles.answer import Answer, find_answer
from estaminet.puzzles.model import Puzzle, Rating, imagine, load_puzzles, rate_try
from estaminet.server.errors import Refusal
from estaminet.server.live.branches import Members, fingerprint
from estaminet.server.live.messages import LineMessage, ListedPuzzle, VerdictMessage
from estaminet.server.live.updates import Views, line_messages, write_once
from estaminet.server.rules.play import Play
from estaminet.server.rules.state import State, Status

MOST_LESSONS: Final = 16
"""How many lessons are remembered as they are sent, a few kilobytes each."""


def write_frames(plays: Iterable[Play], seat: int | None, *, with_drawing: bool = False) -> list[dict[str, object]]:
    """Positions that follow on each other, as a seat or a spectator sees them."""
    views = Views()
    frames: list[dict[str, object]] = []
    for play in plays:
        position = play.position
        drawing = position.render(seat) if with_drawing else None
        frames.append(
            {
                "view": write_once(views.write(play, seat, drawing=drawing)),
                "action": position.game.actions[position.history[-1]].text if position.history else "",
                "lines": line_messages(play.lines),
            }
        )
    return frames


# Records and lessons


def write_record(state: State, variations: Sequence[object] = (), *, has_names: bool = True) -> bytes:
    """One line of JSON: the record that any engine reads, with the proof, the names of people and how it ended."""
    members = describe_record(state)
    if not has_names:
        members["names"] = [seat.level or "" for seat in state.seats]
    return orjson.dumps({**members, "variations": variations} if variations else members)


def describe_record(state: State) -> dict[str, object]:
    """The members of a record, which nobody gets before the game is over."""
    if state.status is not Status.OVER or state.play is None or state.outcome is None:
        raise Refusal("table.unfinished", "The record of a game is available when it is over.")
    members: dict[str, object] = Record.of(state.play.position).to_data() | {
        "names": [seat.name or (seat.level or "") for seat in state.seats],
        "characters": [seat.character if seat.level else None for seat in state.seats],
        "turned": state.terms.seat_rotation,
        "outcome": {"reason": state.outcome.reason, "winners": state.outcome.winners},
    }
    opening = state.terms.opening
    if state.is_practice:
        members["practice"] = True
    if opening and opening.kind == "contest":
        members["contest"] = opening.source
    if opening is None:
        members[MEMBER] = state.proof.to_data()
    return members


def write_replay(line: bytes, find_game: FindGame, seat: int | None, *, with_drawing: bool) -> bytes:
    """Every position of a record as a seat, or a spectator, saw it; every action is checked on the way."""
    data = parse_line(line)
    record = Record.read(data, find_game)
    frames = write_frames(replay_record(record), seat, with_drawing=with_drawing)
    members = {
        "game": record.start.game.name,
        "names": read_names(data),
        "frames": frames,
        "fingerprint": fingerprint(cast("Members", data)),
    }
    return orjson.dumps(members)


@lru_cache(maxsize=MOST_LESSONS)
def write_lesson(game: Game) -> bytes:
    """A whole first lesson as its learner sees it: every position with its action and its text.

    Packed with gzip: its positions are much alike.
    """
    lesson = game.lesson
    if lesson is None:
        raise Refusal("lesson.none", f"{game.name} has no lesson: read its rules instead.")
    record = Record(game.start(lesson.players, options=lesson.options, deal=lesson.deal), lesson.actions)
    frames = write_frames(replay_record(record), lesson.seat)
    steps = [{"at": step.at, "key": step.key} for step in lesson.steps]
    return gzip.compress(orjson.dumps({"game": game.name, "seat": lesson.seat, "steps": steps, "frames": frames}))


def describe_verification(verdict: Verification) -> VerdictMessage:
    """A checked record, as a message."""
    return {
        "game": verdict.game,
        "players": verdict.players,
        "commitment": verdict.commitment,
        "actions": verdict.actions,
        "is_finished": verdict.is_finished,
    }


def replay_record(record: Record) -> Iterator[Play]:
    """Every position of a record, the deal first."""
    play: Play | None = None
    for position in record.positions():
        play = play.after(position.history[-1]) if play else Play(position)
        yield play


def read_names(data: object) -> list[str]:
    """The players' names in a record; anybody may have written it, so only texts count."""
    names = data.get("names") if isinstance(data, dict) else None
    texts = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return [text.encode(errors="replace").decode() for text in texts]


# Puzzles


def list_puzzles(game: Game) -> list[ListedPuzzle]:
    """All puzzles of a game, always in the same order."""
    puzzles = load_puzzles(game)
    return [{"id": each, "difficulty": puzzles[each].difficulty} for each in sorted(puzzles)]


def write_puzzle(puzzle: Puzzle, game: Game) -> bytes:
    """A position to solve."""
    members = {
        "id": puzzle.id,
        "game": puzzle.game,
        "difficulty": puzzle.difficulty,
        "view": Views().write(Play(place_puzzle(puzzle, game)), puzzle.seat),
    }
    return orjson.dumps(members)


def write_answer(puzzle: Puzzle, game: Game, action: str, rating: Rating | None) -> bytes:
    """The answer to a try; IllegalAction or UnknownAction if it is not possible."""
    start = place_puzzle(puzzle, game)
    if puzzle.find(action) is None:
        raise game.refuse(start.known_to(puzzle.seat), puzzle.seat, game.code(action))
    is_right = action in puzzle.best
    after = rating and rate_try(rating, puzzle.difficulty, is_right=is_right)
    answer = find_answer(puzzle, game, action)
    members = {
        "is_right": is_right,
        "is_exact": puzzle.is_exact,
        "themes": puzzle.themes,
        "best": puzzle.best,
        "rows": write_rows(answer, start),
        "reason": line_messages([answer.reason])[0],
        "frames": write_frames(play_actions(start, answer.tried), puzzle.seat),
        "best_frames": write_frames(play_actions(start, answer.best), puzzle.seat),
        "rating": after and {"mu": after.mu, "sigma": after.sigma},
    }
    return orjson.dumps(members)


def place_puzzle(puzzle: Puzzle, game: Game) -> Position:
    """The position in the imagined world that the puzzle shows."""
    position = puzzle.position(game)
    position.memory = imagine(position, puzzle.world)
    return position


def write_rows(answer: Answer, start: Position) -> list[dict[str, object]]:
    """Possible turns, each with the certain effects of its actions."""
    return [
        {
            "actions": row.actions,
            "effects": [dict(effect) for effect in start.foresee(row.actions)],
            "share": row.share,
            "cost": row.cost,
            "is_right": row.is_right,
            "is_tried": row.is_tried,
        }
        for row in answer.rows
    ]


def play_actions(start: Position, actions: Iterable[str]) -> Iterator[Play]:
    """The position after every action."""
    play = Play(start)
    for text in actions:
        play = play.after(start.game.code(text))
        yield play


# Hints


class SuggestionMessage(TypedDict):
    """One action that you could take."""

    action: str
    share: float
    """The share of the victory that you may expect after it."""
    continuation: list[str]
    """The expected continuation."""


class TurnMessage(TypedDict):
    """A whole turn that you could play."""

    actions: list[str]
    """In order, until somebody else is to move or something new is revealed."""
    effects: list[dict[str, object]]
    """The certain effects of each, like those of a view; empty if the game does not say."""
    share: float
    """The share of the victory that you may expect after it."""
    error: float
    """The standard error of the share; 0 if it was calculated."""
    lead: float | None
    """By how much you would be ahead of the best of the others, in the game's own unit; null if it has none."""
    is_as_good: bool
    """Not the first, and as good as it, as far as can be told."""
    risk: Risk | None
    """Why its chance is better than that of a turn with a better lead; null if there is no such turn."""


class FollowingMessage(TypedDict):
    """One action of a likely continuation."""

    seat: int
    action: str
    lines: list[LineMessage]


class HintMessage(TypedDict):
    """A hint, from what you may know and nothing else."""

    turns: list[TurnMessage]
    """Up to three that differ in what matters, the best first; all of them were tried in the same imagined worlds."""
    reason: LineMessage | None
    """Why the first of them is better than the second; null if there is no second."""
    follow: list[FollowingMessage]
    """What is likely to follow the first turn, itself included, in a world that you could imagine."""
    suggestions: list[SuggestionMessage]
    """Everything that you can do now, the best first."""
    win_shares: list[float]
    """The share of the victory that every seat may expect, if you play the first turn; they add up to 1."""
    is_exact: bool
    """Whether this was calculated to the end."""


def describe_hint(hint: Hint, position: Position) -> HintMessage:
    """A hint for the seat that is to move in a position."""
    return {
        "turns": [
            {
                "actions": list(each.actions),
                "effects": [dict(effect) for effect in position.foresee(each.actions)],
                "share": each.share,
                "error": each.error,
                "lead": each.lead,
                "is_as_good": each.is_as_good,
                "risk": each.risk,
            }
            for each in hint.turns
        ],
        "follow": [
            {"seat": each.seat, "action": each.action, "lines": line_messages(each.lines)} for each in hint.following
        ],
        "reason": line_messages([hint.reason])[0] if hint.reason else None,
        "suggestions": [
            {"action": each.action, "share": each.share, "continuation": list(each.continuation)}
            for each in hint.actions
        ],
        "win_shares": list(hint.win_shares),
        "is_exact": hint.is_exact,
    }
