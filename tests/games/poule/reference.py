"""The rules page once more, slowly and in plain Python, to compare the kernel with. Knows nothing of `rules`."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

COLUMNS: Final = "abcdef"
ROWS: Final = "12345"
CELLS: Final = [column + row for row in ROWS for column in COLUMNS]
COLOURS: Final = "WGBR"
TILES: Final = [
    *["+1", "+1", "+2", "+2", "+3", "+3", "+4", "+4", "+5", "+5", "+6", "+6"],
    *["-1", "-2", "-3", "-4", "-5", "-6", "purse", "fire", "fire", "curse", "wizard"],
]
Board = Mapping[str, str]


def rows_and_columns(board: Board, players: int) -> tuple[list[int], list[int]]:
    """P4.5: what each player gains from all rows, and from all columns."""
    rows = [[column + row for column in COLUMNS] for row in ROWS]
    columns = [[column + row for row in ROWS] for column in COLUMNS]
    return _sum(board, rows, players), _sum(board, columns, players)


def gains(board: Board, players: int) -> list[int]:
    rows, columns = rows_and_columns(board, players)
    return [row + column for row, column in zip(rows, columns, strict=True)]


def _sum(board: Board, lines: list[list[str]], players: int) -> list[int]:
    segments = [segment for line in lines for segment in _cut(board, line)]
    return [
        sum(_rank(board, cell, COLOURS[seat]) * _value(board, segment) for segment in segments for cell in segment)
        for seat in range(players)
    ]


def _cut(board: Board, line: list[str]) -> Iterator[list[str]]:
    """P4.2."""
    segment: list[str] = []
    for cell in line:
        if board.get(cell) == "fire":
            yield segment
            segment = []
        else:
            segment.append(cell)
    yield segment


def _value(board: Board, segment: list[str]) -> int:
    """P4.3."""
    pieces = [board[cell] for cell in segment if cell in board]
    values = [int(piece) for piece in pieces if piece[0] in "+-"]
    if "curse" in pieces:
        values = [value for value in values if value < 0]
    return sum(values) * (2 if "purse" in pieces else 1)


def _rank(board: Board, cell: str, colour: str) -> int:
    """P4.4, P6.6: the rank of this colour's stall on a cell, one more beside the wizard."""
    piece = board.get(cell, "")
    if not piece.startswith(f"{colour} "):
        return 0
    column, row = COLUMNS.index(cell[0]), ROWS.index(cell[1])
    beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    inside = [COLUMNS[x] + ROWS[y] for x, y in beside if x in range(6) and y in range(5)]
    return piece.count("I") + ("wizard" in [board.get(other) for other in inside])


class Market:
    """A whole game."""

    def __init__(self, players: int, options: Mapping[str, object], first: int, rounds: list[list[int]]) -> None:
        self.seats = range(players)
        self.options = options
        self.rounds = rounds
        self.first = first
        self.number = 0
        self.money = [int(str(options["purse_start"]))] * players
        self.hands = [self.all_stalls() for _ in self.seats]
        self.is_over = False
        self.has_run_out = False
        self.begin_round()

    def all_stalls(self) -> Counter[str]:
        """P1.4."""
        return Counter({"I": 6 - len(self.seats), "II": 3, "III": 2, "IIII": 1})

    def begin_round(self) -> None:
        """P2.2."""
        self.board: dict[str, str] = {}
        self.stack = [TILES[tile] for tile in self.rounds[self.number]]
        self.secrets: dict[int, str] = {}
        if self.options["tiles"] == "secret":
            for step in self.seats:
                self.secrets[(self.first + step) % len(self.seats)] = self.stack.pop(0)
        self.drawn = ""
        self.turn = self.first

    def actions_of(self, seat: int) -> set[str]:
        """P3.1 to P3.3: what a seat could do if it were its turn."""
        empty = [cell for cell in CELLS if cell not in self.board]
        actions = {f"stall {rank} {cell}" for rank, left in self.hands[seat].items() if left for cell in empty}
        if self.stack and empty:
            actions.add("draw")
        if seat in self.secrets:
            actions |= {f"secret {cell}" for cell in empty}
        return actions

    def legal(self) -> set[str]:
        if self.is_over:
            return set()
        if self.drawn:
            return {f"place {cell}" for cell in CELLS if cell not in self.board}
        return self.actions_of(self.turn) or {"pass"}

    def play(self, text: str) -> None:
        kind, *words = text.split()
        if kind == "draw":
            self.drawn = self.stack.pop(0)
            return
        if kind == "stall":
            self.hands[self.turn][words[0]] -= 1
            self.board[words[1]] = f"{COLOURS[self.turn]} {words[0]}"
            self.has_run_out |= self.hands[self.turn].total() == 0
        elif kind == "place":
            self.board[words[0]], self.drawn = self.drawn, ""
        elif kind == "secret":
            self.board[words[0]] = self.secrets.pop(self.turn)
        self.turn = (self.turn + 1) % len(self.seats)
        if not any(self.actions_of(seat) for seat in self.seats):
            self.end_round()

    def end_round(self) -> None:
        """P4.5, P5, P2.3."""
        for seat, gain in enumerate(gains(self.board, len(self.seats))):
            self.money[seat] += gain
        self.number += 1
        if self.number == len(self.rounds) or (self.options["end"] == "last_stall" and self.has_run_out):
            self.is_over = True
            return
        clockwise = [(self.first + step) % len(self.seats) for step in range(1, len(self.seats) + 1)]
        self.first = max(clockwise, key=lambda seat: self.money[seat])
        for hand in self.hands:
            if self.options["stalls_return"] == "all":
                hand.update(self.all_stalls() - hand)
            elif self.options["stalls_return"] == "rank_one":
                hand["I"] = self.all_stalls()["I"]
        self.begin_round()
