"""A table is a pure function of its log: nothing changes what was, and the log alone gives it again."""

import random

import pytest

from estaminet.engine.errors import EstaminetError
from estaminet.server.live.updates import table_message
from estaminet.server.rules import commands
from estaminet.server.rules.apply import replay
from estaminet.server.rules.play import Play
from estaminet.server.rules.state import State, Status
from tests.server.tables import GUESTS, Table, move, mover, sit, started

ASKED: list[commands.Command] = [
    commands.OfferStop(type="offer_stop"),
    commands.DeclineStop(type="decline_stop"),
    commands.Leave(type="leave"),
    sit(),
    commands.Give(type="give", seat=0),
    commands.Resign(type="resign"),
]


def describe(state: State) -> tuple[object, ...]:
    """All that can be seen of a state, and what only the server knows."""
    play = state.play
    return (
        table_message(state),
        state.summarize(),
        (state.number, state.at, state.acted, state.owner, state.last_commands, state.clocks),
        play and (play.position.memory.tobytes(), play.position.history, play.mover, play.to_move, play.board),
    )


@pytest.mark.parametrize("game", ["poule", "reeperbahn", "nuit"])
def test_no_event_changes_what_was_and_the_log_gives_the_same_again(game: str) -> None:
    rng = random.Random(11)
    table = started(game, people=3 if game == "nuit" else 2, clock={"kind": "game", "seconds": 600})
    past = [(table.state, describe(table.state), len(table.events))]
    while table.state.status is Status.PLAYING and len(table.events) < 150:
        table.now += rng.randrange(400)
        ask_something(table, rng)
        past.append((table.state, describe(table.state), len(table.events)))
    for state, described, events in past:
        assert describe(state) == described
        assert describe(replay(state.terms, table.events[:events])) == described


def ask_something(table: Table, rng: random.Random) -> None:
    """A move, an undo or something else, allowed or not."""
    to_move = table.state.to_move
    assert to_move is not None
    if table.state.seats[to_move].level:
        table.house_moves(rng.choice(table.legal))
    elif rng.random() < 0.15:
        attempt(table, rng.choice(GUESTS[:3]), rng.choice(ASKED[:-1] if rng.random() < 0.95 else ASKED))
    elif rng.random() < 0.3:
        attempt(table, rng.choice(GUESTS[:2]), commands.Undo(type="undo", number=table.state.number))
    else:
        seat = table.state.seats[to_move]
        move(table, seat.person, rng.choice(table.legal))


def attempt(table: Table, person: str, command: commands.Command) -> None:
    before = table.state
    try:
        table.ask(person, command)
    except EstaminetError:
        assert table.state is before


def test_a_refused_move_leaves_the_position_alone() -> None:
    """Deciding never touches the live position, not even to find out which rule forbids an action."""
    table = started()
    move(table, action="stall I a1")
    memory = table.position.memory.tobytes()
    with pytest.raises(EstaminetError):
        move(table, action="stall I a1")
    with pytest.raises(EstaminetError):
        move(table, action="castle")
    assert (table.position.memory.tobytes(), len(table.position.history)) == (memory, 1)


def test_what_is_no_move_costs_no_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new name, an offer or a new seat leaves the game alone, however long it is."""
    table = started(people=3)
    for _ in range(30):
        move(table)
    play, replayed = table.state.play, []
    monkeypatch.setattr(Play, "after", lambda *_: replayed.append(1))
    for person, command in (("bert", ASKED[0]), ("carl", ASKED[1]), ("bert", ASKED[2]), ("bert", sit())):
        table.ask(person, command)
    assert table.state.play is play
    assert replayed == []
    assert table.state.summarize()["winners"] is None


def test_a_move_is_not_stale_because_somebody_else_talks() -> None:
    """What counts is whether the position is the one that was seen."""
    table = started()
    person, other = mover(table), GUESTS[1 - GUESTS.index(mover(table))]
    command = commands.Move(type="move", number=table.state.number, action=table.legal[0])
    table.ask(other, ASKED[0])
    table.ask(person, ASKED[1])
    assert table.ask(person, command) is not None
    assert table.ask(person, command) is None, "the same message again is recognised all the same"
