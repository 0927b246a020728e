"""What happened, as keys with arguments: from what everybody saw, so that no secret can slip out."""

from typing import Final

from estaminet.engine.game import Action, LogLine
from estaminet.engine.jit.layout import Smalls, unpack
from estaminet.engine.kernel import Known
from estaminet.games.nuit import rules
from estaminet.games.nuit.components import FURNITURE, KINDS, SPACES, VALUES
from estaminet.games.nuit.view import ACTION_CARD_VIEWS, count_guests, letters

KEYS: Final = {
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

SENTENCES: Final = {
    "nuit.put": "{seat} puts {tile} on {space}.",
    "nuit.equip": "{seat} buys {tile} for {space}.",
    "nuit.host": "{seat} welcomes {guests} to the {furniture}.",
    "nuit.cash": "{seat} collects, with a tip of {tip}.",
    "nuit.collect": "{seat} gets {amount} from the guests, now {money}.",
    "nuit.pass": "{seat} passes.",
    "nuit.second_action": "The town is full: from now on every turn moves guests.",
    "nuit.card": "{seat} plays a card: {type} {furniture}, {payment}.",
    "nuit.no_effect": "{seat} finds nobody to move.",
    "nuit.from": "{seat} empties {pub}'s {space}: {guests} leave the {furniture}.",
    "nuit.to": "{seat} sends them to look for {furniture}.",
    "nuit.paid": "They pay {seat} {amount}, now {money}.",
    "nuit.find_room": "{guests} find room at {pub}'s {furniture}.",
    "nuit.go_home": "{guests} find no room and go home.",
    "nuit.seat": "{seat} shows {guests} to {space}, {furniture}.",
    "nuit.take": "{seat} takes the open card {type} {furniture}, {payment}.",
    "nuit.take_stack": "{seat} takes a card from the stack.",
    "nuit.last_collect": "Closing time: everybody collects once more.",
    "nuit.wins": "{seat} is king of the night with {money} marks.",
}

Arguments = dict[str, str | int]


def describe(before: Known, action: Action, after: Known) -> list[LogLine]:
    """The action itself, then what followed from it."""
    was, now = unpack(before, rules.State), unpack(after, rules.State)
    targets = action.parts
    key = "nuit.take_stack" if action.text == "take stack" else f"nuit.{action.kind}"
    lines = [LogLine(key, list_arguments(was, action, targets, now)), *describe_effects(was, action, targets, now)]
    if now.is_second_on and not was.is_second_on:
        lines.append(LogLine("nuit.second_action", {}))
    if now.stage == rules.OVER:
        if action.kind != "cash":
            lines += [LogLine("nuit.last_collect", {}), *describe_collection(now)]
        money = now.money[: now.players].tolist()
        winners = [seat for seat, marks in enumerate(money) if marks == max(money)]
        lines += [LogLine("nuit.wins", {"seat": seat, "money": money[seat]}) for seat in winners]
    return lines


def list_arguments(was: rules.State, action: Action, targets: dict[str, str], now: rules.State) -> Arguments:
    """What stands in the gaps of the action's own line."""
    seat = was.turn
    arguments: Arguments = {"seat": seat}
    if "space" in targets:
        arguments["space"] = targets["space"]
    if action.kind == "put":
        arguments["tile"] = next(KINDS[kind] for kind in was.start_tiles[seat].tolist() if kind >= 0)
    elif action.kind == "equip":
        arguments["tile"] = KINDS[was.rows[rules.TILES, int(targets["tile"])]]
    elif action.kind == "host":
        arguments |= {"furniture": KINDS[now.group_kind], "guests": write(now.waiting)}
    elif action.kind == "cash":
        gain = int(now.money[seat]) - int(was.money[seat])
        arguments["tip"] = gain - int(was.worth[seat])
    elif action.kind == "card":
        arguments |= describe_card(played_card(was, int(targets["hand"]), now))
    elif action.kind == "from":
        pub, space = int(targets["pub"]), SPACES.index(targets["space"])
        kind = was.tiles[pub, space]
        arguments |= {"pub": pub, "furniture": KINDS[kind], "guests": write(was.guests[pub, space])}
    elif action.kind == "to":
        arguments["furniture"] = targets["kind"]
    elif action.kind == "seat":
        guests = write(was.waiting)
        seated = guests if FURNITURE[was.group_kind].is_for_a_group else guests[0]
        arguments |= {"seat": was.decides, "furniture": KINDS[was.group_kind], "guests": seated}
    elif "action_card" in targets:
        arguments |= describe_card(int(was.rows[rules.ACTION_CARDS, int(targets["action_card"])]))
    return arguments


def describe_effects(was: rules.State, action: Action, targets: dict[str, str], now: rules.State) -> list[LogLine]:
    """What an action brought about at once."""
    if action.kind == "cash":
        return describe_collection(now)
    if action.kind == "card" and now.stage != rules.NAMING_TILE:
        return [LogLine("nuit.no_effect", {"seat": was.turn})]
    if action.kind == "from" and now.stage != rules.NAMING_KIND:
        return describe_move(was, int(targets["pub"]), SPACES.index(targets["space"]), now)
    if action.kind == "to":
        return describe_move(was, was.from_pub, was.from_space, now)
    return []


def describe_collection(now: rules.State) -> list[LogLine]:
    """What every owner got from the guests; `money` is what they have after the whole action."""
    collected = zip(now.worth[: now.players].tolist(), now.money[: now.players].tolist(), strict=True)
    return [
        LogLine("nuit.collect", {"seat": seat, "amount": worth, "money": money})
        for seat, (worth, money) in enumerate(collected)
    ]


def describe_move(was: rules.State, pub: int, space: int, now: rules.State) -> list[LogLine]:
    """N5.3, N5.4: where the guests of a tile went, and whether they paid."""
    group = was.guests[pub, space]
    has_found_room = now.stage == rules.SEATING
    lines = []
    if ACTION_CARD_VIEWS[was.card]["paying"] and not (has_found_room and now.decides == pub):
        amount = sum(count * value for count, value in zip(group.tolist(), VALUES, strict=True))
        money = int(was.money[pub]) + amount
        lines.append(LogLine("nuit.paid", {"seat": pub, "amount": amount, "money": money}))
    if has_found_room:
        found: Arguments = {"pub": now.decides, "furniture": KINDS[now.group_kind], "guests": write(group)}
        return [*lines, LogLine("nuit.find_room", found)]
    return [*lines, LogLine("nuit.go_home", {"guests": write(group)})]


def write(guests: Smalls) -> str:
    """``YYR``."""
    return letters(count_guests(guests.tolist()))


def played_card(was: rules.State, slot: int, now: rules.State) -> int:
    """The card that somebody played: everybody knew it, or it has just been seen for the first time."""
    if was.is_known[was.turn, slot]:
        return int(was.hands[was.turn, slot])
    unseen = zip(was.unseen[rules.ACTION_CARDS].tolist(), now.unseen[rules.ACTION_CARDS].tolist(), strict=True)
    return next(card for card, (earlier, left) in enumerate(unseen) if left < earlier)


def describe_card(number: int) -> Arguments:
    card = ACTION_CARD_VIEWS[number]
    return {"type": card["type"], "furniture": card["furniture"], "payment": "paying" if card["paying"] else "unpaid"}
