"""Connect four, put together. A larger game has its view, its words and its observation in files of their own."""

from collections.abc import Mapping, Sequence
from typing import Final

from typing_extensions import TypedDict  # a server that describes the view needs this one before Python 3.12

from connect_four import rules
from estaminet.engine.deal import Part
from estaminet.engine.game import Action, Game, LogLine, Refusal
from estaminet.engine.jit.layout import Memory, unpack
from estaminet.engine.kernel import NOBODY, Known
from estaminet.engine.options import Options, OptionValue

COLUMNS: Final = "abcdefg"
DISCS: Final = ("X", "O")
LOG_KEYS: Final = {
    "connect_four.drop": ("seat", "column"),
    "connect_four.wins": ("seat",),
    "connect_four.shared": (),
}
SENTENCES: Final = {
    "connect_four.drop": "{seat} drops a disc into column {column}.",
    "connect_four.wins": "{seat} has four in a line and wins.",
    "connect_four.shared": "The grid is full: nobody wins.",
}


class GridView(TypedDict):
    """The grid."""

    columns: dict[str, list[int]]
    """For each column the seats whose discs lie in it, from the bottom."""


class ConnectFour(Game):
    """The first to have four discs in a line wins."""

    name = "connect_four"
    title = "Connect four"
    seats = range(2, 3)
    options = Options()
    actions = tuple(Action(f"drop {column}", "drop", (f"column:{column}",)) for column in COLUMNS)
    log_keys = LOG_KEYS
    sentences = SENTENCES
    marks = DISCS
    modules = (rules,)
    end_rule = "C3.1"

    def deal_parts(self, players: int, options: Mapping[str, OptionValue]) -> Sequence[Part]:  # noqa: ARG002  # no chance
        return ()

    def view(self, known: Known, seat: int) -> GridView:  # noqa: ARG002  # everybody sees the same
        return show_grid(known)

    def render(self, known: Known, seat: int) -> str:  # noqa: ARG002
        columns = show_grid(known)["columns"].values()
        rows = [
            " ".join(DISCS[column[row]] if row < len(column) else "." for column in columns)
            for row in reversed(range(rules.ROWS))
        ]
        return "\n".join([*rows, " ".join(COLUMNS)])

    def describe(self, before: Known, action: Action, after: Known) -> list[LogLine]:
        seat = unpack(before, rules.State).turn
        lines = [LogLine("connect_four.drop", {"seat": seat, "column": action.text[-1]})]
        state = unpack(after, rules.State)
        if state.winner != rules.NONE:
            lines.append(LogLine("connect_four.wins", {"seat": seat}))
        elif state.turn == NOBODY:
            lines.append(LogLine("connect_four.shared", {}))
        return lines

    def explain(self, known: Known, seat: int, action: Action) -> Refusal:  # noqa: ARG002  # there is one reason only
        return Refusal("C2.2", f"column {action.text[-1]} is full.")

    def census(self, memory: Memory) -> Mapping[str, int]:
        """C1: the discs in the grid and those still in hand."""
        state = unpack(memory, rules.State)
        in_grid = sum(int(discs).bit_count() for discs in state.discs)
        return {"discs": in_grid + rules.CELLS - state.dropped}


def show_grid(known: Known) -> GridView:
    """The grid, as everybody sees it."""
    state = unpack(known, rules.State)
    first, second = (int(discs) for discs in state.discs)
    columns: dict[str, list[int]] = {}
    for number, name in enumerate(COLUMNS):
        bits = range(number * rules.FENCE, number * rules.FENCE + rules.ROWS)
        columns[name] = [second >> bit & 1 for bit in bits if (first | second) >> bit & 1]
    return {"columns": columns}


GAME: Final = ConnectFour()
