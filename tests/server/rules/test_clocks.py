"""Clocks: time is conserved; nobody can take another's or stretch their own, whatever happens to the server."""

from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estaminet.engine.errors import EstaminetError
from estaminet.server.live import clock as clock_module
from estaminet.server.live import session as session_module
from estaminet.server.live.clock import TableClock
from estaminet.server.live.session import Session
from estaminet.server.live.updates import Log
from estaminet.server.rules import commands
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.permissions import next_event
from estaminet.server.rules.plan import DAY
from estaminet.server.rules.state import Reason, Status
from estaminet.server.rules.taking_back import MOST_UNDOS
from tests.server.tables import GUESTS, MINUTE, Table, move, mover, refused, sit, started

ALLOWED = 10 * MINUTE
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["move", "move", "undo", "rename", "offer", "decline", "away"]), st.integers(0, 30_000)
    ),
    max_size=60,
)  # fmt: skip


class Account:
    """Expected time of every seat, from the actions that stand and the times at which they were taken."""

    def __init__(self, table: Table) -> None:
        self.began = table.now
        self.away = 0
        self.actions: list[tuple[int, int]] = []
        """The seat and the table's own time of every action that stands."""

    def left(self, table: Table) -> list[int]:
        left, last = [ALLOWED] * len(table.state.seats), self.began
        to_move = table.state.to_move
        assert to_move is not None
        for seat, at in [*self.actions, (to_move, table.now - self.away)]:
            left[seat] -= at - last
            last = at
        return left


def measure(table: Table) -> list[int]:
    """The time left to every seat, as its clocks say."""
    clocks = table.state.clocks
    left = list(clocks.left)
    assert clocks.deadline is not None
    left[clocks.seat or 0] = clocks.deadline - table.now
    return left


def undo(table: Table, person: str) -> None:
    table.ask(person, commands.Undo(type="undo", number=table.state.number))


