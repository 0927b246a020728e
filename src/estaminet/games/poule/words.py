"""What is said of a game: what happened, why an action is refused, why one turn is better than another.

The log is written from what everybody saw, so that no secret can slip out.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from estaminet.engine.game import Action, LogLine, Refusal
from estaminet.engine.jit.layout import Memory, unpack
from estaminet.engine.kernel import Known
from estaminet.games.poule import rules
from estaminet.games.poule.components import ACTIONS, CELLS, RANKS, SECOND_FIRE, TILES
from estaminet.games.poule.view import Market, PieceView, SegmentView, pieces, read_market, segments, tile, tile_on

LOG_KEYS: Final = {
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

SENTENCES: Final = {
    "poule.stall": "{seat} sets up a stall of rank {rank} on {cell}.",
    "poule.draw": "{seat} draws {tile} ({value}).",
    "poule.place": "{seat} places {tile} ({value}) on {cell}.",
    "poule.secret": "{seat} plays the secret tile: {tile} ({value}) on {cell}.",
    "poule.pass": "{seat} passes.",
    "poule.round_paid": "Round {round} is paid out.",
    "poule.gain": "{seat}: {amount} écus, now {money}.",
    "poule.round_begins": "Round {round} begins with {seat}.",
    "poule.wins": "{seat} wins with {money} écus.",
}


def describe(before: Known, action: Action, after: Known) -> list[LogLine]:
    """The action itself, then what followed from it."""
    was, now = read_market(before), read_market(after)
    is_round_over = now.stage == rules.OVER or now.round_number > was.round_number
    arguments: dict[str, str | int] = {"seat": was.turn, **action.parts}
    if "cell" in arguments:
        board = now.last_board if is_round_over else now.board
        shown = tile_on(board[CELLS.index(str(arguments["cell"]))])
    else:
        shown = tile(now.drawn)
    if shown:
        arguments |= {"tile": shown["name"], "value": shown["value"]}
    lines = [LogLine(f"poule.{action.kind}", arguments)]
    if is_round_over:
        lines.append(LogLine("poule.round_paid", {"round": was.round_number + 1}))
        lines += describe_pay(now)
    return lines


def describe_pay(now: Market) -> list[LogLine]:
    """What a round brought, and who begins the next one or has won."""
    money = now.money[: now.players]
    lines = [
        LogLine("poule.gain", {"seat": seat, "amount": amount, "money": money[seat]})
        for seat, amount in enumerate(now.last_gains[: now.players])
    ]
    if now.stage != rules.OVER:
        return [*lines, LogLine("poule.round_begins", {"round": now.round_number + 1, "seat": now.first})]
    most = max(money)
    winners = [seat for seat, owned in enumerate(money) if owned == most]
    return lines + [LogLine("poule.wins", {"seat": seat, "money": most}) for seat in winners]


# Why an action is not allowed now. Whether it is allowed, only the rules say.


def explain(known: Known, seat: int, action: Action) -> Refusal:
    """The rule that an action of this seat, found illegal, breaks."""
    state = unpack(known, rules.State)
    rule = {"stall": "P3.1", "draw": "P3.2", "place": "P3.2", "secret": "P3.3", "pass": "P3.4"}[action.kind]
    if state.stage == rules.PLACING and action.kind != "place":
        return Refusal("P3.2", "the drawn tile must be placed first.")
    targets = action.parts
    if action.kind == "place" and state.stage != rules.PLACING:
        return Refusal(rule, "no tile has been drawn.")
    if action.kind == "stall":
        rank = RANKS.index(targets["rank"])
        if state.stalls[seat, rank] == 0:
            reason = f"no stall of rank {RANKS[rank]} is left in hand."
            return Refusal(rule if comes_back(state, rank) else "P3.5", reason)
    if action.kind == "secret" and state.secret[seat] == rules.NONE:
        if state.tiles_are_open:
            return Refusal("P6.5", "with open tiles nobody has a secret one.")
        return Refusal(rule, "the secret tile has been played already.")
    if action.kind == "draw":
        return Refusal(rule, "the stack is empty.")
    if action.kind == "pass":
        return Refusal(rule, "another action is possible.")
    return Refusal(rule, f"cell {targets['cell']} is not empty.")


def comes_back(state: rules.State, rank: int) -> bool:
    """P3.5, P6.2: whether stalls of this rank, from 0, are handed out again every round."""
    return state.stalls_return == rules.RETURN_ALL or (rank == 0 and state.stalls_return != rules.RETURN_NONE)


# Why one turn is better than another: what the square would pay now, who could have had the spot, what is kept.

REASON_KEYS: Final = {
    "poule.reason_earns": ("amount", "other"),
    "poule.reason_doubled": ("line", "amount"),
    "poule.reason_takes": ("seat", "amount"),
    "poule.reason_spares": ("seat", "amount"),
    "poule.reason_spot": ("seat", "rank", "cell", "amount"),
    "poule.reason_keeps_stall": ("rank",),
    "poule.reason_keeps_secret": (),
    "poule.reason_buyers": ("count", "of"),
}
"""Amounts are in écus, as the square would pay now; `other` is what the other turn would bring."""
NOTABLE: Final = 3
"""A smaller difference in écus is no reason."""


class Square(NamedTuple):
    """The square after a turn, as everybody sees it."""

    action: Action
    pieces: list[PieceView]
    segments: list[SegmentView]
    pay: list[int]
    """What it would pay each seat now."""


def reason(worlds: Sequence[Memory], seat: int, better: Sequence[int], worse: Sequence[int]) -> LogLine | None:
    """What the better turn does that the other does not; the square is the same in all worlds."""
    world = worlds[0]
    before = unpack(world, rules.State)
    players = before.players
    one, other = look_at(world, players, better), look_at(world, players, worse)
    paid = add_up(segments(before.board.tobytes(), players), players)
    own = one.pay[seat] - other.pay[seat]
    rivals = [each for each in range(players) if each != seat]
    rival = max(rivals, key=lambda each: other.pay[each] - one.pay[each])
    harm = other.pay[rival] - one.pay[rival]
    if own >= NOTABLE and own >= harm / len(rivals):
        return find_doubled(one, seat) or LogLine(
            "poule.reason_earns", {"amount": one.pay[seat] - paid[seat], "other": other.pay[seat] - paid[seat]}
        )
    if harm >= NOTABLE and own >= -harm / len(rivals):
        taken = paid[rival] - one.pay[rival]
        if taken >= NOTABLE:
            return LogLine("poule.reason_takes", {"seat": rival, "amount": taken})
        return LogLine("poule.reason_spares", {"seat": rival, "amount": harm})
    return find_spot(before, one, other, rivals) or find_kept(before, one.action, other.action, seat)


def look_at(world: Memory, players: int, codes: Sequence[int]) -> Square:
    """The square after a turn, of a full one before it is cleared."""
    after = world.copy()
    for code in codes:
        rules.apply(after, code)
    was, now = unpack(world, rules.State), unpack(after, rules.State)
    is_cleared = now.stage == rules.OVER or now.round_number > was.round_number
    board = (now.last_board if is_cleared else now.board).tobytes()
    found = segments(board, players)
    return Square(ACTIONS[codes[-1]], pieces(board), found, add_up(found, players))


def add_up(found: list[SegmentView], players: int) -> list[int]:
    """P4.4, P4.5: what every seat would be paid."""
    return [sum(each["value"] * each["ranks"][seat] for each in found) for seat in range(players)]


def find_doubled(square: Square, seat: int) -> LogLine | None:
    """P4.3: a line that the purse doubles for the seat, if the turn goes into one."""
    purses = {piece["cell"] for piece in square.pieces if piece["tile"] and piece["tile"]["name"] == "purse"}
    cell = square.action.parts.get("cell")
    for segment in square.segments:
        earned = segment["value"] * segment["ranks"][seat]
        if cell in segment["cells"] and purses & set(segment["cells"]) and earned >= NOTABLE:
            return LogLine("poule.reason_doubled", {"line": segment["line"], "amount": earned})
    return None


def find_spot(before: rules.State, one: Square, other: Square, rivals: Sequence[int]) -> LogLine | None:
    """The spot that the turn takes, if no other would have been as good for somebody else's highest stall."""
    cell = one.action.parts.get("cell", "")
    found: list[tuple[int, LogLine]] = []
    for rival in rivals:
        rank = max((rank for rank in range(rules.RANKS) if before.stalls[rival, rank]), default=None)
        spots = {} if rank is None else dict(list_spots(other, rank + 1))
        amount = spots.pop(cell, 0)
        if rank is not None and amount >= max((NOTABLE, *(each + 1 for each in spots.values()))):
            spot: dict[str, str | int] = {"seat": rival, "rank": RANKS[rank], "cell": cell, "amount": amount}
            found.append((amount, LogLine("poule.reason_spot", spot)))
    return max(found, key=lambda each: each[0])[1] if found else None


