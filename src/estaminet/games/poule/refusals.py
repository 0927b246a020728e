"""Why an action is not allowed now. Whether it is allowed, only the rules say."""

from estaminet.engine.game import Action, Refusal
from estaminet.engine.jit.layout import unpack
from estaminet.engine.kernel import Known
from estaminet.games.poule import rules
from estaminet.games.poule.components import RANKS


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
