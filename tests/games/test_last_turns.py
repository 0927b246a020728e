"""`last_turns`: what everybody saw each seat do lately, told again from public views and actions alone."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

import estaminet
from estaminet.engine.contract import Case
from estaminet.engine.game import Action, LogLine
from estaminet.engine.jit.layout import look_up
from estaminet.engine.kernel import NOBODY
from estaminet.games.nuit import components as nuit
from estaminet.games.poule import components as poule
from estaminet.games.reeperbahn import components as reeperbahn
from tests.games.last_turns import STATES, Turns, read_turns

pytestmark = pytest.mark.compiled
CASES = [(name, players) for name in STATES for players in estaminet.game(name).seats]
View = Mapping[str, Any]


def push(turns: Turns, first: int | tuple[int, ...]) -> None:
    """A new turn of a seat; the oldest is forgotten."""
    turns[1:] = turns[:-1].copy()
    turns[0] = first


def tell_poule(turns: Turns, before: View, action: Action, after: View, _: list[LogLine]) -> None:
    if action.kind != "draw":
        place = poule.CELLS.index(action.parts["cell"]) if action.kind != "pass" else 60
        push(turns[before["to_move"]], 1 + place + 30 * (action.kind == "secret"))
    if after["board"]["round"] > before["board"]["round"]:
        turns[:] = 0


def tell_reeperbahn(turns: Turns, before: View, action: Action, _: View, __: list[LogLine]) -> None:
    seat = before["to_move"]
    if before["board"]["turn"]["mode"] == "fresh":
        push(turns[seat], 0)
    if action.kind not in ("end", "charm"):
        kind = reeperbahn.KIND_NAMES.index(action.parts["card"])
        turns[seat, 0, kind] += {"discard": -1, "court": 2}.get(action.kind, 1)


def tell_nuit(turns: Turns, before: View, action: Action, after: View, lines: list[LogLine]) -> None:
    board, newest = before["board"], turns[before["board"]["turn"]]
    firsts = ("equip", "host", "cash", "pass")
    if action.kind in firsts:
        push(newest, (1 + firsts.index(action.kind), 0, 0, 0, 0))
    for arguments in (line.arguments for line in lines if line.key == "nuit.card"):
        kind = nuit.KINDS.index(str(arguments["furniture"]))
        card = nuit.ActionCard(kind, is_to=arguments["type"] == "to", is_unpaid=arguments["payment"] == "unpaid")
        newest[0, 4] = 1 + card.number
    stage = after["board"]["stage"]
    if action.kind in ("from", "to") and stage != "to":
        left = board["leaving"] or {"pub": int(action.parts["pub"]), "space": action.parts["space"]}
        guests = board["pubs"][left["pub"]]["spaces"][nuit.SPACES.index(left["space"])]["guests"]
        value = sum(guests[colour] * marks for colour, marks in zip(nuit.COLOURS, nuit.VALUES, strict=True))
        newest[0, 1:4] = 1 + left["pub"], 1 + after["to_move"] if stage == "seat" else 0, value // 10


TELLERS: dict[str, Callable[[Turns, View, Action, View, list[LogLine]], None]] = {
    "poule": tell_poule,
    "reeperbahn": tell_reeperbahn,
    "nuit": tell_nuit,
}


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_last_turns_are_what_was_seen_and_the_same_for_everybody(name: str, players: int) -> None:
    game = estaminet.game(name)
    case = Case(game, players, {}, seed=3)
    told = read_turns(name, case.start().memory)
    before, known, count = case.start().view(), case.start().known_to(), 0
    for position in case.walk():
        if position.history:
            action, after = game.actions[position.history[-1]], position.view()
            lines = game.describe(known, action, position.known_to())
            TELLERS[name](told, before, action, after, lines)
            before, known = after, position.known_to()
            count += 1
        for seat in (*range(players), NOBODY):
            seen = read_turns(name, game.kernel.known(position.memory, seat))
            assert seen.tolist() == told.tolist(), (count, seat)
    assert count > 30


@pytest.mark.parametrize("name", STATES)
def test_positions_that_differ_in_their_last_turns_alone_are_searched_as_one(name: str) -> None:
    """Their canonical bytes are the same, and those who judge them see no difference."""
    game = estaminet.game(name)
    players = game.seats[0]
    for position in Case(game, players, {}, seed=3).sample():
        other = position.memory.copy()
        look_up(other, STATES[name], "last_turns")[:] = 1
        shares = np.zeros((2, players))
        for memory, out in zip((position.memory, other), shares, strict=True):
            game.kernel.evaluate(memory, out)
            game.kernel.canonicalize(memory)
        assert shares[0].tolist() == shares[1].tolist()
        assert position.memory.tobytes() == other.tobytes()