@given(STEPS)
@settings(max_examples=60, deadline=None)
def test_a_seat_pays_for_the_time_that_the_game_as_it_stands_waited_for_it_and_nothing_else(
    steps: list[tuple[str, int]],
) -> None:
    table = started(clock={"kind": "game", "seconds": ALLOWED // 1000})
    account = Account(table)
    for what, milliseconds in steps:
        table.now += milliseconds
        if min(account.left(table)) <= 0 or table.state.status is not Status.PLAYING:
            return
        take_step(table, account, what, milliseconds)
        assert measure(table) == account.left(table)


def take_step(table: Table, account: Account, what: str, milliseconds: int) -> None:
    """One thing that may happen; what is refused changes nothing."""
    last = table.state.play.mover if table.state.play else None
    try:
        if what == "move":
            seat = table.state.to_move or 0
            move(table, action=next((text for text in table.legal if text.startswith("stall")), table.legal[0]))
            account.actions.append((seat, table.now - account.away))
        elif what == "undo":
            undo(table, GUESTS[last or 0])
            account.actions.pop()
        elif what == "rename":
            table.happen(
                next_event(table.state, table.now, EventKind.RENAMED, person="anna", text=f"Anna {milliseconds}")
            )
        elif what == "offer":
            table.ask("bert", commands.OfferStop(type="offer_stop"))
        elif what == "decline":
            table.ask("anna", commands.DeclineStop(type="decline_stop"))
        else:
            account.away += table.now - table.state.at
            table.happen(next_event(table.state, table.now, EventKind.RESUMED))
    except EstaminetError:
        pass


def test_to_place_and_take_back_drains_nobody_elses_clock() -> None:
    """Every third of a second, for as long as it is allowed: the other has all of their time, and one's own ran."""
    table = started(clock={"kind": "game", "seconds": 15}, at_zero="loss")
    attacker = table.state.to_move or 0
    for _ in range(MOST_UNDOS):
        move(table, action="stall I a1")
        table.now += 350
        undo(table, GUESTS[attacker])
    move(table, action="stall I a1")
    table.now += 350
    refused(table, GUESTS[attacker], commands.Undo(type="undo", number=table.state.number), "undo.refused")
    assert measure(table)[1 - attacker] == 15_000 - 350, "only the last one, which stands, runs on the other's clock"
    assert table.state.clocks.left[attacker] == 15_000 - MOST_UNDOS * 350


def test_an_undo_that_would_come_too_late_is_refused() -> None:
    table = started(clock={"kind": "game", "seconds": 15})
    person = mover(table)
    table.now += 14_000
    move(table, action="stall I a1")
    table.now += 2_000
    refused(table, person, commands.Undo(type="undo", number=table.state.number), "undo.refused")


def test_others_may_act_and_then_one_may_take_back_again() -> None:
    table = started()
    person = mover(table)
    for _ in range(MOST_UNDOS):
        move(table, action="stall I a1")
        undo(table, person)
    move(table, action="stall I a1")
    refused(table, person, commands.Undo(type="undo", number=table.state.number), "undo.refused")
    move(table, action="stall I b1")
    move(table, person, action="stall II c1")
    undo(table, person)


def test_offering_and_withdrawing_in_a_loop_is_refused() -> None:
    table = started(people=3)
    table.ask("anna", commands.OfferStop(type="offer_stop"))
    table.ask("anna", commands.DeclineStop(type="decline_stop"))
    refused(table, "anna", commands.DeclineStop(type="decline_stop"), "stop.not_offered")
    refused(table, "anna", commands.OfferStop(type="offer_stop"), "stop.offered")
    move(table)
    table.ask("anna", commands.OfferStop(type="offer_stop"))


def test_whoever_leaves_in_time_trouble_is_not_rescued_by_the_house() -> None:
    """Where zero means loss, the clock of a seat that was left runs on and nobody plays for it."""
    table = started(clock={"kind": "game", "seconds": 60}, at_zero="loss")
    loser = table.state.to_move or 0
    table.now += MINUTE - 100
    table.ask(GUESTS[loser], commands.Leave(type="leave"))
    assert table.state.seats[loser].level is None
    table.ask(GUESTS[loser], sit(loser))
    table.ask(GUESTS[loser], commands.Leave(type="leave"))
    table.now += 100
    table.flag()
    assert table.state.outcome == (Reason.TIME, (1 - loser,))


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What the system clock and the machine's own counter show."""
    times = {"wall": 1_000_000_000, "elapsed": 5_000}
    for module in (clock_module, session_module):
        monkeypatch.setattr(module, "now", lambda: times["wall"])
    monkeypatch.setattr(clock_module, "read_elapsed", lambda: times["elapsed"])
    return times


def pass_time(times: dict[str, int], milliseconds: int, *, set_by: int = 0) -> None:
    times["elapsed"] += milliseconds
    times["wall"] += milliseconds + set_by


def test_a_system_clock_that_is_set_changes_nobodys_seconds(times: dict[str, int]) -> None:
    clock, began = TableClock(0), times["wall"]
    for number, set_by in enumerate((0, -3_600_000, 7_200_000), 1):
        pass_time(times, 10_000, set_by=set_by)
        assert clock.now(began, is_running=True) == began + number * 10_000


def test_a_system_clock_that_is_set_is_followed_while_nobodys_clock_runs(times: dict[str, int]) -> None:
    clock, began = TableClock(0), times["wall"]
    pass_time(times, 10_000, set_by=86_400_000)
    assert clock.now(began, is_running=False) == times["wall"]
    pass_time(times, 10_000, set_by=-3_600_000)
    assert clock.now(began + 86_410_000, is_running=False) == began + 86_420_000, "but not to before the last event"


def test_a_system_clock_that_is_corrected_a_little_is_followed(times: dict[str, int]) -> None:
    clock = TableClock(0)
    for _ in range(100):
        pass_time(times, 1_000, set_by=5)
        assert clock.now(0, is_running=True) == times["wall"]


@pytest.mark.parametrize(
    "clock", [{"kind": "game", "seconds": 60}, {"kind": "move", "days": 3}, {"kind": "none"}], ids=str
)
def test_day_deadlines_follow_a_system_clock_that_is_set(clock: dict[str, object], times: dict[str, int]) -> None:
    """A small computer without a battery learns the date some time after it began."""
    table = started(clock=clock)
    times["wall"] = table.now
    session = Session(table.state, Log(), cast("Any", None), cast("Any", None), lambda *_: None, is_home=True)
    pass_time(times, 10_000, set_by=30 * DAY)
    assert session.now() == times["wall"] - (30 * DAY if clock["kind"] == "game" else 0)