def list_spots(square: Square, rank: int) -> Iterator[tuple[str, int]]:
    """What a stall would earn now on every empty cell."""
    taken = {piece["cell"] for piece in square.pieces}
    for cell in CELLS:
        if cell not in taken:
            yield cell, rank * sum(each["value"] for each in square.segments if cell in each["cells"])


def find_kept(before: rules.State, one: Action, other: Action, seat: int) -> LogLine | None:
    """What stays in hand for later, or what the stack promises."""
    kept, used = other.parts.get("rank"), one.parts.get("rank")
    if kept and kept != RANKS[0] and (used is None or RANKS.index(used) < RANKS.index(kept)):
        return LogLine("poule.reason_keeps_stall", {"rank": kept})
    if other.kind == "secret" and one.kind != "secret":
        return LogLine("poule.reason_keeps_secret", {})
    if one.kind == "draw":
        left = list(range(before.tiles))
        seen = [piece - rules.TILE for piece in before.board.tolist() if rules.EMPTY < piece < rules.STALL]
        for tile in (*seen, int(before.secret[seat])):
            if tile != rules.NONE:
                left.remove(tile if tile in left else SECOND_FIRE)
        buyers = sum(TILES[tile].value > 0 for tile in left)
        if 2 * buyers >= len(left):
            return LogLine("poule.reason_buyers", {"count": buyers, "of": len(left)})
    return None
