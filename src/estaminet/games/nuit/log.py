"""What happened, as message keys with arguments: from what everybody saw, so that no secret can slip out."""

from typing import Final

from estaminet.engine.game import Action, Message
from estaminet.engine.kernel import NOBODY, Known
from estaminet.games.nuit.components import COLOURS, FURNITURE, KINDS, SPACES, VALUES
from estaminet.games.nuit.view import ActionCardView, NuitView, SpaceView, letters, look

MESSAGES: Final = {
    "nuit.put": ("seat", "tile", "space"),
    "nuit.equip": ("seat", "tile", "space"),
    "nuit.host": ("seat", "furniture", "guests"),
    "nuit.cash": ("seat", "tip"),
    "nuit.collect": ("seat", "amount", "money"),
    "nuit.pass": ("seat",),
    "nuit.second_action": (),
    "nuit.card": ("seat", "type", "furniture", "payment"),
    "nuit.no_effect": ("seat",),
    "nuit.from": ("seat", "pub", "space", "furniture", "guests"),
    "nuit.to": ("seat", "furniture"),
    "nuit.paid": ("seat", "amount", "money"),
    "nuit.find_room": ("pub", "furniture", "guests"),
    "nuit.go_home": ("guests",),
    "nuit.seat": ("seat", "guests", "furniture", "space"),
    "nuit.take": ("seat", "type", "furniture", "payment"),
    "nuit.take_stack": ("seat",),
    "nuit.last_collect": (),
    "nuit.wins": ("seat", "money"),
}
"""Guests are written like ``YYR``; a card's payment is ``paying`` or ``unpaid``."""

Arguments = dict[str, str | int]


def tell(before: Known, action: Action, after: Known) -> list[Message]:
    """The action itself, then what followed from it."""
    was, now = look(before, NOBODY), look(after, NOBODY)
    targets = dict(target.split(":") for target in action.targets if ":" in target)
    key = "nuit.take_stack" if action.text == "take stack" else f"nuit.{action.kind}"
    messages = [Message(key, describe(was, action, targets, now)), *tell_effects(was, action, targets, now)]
    if now["second_action"] and not was["second_action"]:
        messages.append(Message("nuit.second_action", {}))
    if now["stage"] == "over":
        if action.kind != "cash":
            messages += [Message("nuit.last_collect", {}), *tell_collection(now)]
        money = [pub["money"] for pub in now["pubs"]]
        winners = [seat for seat, marks in enumerate(money) if marks == max(money)]
        messages += [Message("nuit.wins", {"seat": seat, "money": money[seat]}) for seat in winners]
    return messages


def describe(was: NuitView, action: Action, targets: dict[str, str], now: NuitView) -> Arguments:
    """What stands in the gaps of the action's own message."""
    seat = was["turn"]
    arguments: Arguments = {"seat": seat}
    if "space" in targets:
        arguments["space"] = targets["space"]
    if action.kind == "put":
        arguments["tile"] = was["start_tiles"][seat][0]
    elif action.kind == "equip":
        arguments["tile"] = was["open_tiles"][int(targets["tile"])] or ""
    elif action.kind == "host" and now["group"]:
        arguments |= {"furniture": now["group"]["furniture"], "guests": letters(now["group"]["guests"])}
    elif action.kind == "cash":
        gain = now["pubs"][seat]["money"] - was["pubs"][seat]["money"]
        arguments["tip"] = gain - was["pubs"][seat]["worth"]
    elif action.kind == "card":
        arguments |= describe_card(played_card(was, int(targets["hand"]), now))
    elif action.kind == "from":
        tile = find_space(was, int(targets["pub"]), targets["space"])
        arguments |= {"pub": int(targets["pub"]), "furniture": tile["tile"] or "", "guests": letters(tile["guests"])}
    elif action.kind == "to":
        arguments["furniture"] = targets["kind"]
    elif action.kind == "seat" and was["group"]:
        kind = was["group"]["furniture"]
        guests = letters(was["group"]["guests"])
        seated = guests if FURNITURE[KINDS.index(kind)].is_for_a_group else guests[0]
        arguments |= {"seat": was["group"]["pub"], "furniture": kind, "guests": seated}
    elif "action_card" in targets:
        arguments |= describe_card(was["open_actions"][int(targets["action_card"])])
    return arguments


def tell_effects(was: NuitView, action: Action, targets: dict[str, str], now: NuitView) -> list[Message]:
    """What an action brought about at once."""
    if action.kind == "cash":
        return tell_collection(now)
    if action.kind == "card" and now["stage"] != "from":
        return [Message("nuit.no_effect", {"seat": was["turn"]})]
    if action.kind == "from" and now["stage"] != "to":
        return tell_move(was, int(targets["pub"]), targets["space"], now)
    if action.kind == "to" and was["leaving"]:
        return tell_move(was, was["leaving"]["pub"], was["leaving"]["space"], now)
    return []


def tell_collection(now: NuitView) -> list[Message]:
    """What every owner got from the guests; `money` is what they have after the whole action."""
    return [
        Message("nuit.collect", {"seat": pub["seat"], "amount": pub["worth"], "money": pub["money"]})
        for pub in now["pubs"]
    ]


def tell_move(was: NuitView, pub: int, space: str, now: NuitView) -> list[Message]:
    """N5.3, N5.4: where the guests of a tile went, and whether they paid."""
    group = find_space(was, pub, space)["guests"]
    guests = letters(group)
    messages = []
    if was["card"] and was["card"]["paying"] and not (now["group"] and now["group"]["pub"] == pub):
        amount = sum(group[colour] * value for colour, value in zip(COLOURS, VALUES, strict=True))
        money = was["pubs"][pub]["money"] + amount
        messages.append(Message("nuit.paid", {"seat": pub, "amount": amount, "money": money}))
    if now["group"]:
        found: Arguments = {"pub": now["group"]["pub"], "furniture": now["group"]["furniture"], "guests": guests}
        return [*messages, Message("nuit.find_room", found)]
    return [*messages, Message("nuit.go_home", {"guests": guests})]


def find_space(view: NuitView, pub: int, space: str) -> SpaceView:
    return view["pubs"][pub]["spaces"][SPACES.index(space)]


def played_card(was: NuitView, slot: int, now: NuitView) -> ActionCardView | None:
    """The card that somebody played: everybody knew it, or it has just been seen for the first time."""
    held = was["hands"][was["turn"]][slot]
    if held and held["known"]:
        return held["card"]
    unseen = was["unseen"]["actions"].copy()
    for card in now["unseen"]["actions"]:
        unseen.remove(card)
    return unseen[0]


def describe_card(card: ActionCardView | None) -> Arguments:
    if card is None:
        return {}
    payment = "paying" if card["paying"] else "unpaid"
    return {"type": card["type"], "furniture": card["furniture"], "payment": payment}
