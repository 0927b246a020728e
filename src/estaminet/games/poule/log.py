"""What happened, as message keys with arguments: from what everybody saw, so that no secret can slip out."""

from typing import Final

from estaminet.engine.game import Action, Message
from estaminet.engine.kernel import NOBODY, Known
from estaminet.games.poule import rules
from estaminet.games.poule.view import look

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
    arguments: dict[str, str | int] = {"seat": int(before.view(rules.STATE)[0].turn)}
    for target in action.targets:
        kind, _, name = target.partition(":")
        if name:
            arguments[kind] = name
    is_paid = now["last_round"] is not None and (now["round"], now["stage"]) != (was["round"], was["stage"])
    is_paid = is_paid and bool(now["stage"] == "over" or now["round"] > was["round"])
    shown = None
    if action.kind == "draw":
        shown = now["drawn"]
    elif action.kind == "place":
        shown = was["drawn"]
    elif action.kind == "secret":
        pieces = now["last_round"]["pieces"] if is_paid and now["last_round"] else now["pieces"]
        shown = next(piece["tile"] for piece in pieces if piece["cell"] == arguments["cell"])
    if shown:
        arguments |= {"tile": shown["name"], "value": shown["value"]}
    messages = [Message(f"poule.{action.kind}", arguments)]
    if is_paid and now["last_round"]:
        messages.append(Message("poule.round_paid", {"round": was["round"]}))
        for seat, amount in enumerate(now["last_round"]["gains"]):
            messages.append(Message("poule.gain", {"seat": seat, "amount": amount, "money": now["money"][seat]}))
        if now["stage"] == "over":
            most = max(now["money"])
            winners = [seat for seat, money in enumerate(now["money"]) if money == most]
            messages += [Message("poule.wins", {"seat": seat, "money": most}) for seat in winners]
        else:
            messages.append(Message("poule.round_begins", {"round": now["round"], "seat": now["first"]}))
    return messages
