"""What happened, as keys with arguments: from what everybody saw, so that no secret can slip out."""

from typing import Final

from estaminet.engine.game import Action, LogLine
from estaminet.engine.jit.layout import unpack
from estaminet.engine.kernel import Known
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import CHARLY, FIGURES
from estaminet.games.reeperbahn.view import end

KEYS: Final = {
    "reeperbahn.lilli": ("seat", "square"),
    "reeperbahn.court": ("seat", "w", "lilli", "e"),
    "reeperbahn.guard": ("seat", "card", "guard", "square"),
    "reeperbahn.guards": ("seat", "w", "e"),
    "reeperbahn.flank": ("seat", "w", "e"),
    "reeperbahn.hans": ("seat", "card", "square"),
    "reeperbahn.lola": ("seat", "card", "square"),
    "reeperbahn.joker": ("seat", "card", "figure", "square"),
    "reeperbahn.charm": ("seat", "figure", "square"),
    "reeperbahn.discard": ("seat", "card"),
    "reeperbahn.end": ("seat",),
    "reeperbahn.draw": ("seat", "count", "stack"),
    "reeperbahn.refill": ("stack",),
    "reeperbahn.charly": ("seat", "steps", "square"),
    "reeperbahn.wins": ("seat", "by"),
    "reeperbahn.tie": (),
}

SENTENCES: Final = {
    "reeperbahn.lilli": "{seat} leads Lilli to {square}.",
    "reeperbahn.court": "{seat} moves the whole court: guards on {w} and {e}, Lilli on {lilli}.",
    "reeperbahn.guard": "{seat} plays {card}: guard {guard} goes to {square}.",
    "reeperbahn.guards": "{seat} moves both guards, to {w} and {e}.",
    "reeperbahn.flank": "{seat} calls the guards to Lilli's side, to {w} and {e}.",
    "reeperbahn.hans": "{seat} plays {card}: Hans goes to {square}.",
    "reeperbahn.lola": "{seat} plays {card}: Lola goes to {square}.",
    "reeperbahn.joker": "{seat} plays {card} as a joker: {figure} goes to {square}.",
    "reeperbahn.charm": "{seat} lets Hans charm {figure} to {square}.",
    "reeperbahn.discard": "{seat} discards {card}.",
    "reeperbahn.end": "{seat} ends the turn.",
    "reeperbahn.draw": "{seat} draws {count}; {stack} left in the stack.",
    "reeperbahn.refill": "The stack was empty: the discards are shuffled in, {stack} left.",
    "reeperbahn.charly": "Charly follows {seat} by {steps} to {square}.",
    "reeperbahn.wins": "{seat} wins: {by}.",
    "reeperbahn.tie": "Nobody has Lilli or Charly: a draw.",
}


def describe(before: Known, action: Action, after: Known) -> list[LogLine]:
    """The action itself, then what followed from it."""
    was, now = unpack(before, rules.State), unpack(after, rules.State)
    seat = was.turn
    lines = [describe_action(action, seat, now)]
    drawn = int(now.hand_sizes[seat]) - int(was.hand_sizes[seat])
    if drawn > 0:
        lines.append(LogLine("reeperbahn.draw", {"seat": seat, "count": drawn, "stack": now.stack}))
    if now.is_refilled and not was.is_refilled:
        lines.append(LogLine("reeperbahn.refill", {"stack": now.stack}))
    square = int(now.figures[CHARLY])
    steps = abs(square - int(was.figures[CHARLY]))
    if steps > 0:
        lines.append(LogLine("reeperbahn.charly", {"seat": seat, "steps": steps, "square": square}))
    if now.winner == rules.DRAW:
        lines.append(LogLine("reeperbahn.tie", {}))
    elif now.winner != rules.NONE:
        lines.append(LogLine("reeperbahn.wins", {"seat": now.winner, "by": str(end(now))}))
    return lines


def describe_action(action: Action, seat: int, now: rules.State) -> LogLine:
    """What a player did, and where the figures stand now."""
    figures = dict(zip(FIGURES, now.figures.tolist(), strict=True))
    named = action.parts
    name, card = named.get("figure", ""), named.get("card", "")
    if action.kind in ("charm", "discard", "end", "flank", "court", "lilli"):
        key = action.kind
    elif "figures" in named:
        key = "guards"
    else:
        key = action.kind.rstrip("0123456789")
    everything: dict[str, str | int] = {
        "seat": seat,
        "card": card,
        "figure": name,
        "guard": name,
        "square": figures.get(name, 0),
        "w": figures["w"],
        "lilli": figures["lilli"],
        "e": figures["e"],
    }
    key = f"reeperbahn.{key}"
    return LogLine(key, {argument: everything[argument] for argument in KEYS[key]})
