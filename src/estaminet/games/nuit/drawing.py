"""The pubs in a terminal."""

from itertools import zip_longest

from estaminet.engine.kernel import Known
from estaminet.games.nuit.view import (
    ActionCardView,
    GuestCardView,
    HandCardView,
    NuitView,
    PubView,
    build_view,
    letters,
)

CELL = 13
PUB = 3 * CELL
PLAN = (("i1", "i2"), ("i3", "i4", "i5"), ("i6", "i7"), ("t1", "t2", "t3"))
"""N1.1: the floor plan, row by row."""


def render(known: Known, seat: int) -> str:
    """The pubs two by two, then the open rows, the hands, and what is going on."""
    view = build_view(known, seat)
    plans = [draw_pub(pub, view, seat) for pub in view["pubs"]]
    lines: list[str] = []
    for left, right in zip_longest(plans[::2], plans[1::2], fillvalue=[""] * len(plans[0])):
        pair = [f"{one:<{PUB}}  {other}".rstrip() for one, other in zip(left, right, strict=True)]
        lines += [line for line in pair if line] + [""]
    stacks = view["stacks"]
    lines += [
        f"tiles    {row([tile or '-' for tile in view['open_tiles']])}  stack {stacks['furniture']}",
        f"guests   {row([short_group(card) for card in view['open_guests']])}  stack {stacks['guests']}",
        f"actions  {row([short_card(card) for card in view['open_actions']])}  stack {stacks['actions']}",
        f"cash     {stacks['cash']} left",
        "",
    ]
    for owner, hand in enumerate(view["hands"]):
        you = "  (you)" if owner == seat else ""
        lines.append(f"hand {owner}   {row([short_hand(card) for card in hand])}{you}")
    lines += ["", what_is_going_on(view)]
    return "\n".join(lines)


def draw_pub(pub: PubView, view: NuitView, seat: int) -> list[str]:
    """Two lines for each row of the floor plan: the furniture, and below it the guests and free seats."""
    mark = "*" if pub["seat"] == view["turn"] and view["stage"] != "over" else ""
    you = " (you)" if pub["seat"] == seat else ""
    spaces = {space["space"]: space for space in pub["spaces"]}
    lines = [f"{mark}{pub['seat']} {pub['name']}{you}", f"{pub['money']} marks, guests worth {pub['worth']}"]
    for names in PLAN:
        cells = [spaces[name] for name in names]
        lines.append("".join(f"{cell['space'] + ' ' + (cell['tile'] or '.'):<{CELL}}" for cell in cells))
        people = [" ".join(letters(cell["guests"]) + "." * cell["free"]) for cell in cells]
        lines.append("".join(f"{'   ' + each:<{CELL}}" for each in people))
    return lines


def what_is_going_on(view: NuitView) -> str:
    """One line on the turn."""
    if view["stage"] == "over":
        return "The game is over."
    turn = f"Turn of seat {view['turn']}"
    if view["stage"] == "put":
        return f"{turn}, start tiles to place: {', '.join(view['start_tiles'][view['turn']])}"
    parts = [turn]
    if view["card"]:
        parts.append(f"card {short_card(view['card'])}")
    if view["leaving"]:
        parts.append(f"leaving {view['leaving']['space']} of seat {view['leaving']['pub']}")
    group = view["group"]
    if group:
        parts.append(f"seat {group['pub']} seats {letters(group['guests'])} on {group['furniture']}")
    return ", ".join(parts)


def row(texts: list[str]) -> str:
    """An open row with the number of each slot."""
    return "   ".join(f"{slot}: {text}" for slot, text in enumerate(texts))


def short_group(card: GuestCardView | None) -> str:
    """``bar YYR``."""
    return f"{card['furniture']} {letters(card['guests'])}" if card else "-"


def short_card(card: ActionCardView | None) -> str:
    """``from bar``, ``to dance unpaid``."""
    if card is None:
        return "-"
    return f"{card['type']} {card['furniture']}" + ("" if card["paying"] else " unpaid")


def short_hand(card: HandCardView | None) -> str:
    """A card, ``?`` if the viewer does not know it, ``!`` behind it if everybody does."""
    if card is None:
        return "-"
    return (short_card(card["card"]) if card["card"] else "?") + (" !" if card["known"] else "")
