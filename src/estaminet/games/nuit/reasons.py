"""Why one turn is better than another: whose guests pay whom, who is lured away, who finds room."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from estaminet.engine.game import LogLine
from estaminet.engine.jit.layout import Memory, unpack
from estaminet.games.nuit import rules
from estaminet.games.nuit.components import KINDS, SPACES
from estaminet.games.nuit.evaluation import CARD_VALUE, COLLECTIONS, FREE_SEAT, OCCUPIED_TILE, OPEN_CARD, WELCOME
from estaminet.games.nuit.log import describe_card, write
from estaminet.games.nuit.notation import ACTIONS

KEYS: Final = {
    "nuit.reason_wins": (),
    "nuit.reason_collects": ("amount", "seat", "other"),
    "nuit.reason_paid": ("amount",),
    "nuit.reason_less": ("seat", "amount"),
    "nuit.reason_guests": ("count", "amount"),
    "nuit.reason_worth": ("amount",),
    "nuit.reason_lures": ("seat", "amount"),
    "nuit.reason_denies": ("seat", "amount"),
    "nuit.reason_fits": ("guests", "furniture", "amount"),
    "nuit.reason_room": ("count", "furniture"),
    "nuit.reason_spread": (),
    "nuit.reason_card": ("type", "furniture", "payment"),
}
"""Guests are written like ``YYR``. Amounts are marks more or less than with the other turn; those of a collection are
what it pays oneself, and the owner who gets most beside."""
NOTABLE: Final = 5
"""A smaller difference in marks is no reason."""
DETAILS: Final = ("seat", "take")
"""Kinds of action that matter less than the others of a turn."""

Reasons = Iterator[tuple[float, LogLine]]
"""With what each is worth, in marks at the end."""


def turn_key(world: Memory, codes: Sequence[int]) -> Hashable:
    """The same for turns that do the same with other spaces, seats or a different card at the end."""
    memory = world.copy()
    done: list[Hashable] = []
    for code in codes:
        state = unpack(memory, rules.State)
        action = ACTIONS[code]
        if action.kind == "put":
            done.append("put")  # N2.3: the order of the tiles is given
        elif action.kind == "equip":
            done.append(("equip", int(state.rows[rules.TILES, int(action.parts["tile"])])))
        elif action.kind == "from":
            pub, space = int(action.parts["pub"]), SPACES.index(action.parts["space"])
            done.append(("from", pub, int(state.tiles[pub, space]), write(state.guests[pub, space])))
        elif action.kind not in DETAILS:
            done.append(action.text)
        rules.apply(memory, code)
    return tuple(done) or tuple(sorted(codes))


def reason(worlds: Sequence[Memory], seat: int, better: Sequence[int], worse: Sequence[int]) -> LogLine | None:
    """What the better turn does that the other does not; what is imagined of a world is not told."""
    before = unpack(worlds[0], rules.State)
    one, other = (unpack(carry_out(worlds[0], codes), rules.State) for codes in (better, worse))
    if one.stage == rules.OVER and one.money[seat] == one.money[: one.players].max():
        return LogLine("nuit.reason_wins", {})
    left = min(rules.SIZES[rules.CASH_CARDS] - int(before.tops[rules.CASH_CARDS]), len(COLLECTIONS) - 1)
    stays = float(COLLECTIONS[left])
    reasons = [
        *compare_tills(before, one, other, seat, better, worse),
        *compare_guests(before, one, other, seat, stays),
        *compare_rooms(before, one, other, seat, stays),
        (OCCUPIED_TILE * (left - 1) * (count_tables(one, seat) - count_tables(other, seat)),
         LogLine("nuit.reason_spread", {})),
    ]  # fmt: skip
    worth, line = max(reasons, key=lambda each: each[0])
    return line if worth >= NOTABLE else find_card(before, better, worse)


def carry_out(world: Memory, codes: Sequence[int]) -> Memory:
    after = world.copy()
    for code in codes:
        rules.apply(after, code)
    return after


def list_rivals(state: rules.State, seat: int) -> list[int]:
    return [each for each in range(state.players) if each != seat]


def compare_tills(
    before: rules.State, one: rules.State, other: rules.State, seat: int, better: Sequence[int], worse: Sequence[int]
) -> Reasons:
    """N4.3, N5.4: who collects, and whom guests pay who leave."""
    rivals = list_rivals(before, seat)
    collects = rules.CASH in better, rules.CASH in worse
    if collects == (True, False):
        rival = max(rivals, key=lambda each: int(before.worth[each]))
        own, most = int(before.worth[seat]), int(before.worth[rival])
        yield own - most / len(rivals), LogLine(
            "nuit.reason_collects", {"amount": own, "seat": rival, "other": most}
        )  # fmt: skip
    if collects[0] != collects[1]:
        return  # what a tip will be, nobody knows
    gain = int(one.money[seat] - other.money[seat])
    yield gain, LogLine("nuit.reason_paid", {"amount": gain})
    for rival in rivals:
        loss = int(other.money[rival] - one.money[rival])
        yield loss / len(rivals), LogLine("nuit.reason_less", {"seat": rival, "amount": loss})


def compare_guests(before: rules.State, one: rules.State, other: rules.State, seat: int, stays: float) -> Reasons:
    """What guests will pay who sit here, or who no longer sit there."""
    gain = int(one.worth[seat] - other.worth[seat])
    more = int(one.sitting[seat] - other.sitting[seat])
    if more > 0:
        yield stays * gain, LogLine("nuit.reason_guests", {"count": more, "amount": gain})
    else:
        yield stays * gain, LogLine("nuit.reason_worth", {"amount": gain})
    rivals = list_rivals(before, seat)
    for rival in rivals:
        loss = int(other.worth[rival] - one.worth[rival])
        lured = int(before.worth[rival] - one.worth[rival])
        key, amount = ("nuit.reason_lures", lured) if lured > 0 else ("nuit.reason_denies", loss)
        yield stays * loss / len(rivals), LogLine(key, {"seat": rival, "amount": amount})


def compare_rooms(before: rules.State, one: rules.State, other: rules.State, seat: int, stays: float) -> Reasons:
    """Open guest cards that would fit, and free seats."""
    for slot, card in enumerate(before.rows[rules.GUEST_CARDS].tolist()):
        if card < 0 or one.rows[rules.GUEST_CARDS, slot] != card:
            continue
        kind, size = int(rules.ASKED_KIND[card]), int(rules.GROUP_SIZE[card])
        if one.free_seats[seat, kind] >= size > other.free_seats[seat, kind]:
            worth = int(CARD_VALUE[card])
            guests = write(rules.GROUP[card])
            fitting: dict[str, str | int] = {"guests": guests, "furniture": KINDS[kind], "amount": worth}
            yield stays * OPEN_CARD * (worth - WELCOME), LogLine("nuit.reason_fits", fitting)
    for kind, name in enumerate(KINDS):
        more = int(one.free_seats[seat, kind] - other.free_seats[seat, kind])
        room: dict[str, str | int] = {"count": int(one.free_seats[seat, kind]), "furniture": name}
        yield stays * FREE_SEAT * more, LogLine("nuit.reason_room", room)


def count_tables(state: rules.State, seat: int) -> int:
    """How many tiles of a pub have guests."""
    return int(state.with_guests[seat]).bit_count()


def find_card(before: rules.State, better: Sequence[int], worse: Sequence[int]) -> LogLine | None:
    """The open card that is taken, if that is all."""
    taken = [code for code in better if rules.TAKE <= code < rules.TAKE_STACK and code not in worse]
    if not taken:
        return None
    card = int(before.rows[rules.ACTION_CARDS, taken[0] - rules.TAKE])
    return LogLine("nuit.reason_card", describe_card(card)) if card >= 0 else None
