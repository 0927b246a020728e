"""The texts of a game: the log, and why an action is refused.

The log is written from public knowledge, so that no secret can slip out.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final

from estaminet.engine.game import Action, LogLine, Refusal
from estaminet.engine.jit.layout import Memory, unpack
from estaminet.engine.kernel import Known
from estaminet.games.nuit import rules
from estaminet.games.nuit.components import ACTIONS, FURNITURE, GUEST_CARDS, INSIDE, KINDS, MIDDLE, SPACES, VALUES
from estaminet.games.nuit.view import ACTION_CARD_VIEWS, Town, count_guests, letters, next_guests, read_town

LOG_KEYS: Final = {
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
    """The action itself, then its consequences."""
    was, now = read_town(before), read_town(after)
    targets = action.parts
    key = "nuit.take_stack" if action.text == "take stack" else f"nuit.{action.kind}"
    lines = [LogLine(key, list_arguments(was, action, targets, now)), *describe_effects(was, action, targets, now)]
    if now.is_second_on and not was.is_second_on:
        lines.append(LogLine("nuit.second_action", {}))
    if now.stage == rules.OVER:
        if action.kind != "cash":
            lines += [LogLine("nuit.last_collect", {}), *describe_collection(now)]
        money = now.money[: now.players]
        winners = [seat for seat, marks in enumerate(money) if marks == max(money)]
        lines += [LogLine("nuit.wins", {"seat": seat, "money": money[seat]}) for seat in winners]
    return lines


def list_arguments(was: Town, action: Action, targets: Mapping[str, str], now: Town) -> Arguments:
    """The arguments of the action's own line."""
    seat = was.turn
    arguments: Arguments = {"seat": seat}
    if "space" in targets:
        arguments["space"] = targets["space"]
    if action.kind == "put":
        arguments["tile"] = was.start_tiles_of(seat)[0]
    elif action.kind == "equip":
        arguments["tile"] = KINDS[was.row(rules.TILES)[int(targets["tile"])]]
    elif action.kind == "host":
        arguments |= {"furniture": KINDS[now.group_kind], "guests": write(now.waiting)}
    elif action.kind == "cash":
        arguments["tip"] = now.money[seat] - was.money[seat] - was.worth[seat]
    elif action.kind == "card":
        arguments |= describe_card(played_card(was, int(targets["hand"]), now))
    elif action.kind == "from":
        pub, space = int(targets["pub"]), SPACES.index(targets["space"])
        kind = was.tiles[pub * rules.SPACES + space]
        arguments |= {"pub": pub, "furniture": KINDS[kind], "guests": write(was.guests_on(pub, space))}
    elif action.kind == "to":
        arguments["furniture"] = targets["kind"]
    elif action.kind == "seat":
        seated = letters(next_guests(was))
        arguments |= {"seat": was.decides, "furniture": KINDS[was.group_kind], "guests": seated}
    elif "action_card" in targets:
        arguments |= describe_card(was.row(rules.ACTION_CARDS)[int(targets["action_card"])])
    return arguments


def describe_effects(was: Town, action: Action, targets: Mapping[str, str], now: Town) -> list[LogLine]:
    """The immediate effects of an action."""
    if action.kind == "cash":
        return describe_collection(now)
    if action.kind == "card" and now.stage != rules.NAMING_TILE:
        return [LogLine("nuit.no_effect", {"seat": was.turn})]
    if action.kind == "from" and now.stage != rules.NAMING_KIND:
        return describe_move(was, int(targets["pub"]), SPACES.index(targets["space"]), now)
    if action.kind == "to":
        return describe_move(was, was.from_pub, was.from_space, now)
    return []


def describe_collection(now: Town) -> list[LogLine]:
    """The pay of every owner; `money` is the amount after the whole action."""
    collected = zip(now.worth[: now.players], now.money[: now.players], strict=True)
    return [
        LogLine("nuit.collect", {"seat": seat, "amount": worth, "money": money})
        for seat, (worth, money) in enumerate(collected)
    ]


