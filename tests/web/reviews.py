"""Reviews that nobody has to wait for: of a real game, with figures that are made up."""

import math
from itertools import accumulate, pairwise
from typing import Any

from playwright.sync_api import Page

from estaminet.engine.kernel import NOBODY
from estaminet.engine.position import Position
from estaminet.engine.record import Record
from estaminet.games import REGISTRY
from estaminet.players.playouts import POOLED
from estaminet.review.model import FORMAT
from tests.server.people import Json

WORTH = 0.23
"""Cost of a mistake."""
FOLLOWING = 9
"""The number of actions to follow."""
DRAWS = ("draw", "end", "take")
"""Actions after which something is drawn."""


def invent_review(data: Json, *, is_explained: bool = True, mistakes: int = 4) -> Json:
    """A review of a record: so many mistakes, two lucky draws, and curves that go up and down."""
    record = Record.read(data, REGISTRY.find)
    positions = list(record.positions())
    last = positions[-1]
    players, plies = last.players, len(positions) - 1
    movers = [position.to_move or 0 for position in positions[:-1]]
    changes = [0, *(int(before != after) for before, after in pairwise(movers))]
    turns = [1 + turn for turn in accumulate(changes)]
    result = last.returns() if last.is_over else [float(seat == 0) for seat in range(players)]
    free = [ply for ply in range(plies) if len(positions[ply].legal()) > 1]
    chosen = free[:: max(1, len(free) // mistakes)][:mistakes]
    views = [*range(players), NOBODY, POOLED]
    drawn = next((ply for ply in range(plies // 2, plies) if last.actions[ply].split()[0] in DRAWS), plies // 2)
    causes = {view: "decision" if view == POOLED else "draw" for view in views}
    return {
        "format": FORMAT,
        "game": record.start.game.name,
        "players": players,
        "options": dict(last.options),
        "seed": 0,
        "result": result,
        "actions": last.actions,
        "movers": movers,
        "rounds": [plies // 3],
        "tallies": {"score": [position.scores() for position in positions]},
        "curves": [
            {
                "view": view,
                "shares": [share(view, ply, players, plies, result) for ply in range(plies + 1)],
                "errors": [0.02] * plies + [0.0],
                "turning_point": {
                    "ply": drawn, "seat": 0, "before": 0.56, "after": 0.21, "cause": causes[view]
                },
            }
            for view in views
        ],
        "is_quick": False,
        "is_finished": last.is_over,
        "accounts": [invent_account(seat, result[seat], players, is_explained=is_explained) for seat in range(players)],
        "draws": [
            {"ply": ply, "gained": [gain if seat == movers[ply] else -gain / (players - 1) for seat in range(players)]}
            for ply, gain in zip((drawn, drawn // 2, plies - 1), (0.12, 0.31, 0.01), strict=True)
        ],
        "decisions": [
            invent_mistake(positions[ply], turns[ply], is_grave=number % 2 == 1, played=last.actions[ply])
            for number, ply in enumerate(chosen)
        ],
        "done": 1,
        "total": 1,
    }  # fmt: skip


def share(view: int, ply: int, players: int, plies: int, result: list[float]) -> list[float]:
    """Of every seat; what it got at the end."""
    if ply == plies:
        return result
    raw = [1 + 0.8 * math.sin(0.13 * ply + 2 * seat + 0.3 * view) for seat in range(players)]
    return [each / sum(raw) for each in raw]


def invent_account(seat: int, result: float, players: int, *, is_explained: bool) -> Json:
    terms = {"place": 0.02, "deal": -0.041, "draws": 0.12, "others": 0.07, "decisions": -0.09, "hidden": 0.03}
    return {
        "seat": seat, "result": result, **terms, "judgement": result - 1 / players - sum(terms.values()),
        "is_explained": is_explained, "weights": {"luck": 1.0, "hidden": 1.0, "decisions": 1.0}, "stake": 2.0,
        "accuracy": 95.5, "error_rate": 48.0,
    }  # fmt: skip


def invent_mistake(before: Position, turn: int, *, is_grave: bool, played: str) -> Json:
    """A decision of which something else that was possible is called better."""
    better = next(action for action in before.legal() if action != played)
    after = before.copy()
    after.play(better)
    follow = [better]
    while not after.is_over and len(follow) <= FOLLOWING:
        follow.append(after.legal()[0])
        after.play(follow[-1])
    seat = before.to_move or 0
    return {
        "ply": len(before.actions), "turn": turn, "seat": seat, "verdict": "grave" if is_grave else "mistake",
        "played": [played], "better": [better], "follow": follow, "chance": 0.56,
        "gained": [-WORTH if each == seat else 0.0 for each in range(before.players)],
        "hidden": [0.0] * before.players, "error": 0.01, "loss": WORTH, "loss_error": 0.01, "reason": None,
        "choices": [
            {"action": each, "loss": 0.0 if each == better else WORTH, "continuation": []} for each in before.legal()
        ],
    }  # fmt: skip


def answer_with(page: Page, review: Json) -> None:
    """Whoever asks for a review gets this one at once."""
    answer: dict[str, Any] = {"key": "0" * 64, "done": 1, "total": 1, "is_done": True, "review": review}
    page.route("**/api/tables/*/review", lambda route: route.fulfill(json=answer))
