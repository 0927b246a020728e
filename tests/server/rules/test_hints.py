"""Which decisions were made with a hint: those of which one showed something, and nobody else's."""

from estaminet.server.rules.commands import Move, Resign, Start, Undo
from estaminet.server.rules.play import Play
from estaminet.server.rules.results import HintNote, find_hinted, hinted_of, is_mostly_hinted
from estaminet.server.rules.state import Status
from tests.server.tables import Table, sit


def against_the_house(moves: int, game: str = "poule") -> Table:
    """Anna has played so many actions against a house player, and is to move."""
    table = Table(game, ["me", "host"])
    table.ask("anna", sit())
    table.ask("anna", Start(type="start"))
    wait(table)
    for _ in range(moves):
        act(table)
    return table


def wait(table: Table) -> None:
    while table.state.to_move == 1:
        table.house_moves(table.legal[0])


def act(table: Table) -> None:
    table.ask("anna", Move(type="move", number=table.state.number, action=table.legal[0]))
    wait(table)


def play_of(table: Table) -> Play:
    assert table.state.play is not None
    return table.state.play


def own(table: Table) -> list[int]:
    """The plies of Anna's decisions."""
    return play_of(table).decisions_of(0)


def test_a_decision_is_an_action_that_was_not_the_only_one_possible() -> None:
    play = play_of(against_the_house(12, "reeperbahn"))
    position, found = play.position.restart(), []
    for ply, code in enumerate(play.position.history):
        found += [ply] if len(position.legal()) > 1 else []
        position.follow(code)
    assert list(play.decisions) == found
    assert len(found) < len(play.movers), "something was forced: else this shows nothing"
    assert list(play.undone(5).decisions) == [ply for ply in found if ply < len(play.movers) - 5]


def test_a_hint_counts_for_what_it_showed_of_the_turn_and_for_nobody_elses() -> None:
    table = against_the_house(12)
    play, first = play_of(table), own(table)[0]
    end = next(ply for ply in range(first, len(play.movers)) if play.movers[ply] == 1)
    turn = [ply for ply in own(table) if ply < end]
    assert find_hinted(play, 0, "anna", [HintNote("anna", first, 1)]) == [first]
    assert find_hinted(play, 0, "anna", [HintNote("anna", first, 99)]) == turn
    assert find_hinted(play, 1, "anna", [HintNote("anna", first, 99)]) == []
    assert find_hinted(play, 0, "bert", [HintNote("anna", first, 99)]) == []
    assert find_hinted(play, 0, "anna", [HintNote("anna", len(play.movers), 3)]) == [], (
        "asked, and then nothing was done"
    )


def test_a_turn_of_several_actions_is_hinted_as_far_as_the_hint_went() -> None:
    movers, decisions = (0, 0, 0, 0, 1, 0), (0, 1, 3, 4, 5)
    play = Play(play_of(against_the_house(0)).position, movers, decisions)
    assert find_hinted(play, 0, "anna", [HintNote("anna", 0, 2)]) == [0, 1]
    assert find_hinted(play, 0, "anna", [HintNote("anna", 2, 9)]) == [3], "asked where there was one thing to do"
    assert find_hinted(play, 0, "anna", [HintNote("anna", 0, 9), HintNote("anna", 3, 1)]) == [0, 1, 3]


def test_who_takes_back_knows_what_they_were_told() -> None:
    table = against_the_house(4)
    hint = HintNote("anna", len(play_of(table).movers), 1)
    act(table)
    table.ask("anna", Undo(type="undo", number=table.state.number))
    act(table)
    assert find_hinted(play_of(table), 0, "anna", [hint]) == [hint.ply]


def test_the_summary_of_a_finished_game_has_the_hints_of_whoever_had_the_seat_at_the_end() -> None:
    table = against_the_house(6)
    one, other, *_ = own(table)
    hints = [HintNote("anna", one, 1), HintNote("bert", other, 1)]
    assert table.state.summarize(hints)["hinted"] is None, "a game that goes on has told nobody"
    table.ask("anna", Resign(type="resign"))
    assert table.state.status is Status.OVER
    summary = table.state.summarize(hints)
    assert summary["hinted"] == [[one], []]
    assert summary["decisions"] == [len(own(table)), len(play_of(table).decisions) - len(own(table))]
    assert hinted_of(summary, 0) == [one]


def test_a_game_is_mostly_hinted_above_a_third() -> None:
    def mostly(hinted: list[int], decisions: int) -> bool:
        return is_mostly_hinted({"hinted": [hinted, []], "decisions": [decisions, 9]}, 0)

    assert [mostly([1, 2], 6), mostly([1, 2], 5), mostly([], 0), mostly([1], 1)] == [False, True, False, True]


def test_a_summary_from_before_hints_were_noted_tells_of_none() -> None:
    for old in ({}, {"hinted": None, "decisions": None}):
        assert hinted_of(old, 0) == []
        assert not is_mostly_hinted(old, 0)