def describe_move(was: Town, pub: int, space: int, now: Town) -> list[LogLine]:
    """N5.3, N5.4: where the guests of a tile went, and whether they paid."""
    group = was.guests_on(pub, space)
    has_found_room = now.stage == rules.SEATING
    lines = []
    if ACTION_CARD_VIEWS[was.card]["paying"] and not (has_found_room and now.decides == pub):
        amount = sum(count * value for count, value in zip(group, VALUES, strict=True))
        money = was.money[pub] + amount
        lines.append(LogLine("nuit.paid", {"seat": pub, "amount": amount, "money": money}))
    if has_found_room:
        found: Arguments = {"pub": now.decides, "furniture": KINDS[now.group_kind], "guests": write(group)}
        return [*lines, LogLine("nuit.find_room", found)]
    return [*lines, LogLine("nuit.go_home", {"guests": write(group)})]


def write(guests: Iterable[int]) -> str:
    """``YYR``."""
    return letters(count_guests(guests))


def played_card(was: Town, slot: int, now: Town) -> int:
    """The card played: it was public, or has just been revealed."""
    place = was.turn * rules.HAND + slot
    if was.is_known[place]:
        return was.hands[place]
    begin = rules.ACTION_CARDS * rules.MOST_DIFFERENT
    unseen = zip(was.unseen[begin:], now.unseen[begin:], strict=True)
    return next(card for card, (earlier, left) in enumerate(unseen) if left < earlier)


def describe_card(number: int) -> Arguments:
    card = ACTION_CARD_VIEWS[number]
    return {"type": card["type"], "furniture": card["furniture"], "payment": "paying" if card["paying"] else "unpaid"}


# Why an action is illegal now. Whether it is legal, only the rules say.

WANTED = {
    rules.PUTTING: Refusal("N2.3", "the start tiles are placed first."),
    rules.FIRST_ACTION: Refusal("N4", "a turn begins with its first action: equip, host or cash."),
    rules.SEATING: Refusal("N6.1", "the guests who wait are seated first."),
    rules.PLAYING_CARD: Refusal("N5.2", "the second action follows: an action card is played."),
    rules.NAMING_TILE: Refusal("N5.2", "the tile that empties is named now."),
    rules.NAMING_KIND: Refusal("N5.2", "the kind of furniture that the guests look for is named now."),
    rules.TAKING: Refusal("N5.6", "the hand is refilled first."),
    rules.OVER: Refusal("N7.3", "the game is over."),
}
STAGE_OF = {
    "put": rules.PUTTING,
    "equip": rules.FIRST_ACTION,
    "host": rules.FIRST_ACTION,
    "cash": rules.FIRST_ACTION,
    "pass": rules.FIRST_ACTION,
    "seat": rules.SEATING,
    "card": rules.PLAYING_CARD,
    "from": rules.NAMING_TILE,
    "to": rules.NAMING_KIND,
    "take": rules.TAKING,
}


def explain(known: Known, seat: int, action: Action) -> Refusal:
    """The rule that this illegal action of a seat breaks."""
    state = unpack(known, rules.State)
    stage = int(state.stage)
    if STAGE_OF[action.kind] != stage:
        return WANTED[stage]
    targets = action.parts
    space = SPACES.index(targets["space"]) if "space" in targets else rules.NONE
    if action.kind == "put":
        return explain_tile(state, seat, next(kind for kind in state.start_tiles[seat].tolist() if kind >= 0), space)
    if action.kind == "equip":
        kind = int(state.rows[rules.TILES, int(targets["tile"])])
        if kind == rules.NONE:
            return Refusal("N2.5", f"no tile lies in slot {targets['tile']}.")
        return explain_tile(state, seat, kind, space)
    if action.kind == "host":
        return explain_host(state, int(targets["guest_card"]))
    if action.kind == "cash":
        who = "your pub has" if state.sitting[seat] == 0 else "the other pubs have"
        return Refusal("N4.3", f"{who} no guest.")
    if action.kind == "pass":
        return Refusal("N4.4", "another first action is possible.")
    if action.kind == "card":
        return Refusal("N5.6", f"hand slot {targets['hand']} is empty.")
    if action.kind == "from":
        return explain_leaving(state, int(targets["pub"]), space)
    if action.kind == "to":
        return Refusal("N5.2", f"the guests leave a {targets['kind']} tile and look for another kind.")
    if action.kind == "seat":
        return explain_seat(state, seat, space)
    if "action_card" not in targets:
        return Refusal("N5.6", "the stack of action cards is empty.")
    if state.draws_from_stack:
        return Refusal("N8", "action cards come from the stack only, none lies open.")
    return Refusal("N2.5", f"no action card lies in slot {targets['action_card']}.")


