"""What is looked at before a table is set up, and how the same people are seated for another game."""

from estaminet.engine.game import Game
from estaminet.server.errors import Refusal
from estaminet.server.rules.adapting import adapts
from estaminet.server.rules.names import tidy_name
from estaminet.server.rules.plan import HouseSeat, LocalSeat, MySeat, OpenSeat, SeatPlan, TablePlan
from estaminet.server.rules.state import Seat


def check_plan(game: Game, plan: TablePlan) -> None:
    """Whether a game can be played like this; a typed error says why not."""
    game.options.resolve(plan.options)
    game.check_players(len(plan.seats))
    if sum(isinstance(seat, MySeat) for seat in plan.seats) > 1:
        raise Refusal("message.invalid", "Only one seat can be yours: others on your device are local.")
    characters = [seat.character for seat in plan.seats if isinstance(seat, HouseSeat) and seat.character]
    if len(set(characters)) < len(characters):
        raise Refusal("message.invalid", "Nobody of the house can sit on two seats.")
    others = [seat for seat in plan.seats if not isinstance(seat, HouseSeat)]
    if adapts(plan) and not (len(others) == 1 and isinstance(others[0], MySeat)):
        raise Refusal("message.invalid", "House players adapt to somebody who plays against the house alone.")


def tidy_plan(plan: TablePlan) -> TablePlan:
    """With the names of people at one device as they are shown."""
    seats = [
        seat.model_copy(update={"name": tidy_name(seat.name)}) if isinstance(seat, LocalSeat) else seat
        for seat in plan.seats
    ]
    return plan.model_copy(update={"seats": seats})


def plan_again(seat: Seat, plan: SeatPlan) -> SeatPlan:
    """The seat of somebody who plays once more, and how it was planned."""
    if seat.is_local:
        return LocalSeat(kind="local", name=seat.name)
    if seat.level is None or seat.person:
        return OpenSeat(kind="open")
    is_adapting = isinstance(plan, HouseSeat) and plan.adapts
    members = {"kind": "house", "level": seat.level, "character": seat.character, "adapts": is_adapting}
    return HouseSeat.model_validate(members)
