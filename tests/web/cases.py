"""The effects of actions, as cases for the page's unit tests: the view before, the action, the view after.

The page shows some effects before anybody commits: ghosts on the street, a walk from pub to pub, what the square would
pay. Its tests hold what it shows against the cases, and `test_cases.py` holds the cases against the engine, so that no
side drifts off alone. `python -m tests.web.cases` writes them anew.
"""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import estaminet
from estaminet.engine.game import LogLine
from estaminet.engine.position import Position

FOLDER: Final = Path(__file__).parents[2] / "web" / "src" / "games"
LARGEST: Final = 64_000
"""Bytes of a file."""
LEFT_OUT: Final = {"nuit": "unseen"}
"""A large member of the board with which no forecast has to do."""
WONDERS: Final = ("fire", "purse", "curse", "wizard")


class Evening(NamedTuple):
    """A game that is played at random until its end."""

    seed: int
    players: int
    options: Mapping[str, object] = {}
    favours: frozenset[str] = frozenset()
    """Kinds of action that seat 0 takes whenever it can."""


EVENINGS: Final = {
    "poule": [
        Evening(0, 2, {"wizard": True, "rounds": 1}),
        Evening(1, 3, {"rounds": 2}),
        Evening(2, 4, {"wizard": True, "tiles": "open", "rounds": 1}),
    ],
    "reeperbahn": [
        *[Evening(seed, 2) for seed in range(6)],
        Evening(6, 2, {"edition": "royal_visit"}),
        Evening(26, 2, favours=frozenset({"court", "lilli"})),  # Lilli reaches an entrance
    ],
    "nuit": [Evening(0, 3), Evening(1, 4, {"threshold": 0})],
}


class Case(NamedTuple):
    """An action, with the views of whoever took it."""

    before: dict[str, Any]
    action: dict[str, Any]
    after: dict[str, Any]
    lines: list[LogLine]


def path(name: str) -> Path:
    return FOLDER / name / "__fixtures__" / "cases.json"


def see(position: Position, seat: int, taken: str = "") -> dict[str, Any]:
    """A view as the page gets it: legal actions by their texts, and what the one that is taken will do."""
    view = position.view(seat)
    board = {key: value for key, value in view["board"].items() if key != LEFT_OUT.get(view["game"])}
    legal = [action["text"] for action in view["legal"]]
    said = position.own_view(seat)["effects"]
    effects = [effect if text == taken else {} for text, effect in zip(legal, said, strict=False)] if taken else []
    plain: dict[str, Any] = json.loads(json.dumps({**view, "board": board, "legal": legal, "effects": effects}))
    return plain


def play(name: str, evening: Evening) -> Iterator[Case]:
    """Every action of a game, each kind of action with the same chance."""
    game, rng = estaminet.game(name), random.Random(evening.seed)
    position = game.start(evening.players, seed=evening.seed, options=evening.options)
    while (seat := position.to_move) is not None:
        legal = position.legal()
        kinds = sorted({text.split()[0] for text in legal})
        if seat == 0:
            kinds = [kind for kind in kinds if kind in evening.favours] or kinds
        # Collecting is rare: six times, and the night is over.
        kind = rng.choice([kind for kind in kinds if kind != "cash" or rng.random() < 0.05] or kinds)
        action = game.actions[game.code(rng.choice([text for text in legal if text.split()[0] == kind]))]
        before, known = see(position, seat, action.text), position.known_to()
        position.play(action.text)
        taken = {"text": action.text, "kind": action.kind, "targets": list(action.targets)}
        yield Case(before, taken, see(position, seat), game.describe(known, action, position.known_to()))


def features(name: str, case: Case) -> set[object]:
    """The features of a case; it is worth having if one of them is new."""
    board, action, keys = case.before["board"], case.action, {line.key for line in case.lines}
    shown: set[object] = {
        action["kind"],
        *keys,
        *(("by", line.arguments["by"]) for line in case.lines if "by" in line.arguments),
    }
    if name == "reeperbahn" and action["kind"] not in {"discard", "end"}:
        verb = action["kind"].rstrip("012345")
        shown |= {(verb, *action["text"].split()[1:]), (verb, case.before["to_move"])}
    if name == "reeperbahn" and action["kind"] == "end":
        shown |= {("pull", seat, steps) for seat, steps in enumerate(board["pull"])}
    if name == "poule" and action["kind"] not in {"draw", "pass"}:
        lying = {piece["tile"]["name"] for piece in board["pieces"] if piece["tile"]}
        shown |= {(action["kind"] == "stall", wonder) for wonder in WONDERS if wonder in lying}
        shown |= {("paid", wonder) for wonder in WONDERS if wonder in lying and "poule.round_paid" in keys}
    if name == "nuit" and board["card"] and (ends := keys & {"nuit.find_room", "nuit.go_home"}):
        pub = next((line.arguments["pub"] for line in case.lines if line.key == "nuit.find_room"), None)
        card = board["card"]
        shown |= {("walk", *ends, card["type"], card["paying"]), ("to", pub), ("from", action["text"].split()[1])}
    return shown


def difference(old: object, new: object, at: tuple[str | int, ...] = ()) -> Iterator[list[object]]:
    """The new values, each with its path into the data."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in sorted(new):
            yield from difference(old[key], new[key], (*at, key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, value in enumerate(new):
            yield from difference(old[index], value, (*at, index))
    else:
        yield [list(at), new]


def collect(name: str) -> str:
    """The file of a game: what its words must cover, then a case in every line, each view as what it has new."""
    game = estaminet.game(name)
    head = {
        "log_keys": {key: list(gaps) for key, gaps in game.log_keys.items()},
        "reason_keys": {key: list(gaps) for key, gaps in game.reason_keys.items()},
        "kinds": sorted({action.kind for action in game.actions}),
        "options": {option.name: list(getattr(option, "values", ())) for option in game.options},
    }
    lines: list[str] = []
    shown: set[object] = set()
    last: dict[str, Any] | None = None
    for evening in EVENINGS[name]:
        for case in play(name, evening):
            if features(name, case) <= shown:
                continue
            shown |= features(name, case)
            stored = {
                "before": list(difference(last, case.before)),
                "action": case.action,
                "after": list(difference(case.before, case.after)),
                "lines": [{"key": line.key, "arguments": dict(line.arguments)} for line in case.lines],
            }
            lines.append(write(stored))
            last = case.after
    text = "".join([write(head)[:-1], ',"cases":[\n', ",\n".join(lines), "\n]}\n"])
    assert len(text) <= LARGEST, f"{name}: {len(text)} bytes are too many"
    return text


def write(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), sort_keys=True)


if __name__ == "__main__":
    for each in EVENINGS:
        path(each).parent.mkdir(exist_ok=True)
        path(each).write_text(collect(each), encoding="utf-8")
        print(f"{path(each)} written")