def explain_tile(state: rules.State, seat: int, kind: int, space: int) -> Refusal:
    """N3: why a tile cannot be placed here."""
    if (kind == rules.TERRACE) != (space >= INSIDE):
        where = "on the terrace only" if kind == rules.TERRACE else "inside only"
        return Refusal("N3.1", f"a {KINDS[kind]} tile is placed {where}.")
    if state.tiles[seat, space] != rules.NONE:
        return Refusal("N3.1", f"space {SPACES[space]} has a tile already.")
    if space == MIDDLE and not rules.NEIGHBOURS[MIDDLE] & int(state.of_kind[seat, rules.BAR]):
        return Refusal("N3.2", "a bar begins at a wall, not in the middle of the room.")
    return Refusal("N3.2", "a bar has at most 3 tiles.")


def explain_host(state: rules.State, slot: int) -> Refusal:
    """N4.2: why a guest card cannot be taken."""
    card = int(state.rows[rules.GUEST_CARDS, slot])
    if card == rules.NONE:
        return Refusal("N2.5", f"no guest card lies in slot {slot}.")
    kind = GUEST_CARDS[card].kind
    number = sum(GUEST_CARDS[card].guests)
    if FURNITURE[kind].is_for_a_group:
        return Refusal("N4.2", f"your pub has no empty {KINDS[kind]} table.")
    free = int(state.free_seats[state.turn, kind])
    return Refusal("N4.2", f"the {number} guests do not fit: your pub has {free} free {KINDS[kind]} seats.")


def explain_leaving(state: rules.State, pub: int, space: int) -> Refusal:
    """N5.2: why this tile cannot empty."""
    if pub >= state.players:
        return Refusal("N5.2", f"nobody sits at seat {pub}.")
    kind = int(state.tiles[pub, space])
    if kind == rules.NONE:
        return Refusal("N5.2", f"space {SPACES[space]} of seat {pub} has no tile.")
    if not int(state.with_guests[pub]) >> space & 1:
        return Refusal("N5.2", f"nobody sits on space {SPACES[space]} of seat {pub}.")
    named = KINDS[int(state.card) >> 2]
    if kind == int(state.card) >> 2:
        return Refusal("N5.2", f"the card sends guests to {named}, so they leave another kind.")
    return Refusal("N5.2", f"the card empties a {named} tile.")


def explain_seat(state: rules.State, seat: int, space: int) -> Refusal:
    """N6.1: why the next guest cannot sit here."""
    kind = int(state.group_kind)
    if state.tiles[seat, space] != kind:
        return Refusal("N6.1", f"the guests want {KINDS[kind]}, and there is none on space {SPACES[space]}.")
    if FURNITURE[kind].is_for_a_group:
        return Refusal("N6.1", f"the table on space {SPACES[space]} is taken: groups never share one.")
    return Refusal("N6.1", f"no seat is free on space {SPACES[space]}.")


# Turns that a player would call the same.

DETAILS: Final = ("seat", "take")
"""Kinds of action that matter less than the others of a turn."""


def turn_key(world: Memory, codes: Sequence[int]) -> Hashable:
    """The same key for turns that differ only in spaces, seats or the card taken at the end."""
    memory = world.copy()
    done: list[Hashable] = []
    for code in codes:
        state = unpack(memory, rules.State)
        action = ACTIONS[code]
        if action.kind == "put":
            done.append("put")  # N2.3: the tiles have a given order
        elif action.kind == "equip":
            done.append(("equip", int(state.rows[rules.TILES, int(action.parts["tile"])])))
        elif action.kind == "from":
            pub, space = int(action.parts["pub"]), SPACES.index(action.parts["space"])
            done.append(("from", pub, int(state.tiles[pub, space]), write(state.guests[pub, space])))
        elif action.kind not in DETAILS:
            done.append(action.text)
        rules.apply(memory, code)
    return tuple(done) or tuple(sorted(codes))
