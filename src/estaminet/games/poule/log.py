"""What happened, as message keys with arguments: from what everybody saw, so that no secret can slip out."""

from typing import Final

from estaminet.engine.compiling import unpack
from estaminet.engine.game import Action, Message
from estaminet.engine.kernel import NOBODY, Known
from estaminet.games.poule import rules
from estaminet.games.poule.view import PouleView, look

MESSAGES: Final = {
    "poule.stall": ("seat", "rank", "cell"),
    "poule.draw": ("seat", "tile", "value"),
    "poule.place": ("seat", "tile", "value", "cell"),
    "poule.secret": ("seat", "tile", "value", "cell"),
    "poule.pass": ("seat",),
    "poule.round_paid": ("round",),
    "poule.gain": ("seat", "amount", "money"),
    "poule.round_begins": ("round", "seat"),
    "poule.wins": ("seat", "money"),
}


def tell(before: Known, action: Action, after: Known) -> list[Message]:
    """The action itself, then what followed from it."""
    was, now = look(before, NOBODY), look(after, NOBODY)
    is_round_over = now["stage"] == "over" or now["round"] > was["round"]
    paid = now["last_round"] if is_round_over else None
    arguments: dict[str, str | int] = {"seat": unpack(before, rules.State).turn}
    for target in action.targets:
        kind, _, name = target.partition(":")
        if name:
            arguments[kind] = name
    on_cells = {piece["cell"]: piece["tile"] for piece in (paid or now)["pieces"]}
    tile = on_cells[str(arguments["cell"])] if "cell" in arguments else now["drawn"]
    if tile:
        arguments |= {"tile": tile["name"], "value": tile["value"]}
    messages = [Message(f"poule.{action.kind}", arguments)]
    if paid:
        messages.append(Message("poule.round_paid", {"round": was["round"]}))
        messages += [
            Message("poule.gain", {"seat": seat, "amount": amount, "money": now["money"][seat]})
            for seat, amount in enumerate(paid["gains"])
        ]
        messages += tell_what_comes(now)
    return messages


def tell_what_comes(now: PouleView) -> list[Message]:
    """After the pay of a round: who begins the next one, or who has won."""
    if now["stage"] != "over":
        return [Message("poule.round_begins", {"round": now["round"], "seat": now["first"]})]
    most = max(now["money"])
    return [
        Message("poule.wins", {"seat": seat, "money": money})
        for seat, money in enumerate(now["money"])
        if money == most
    ]
