"""Why an action is not allowed now. Whether it is allowed, only the rules say."""

from estaminet.engine.game import Action, Refusal
from estaminet.engine.jit.layout import unpack
from estaminet.engine.kernel import Known
from estaminet.games.reeperbahn import rules
from estaminet.games.reeperbahn.components import FIGURES, HANS, KIND_NAMES, KINDS, LILLI, E, W
from estaminet.games.reeperbahn.view import TurnView, look_at_turn

COLOURS = {kind.name: kind.colour for kind in KINDS}
JOKER_COLOURS = {"lilli": "green", "w": "grey", "e": "grey", "hans": "yellow"}
NAMES = {"lilli": "Lilli", "w": "guard w", "e": "guard e", "hans": "Hans", "lola": "Lola"}


def explain(known: Known, seat: int, action: Action) -> Refusal:
    """The rule that an action of this seat, found illegal, breaks."""
    turn = look_at_turn(known)
    if action.kind == "end":
        return Refusal("R3.1", "at least one card must be played or discarded first.")
    if action.kind == "charm":
        return explain_charm(known, turn, action)
    if action.kind == "discard" and turn["mode"] == "cards":
        return Refusal("R3.2", "cards have been played in this turn, so that none can be swapped.")
    if action.kind != "discard" and turn["mode"] == "swap":
        return Refusal("R3.2", "this turn swaps cards, so that none can be played.")
    state = unpack(known, rules.State)
    targets = action.parts
    held = int(state.hand[seat, KIND_NAMES.index(targets["card"])])
    if held == 0:
        return Refusal("R3.2" if action.kind == "discard" else "R3.1", f"no card {targets['card']} is in hand.")
    if action.kind == "court" and held == 1:
        return Refusal("R4.4", "the court moves with two Lilli cards, and only one is in hand.")
    return explain_colour(turn, action, targets) or explain_move(known, turn, action, targets)


def explain_charm(known: Known, turn: TurnView, action: Action) -> Refusal:
    """R5.1: a whole turn, the figure moves, and the guards stay around Lilli."""
    if turn["mode"] != "fresh":
        return Refusal("R3.2", "a charm is a whole turn, and this one has begun with cards.")
    state = unpack(known, rules.State)
    name = action.targets[1].removeprefix("figure:")
    if state.figures[FIGURES.index(name)] == state.figures[HANS]:
        return Refusal("R5.1", f"{NAMES[name]} is on the square of Hans already.")
    return Refusal("R4.3", f"with {NAMES[name]} on the square of Hans, Lilli would not stand between the guards.")


def explain_colour(turn: TurnView, action: Action, targets: dict[str, str]) -> Refusal | None:
    """R3.1, R4.9: one colour a turn, and one meaning of red."""
    colour = COLOURS[targets["card"]]
    meaning = JOKER_COLOURS[targets["figure"]] if action.kind.startswith("joker") else "lola"
    if colour == "red" and turn["red_means"] not in (None, meaning):
        red = "moves Lola" if turn["red_means"] == "lola" else f"stands for {turn['red_means']}"
        return Refusal("R4.9", f"red {red} in this turn.")
    if turn["colour"] in (None, colour):
        return None
    if turn["colour"] == meaning or turn["red_means"] == colour:
        return Refusal("R4.9", f"red jokers are not mixed with the {meaning if colour == 'red' else colour} cards.")
    return Refusal("R3.1", f"the cards of a turn have one colour, and the first one was {turn['colour']}.")


def explain_move(known: Known, turn: TurnView, action: Action, targets: dict[str, str]) -> Refusal:
    """R4: the card cannot be carried out in full."""
    if action.kind == "flank":
        return Refusal("R4.6", "both guards are next to Lilli already.")
    if action.kind == "lola0":
        return Refusal("R4.7", "Lola is on the centre already.")
    if action.kind.startswith("joker") and not turn["can_joke"]:
        return Refusal("R4.8", "Lola does not stand between Lilli and the own end of the street.")
    state = unpack(known, rules.State)
    front = W if state.turn == 0 else E
    if action.kind == "court":
        return Refusal("R4.2", f"{NAMES[FIGURES[front]]} would leave the street.")
    figure = FIGURES.index(targets["figure"]) if "figure" in targets else front
    if "figure" not in targets and rules.measure_room(known, front) > 0:
        figure = W + E - front
    if figure == LILLI:
        return Refusal("R4.3", "Lilli would not stand between the guards any more.")
    if figure in (W, E) and figure != front:
        return Refusal("R4.5", f"{NAMES[FIGURES[figure]]} would land on Lilli or pass her.")
    return Refusal("R4.2", f"{NAMES[FIGURES[figure]]} would leave the street.")
