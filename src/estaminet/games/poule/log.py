"""What happened, as keys with arguments: from what everybody saw, so that no secret can slip out."""

from typing import Final

from estaminet.engine.game import Action, LogLine
from estaminet.engine.jit.layout import unpack
from estaminet.engine.kernel import Known
from estaminet.games.poule import rules
from estaminet.games.poule.components import CELLS
from estaminet.games.poule.view import tile, tile_on

KEYS: Final = {
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
    was, now = unpack(before, rules.State), unpack(after, rules.State)
    is_round_over = now.stage == rules.OVER or now.round_number > was.round_number
    arguments: dict[str, str | int] = {"seat": was.turn, **action.parts}
    if "cell" in arguments:
        board = now.last_board if is_round_over else now.board
        shown = tile_on(int(board[CELLS.index(str(arguments["cell"]))]))
    else:
        shown = tile(now.drawn)
    if shown:
        arguments |= {"tile": shown["name"], "value": shown["value"]}
    lines = [LogLine(f"poule.{action.kind}", arguments)]
    if is_round_over:
        lines.append(LogLine("poule.round_paid", {"round": was.round_number + 1}))
        lines += describe_pay(now)
    return lines


def describe_pay(now: rules.State) -> list[LogLine]:
    """What a round brought, and who begins the next one or has won."""
    money = now.money[: now.players].tolist()
    gains = now.last_gains[: now.players].tolist()
    lines = [
        LogLine("poule.gain", {"seat": seat, "amount": amount, "money": money[seat]})
        for seat, amount in enumerate(gains)
    ]
    if now.stage != rules.OVER:
        return [*lines, LogLine("poule.round_begins", {"round": now.round_number + 1, "seat": now.first})]
    most = max(money)
    winners = [seat for seat, owned in enumerate(money) if owned == most]
    return lines + [LogLine("poule.wins", {"seat": seat, "money": most}) for seat in winners]
