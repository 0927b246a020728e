"""The texts of a game: the log, and why an action is refused.

The log is written from public knowledge, so that no secret can slip out.
"""

from typing import Final

from estaminet.engine.game import Action, LogLine, Refusal
from estaminet.engine.jit.layout import unpack
from estaminet.engine.kernel import Known
from estaminet.games.poule import rules
from estaminet.games.poule.components import CELLS, RANKS
from estaminet.games.poule.view import Market, read_market, tile, tile_on

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
    """The action itself, then its consequences."""
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
    """The pay of a round, and who begins the next one or has won."""
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


# Why an action is illegal now. Whether it is legal, only the rules say.


def explain(known: Known, seat: int, action: Action) -> Refusal:
    """The rule that this illegal action of a seat breaks."""
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
