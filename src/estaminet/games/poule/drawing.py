"""The square in a terminal."""

from estaminet.engine.kernel import Known
from estaminet.games.poule.components import COLUMNS, ROWS
from estaminet.games.poule.view import PieceView, TileView, build_view

SHORT_NAMES = {"tax_collector": "tax"}


def render(known: Known, seat: int) -> str:
    """The board as in the rules page's example, then every player's purse and stalls."""
    view = build_view(known, seat)
    by_cell = {piece["cell"]: short_piece(piece) for piece in view["pieces"]}
    lines = [f"Round {view['round']} of {view['rounds']}", "", "    " + "".join(f"{c:<9}" for c in COLUMNS)]
    lines += [f"{row}   " + "".join(f"{by_cell.get(column + row, '.'):<9}" for column in COLUMNS) for row in ROWS]
    lines.append("")
    for player, money in enumerate(view["money"]):
        stalls = " ".join(" ".join([rank] * count) for rank, count in view["stalls"][player].items() if count)
        secret = "  secret tile" if view["holds_secret"][player] else ""
        if player == seat and view["secret"]:
            secret += f" {short_tile(view['secret'])}"
        you = "  (you)" if player == seat else ""
        lines.append(f"seat {player}  {money:4} écus  stalls {stalls or 'none'}{secret}{you}")
    lines.append(f"stack {view['stack']}")
    if view["open_stack"]:
        lines.append("next: " + ", ".join(short_tile(tile) for tile in view["open_stack"]))
    if view["drawn"]:
        lines.append(f"drawn: {short_tile(view['drawn'])}")
    return "\n".join(line.rstrip() for line in lines)


def short_tile(tile: TileView) -> str:
    """``queen +6``, ``fire``."""
    name = SHORT_NAMES.get(tile["name"], tile["name"])
    return f"{name} {tile['value']:+}" if tile["value"] else name


def short_piece(piece: PieceView) -> str:
    """At most eight characters for a cell: ``0:IIII``, ``+6``, ``fire``."""
    tile = piece["tile"]
    if tile is None:
        return f"{piece['seat']}:{piece['rank']}"
    return f"{tile['value']:+}" if tile["value"] else tile["name"]
