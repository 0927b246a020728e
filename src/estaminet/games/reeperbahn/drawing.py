"""The street in a terminal."""

from estaminet.engine.jit.layout import unpack
from estaminet.engine.kernel import NOBODY, Known
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import CENTRE, ENTRANCES, SQUARES
from estaminet.games.reeperbahn.view import CardCounts, ReeperbahnView, build_view

ROWS = (
    ("court", {"w": "w", "lilli": "Li", "e": "e"}),
    ("Hans", {"hans": "Ha"}),
    ("Lola", {"lola": "Lo"}),
    ("Charly", {"charly": "Ch"}),
)
"""Figures that can share a square are in different rows; Charly walks on the kerb."""


def render(known: Known, seat: int) -> str:
    """The street with its figures, the turn, the cards."""
    view = build_view(known, seat)
    state = unpack(known, rules.State)
    lines = [*draw_street(view), "", *draw_turn(view, int(state.turn), int(state.winner)), ""]
    for player, count in enumerate(view["hand_sizes"]):
        you = "  (you)" if player == seat else ""
        lines.append(f"seat {player}  {count} cards, pulls Charly {view['pull'][player]}{you}")
    which = "second stack" if view["is_refilled"] else "stack"
    lines.append(f"{which} {view['stack']}, discarded: {list_cards(view['discards'])}")
    if view["hand"] is not None:
        lines.append(f"your hand: {list_cards(view['hand'])}")
    if view["known"] is not None and seat != NOBODY and view["is_refilled"]:
        lines.append(f"seat {1 - seat} is known to hold: {list_cards(view['known'][1 - seat])}")
    if seat == NOBODY and view["is_refilled"]:
        lines.append(f"in the two hands together: {list_cards(view['known_together'])}")
    return "\n".join(lines)


def draw_street(view: ReeperbahnView) -> list[str]:
    """Entrances in brackets, the centre in parentheses, a row for every figure that stands alone."""
    low, high = ENTRANCES[0][-1], ENTRANCES[1][0]
    border = {low: "│", high - 1: "│"}
    squares = range(1, SQUARES + 1)
    numbers = "".join(f"{f'({n})' if n == CENTRE else n:^4}{border.get(n, '')}" for n in squares)
    lines = [f"{'':8}{'seat 0':<9}{'seat 1':>61}".rstrip(), f"{'':8}{numbers}".rstrip()]
    for title, signs in ROWS:
        by_square = {view["figures"][name]: sign for name, sign in signs.items()}
        street = "".join(f"{by_square.get(n, '·'):^4}{border.get(n, '')}" for n in squares)
        lines.append(f"{title:<8}{street}".rstrip())
    return lines


def draw_turn(view: ReeperbahnView, turn: int, winner: int) -> list[str]:
    """Who is to act and what has been done, or how the game ended."""
    if winner != rules.NONE:
        result = "a draw" if winner == rules.DRAW else f"seat {winner} wins"
        return [f"The game is over: {result} ({view['end']})."]
    done = view["turn"]["done"]
    lines = [f"Turn of seat {turn}" + (f": {', '.join(done)}" if done else "")]
    red = view["turn"]["red_means"]
    if red is not None:
        lines.append("Red cards move Lola." if red == "lola" else f"Red cards stand for {red}.")
    elif view["turn"]["mode"] == "fresh" and view["turn"]["can_joke"]:
        lines.append("Red cards may be jokers.")
    return lines


def list_cards(cards: CardCounts) -> str:
    """``lilli ×3, flank``."""
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in cards.items()) or "none"
