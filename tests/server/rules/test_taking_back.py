"""What can be taken back: between people while nothing came to light, as practice alone against the house."""

from estaminet.server.live.updates import table_message
from estaminet.server.rules.apply import evolve
from estaminet.server.rules.commands import (
    AcceptUndo,
    AskUndo,
    DeclineUndo,
    Leave,
    Start,
    Undo,
)
from estaminet.server.rules.state import Status
from estaminet.server.rules.taking_back import MOST_PRACTICE_UNDOS
from tests.server.tables import GUESTS, Table, move, mover, refused, sit, started


def drawn_beside_opa() -> Table:
    """Anna has drawn, at a table that she shares with Opa on one device, against the house."""
    table = Table("poule", ["me", "local:Opa", "host"])
    table.ask("anna", sit())
    table.ask("anna", Start(type="start"))
    while table.state.to_move == 2:
        table.house_moves(table.legal[0])
    move(table, "anna", "draw")
    return table


class TestUndo:
    def test_ones_own_last_action_can_be_taken_back(self) -> None:
        table = started()
        before, person = table.position.memory.copy(), mover(table)
        move(table, action="stall I a1")
        table.ask(person, Undo(type="undo", number=table.state.number))
        assert table.position.memory.tolist() == before.tolist()
        assert mover(table) == person

    def test_not_after_somebody_else_has_acted(self) -> None:
        table = started()
        first = mover(table)
        move(table, action="stall I a1")
        move(table, action="stall I b1")
        refused(table, first, Undo(type="undo", number=table.state.number), "undo.refused")

    def test_not_after_a_tile_was_turned_up(self) -> None:
        table = started()
        person = mover(table)
        move(table, action="draw")
        assert not table.state.can_undo(person)
        refused(table, person, Undo(type="undo", number=table.state.number), "undo.refused")

    def test_not_after_a_card_was_drawn_that_only_its_owner_saw(self) -> None:
        """In reeperbahn a turn ends with cards from the stack: nobody else sees them, and yet they are known."""
        table = started("reeperbahn")
        person = mover(table)
        while mover(table) == person:
            move(table, action=next((text for text in table.legal if text == "end"), table.legal[0]))
        refused(table, person, Undo(type="undo", number=table.state.number), "undo.refused")

    def test_the_same_undo_twice_is_carried_out_once(self) -> None:
        table = started()
        person = mover(table)
        move(table, action="stall I a1")
        command = Undo(type="undo", number=table.state.number)
        assert table.ask(person, command) is not None
        assert table.ask(person, command) is None

    def test_the_house_waits_while_somebody_among_people_may_take_back(self) -> None:
        table = started(people=3)
        assert not table.state.is_undoable
        move(table, action="stall I a1")
        assert table.state.is_undoable
        move(table, action="draw")
        assert not table.state.is_undoable

    def test_there_is_nothing_to_take_back_at_the_start(self) -> None:
        table = started()
        refused(table, mover(table), Undo(type="undo", number=table.state.number), "undo.refused")


class TestPractice:
    """Against the house alone one may take back freely, and the table says so."""

    def alone(self, game: str = "poule") -> Table:
        table = Table(game, ["me", "host", "host"])
        table.ask("anna", sit())
        table.ask("anna", Start(type="start"))
        while table.state.to_move != 0:
            table.house_moves("draw" if "draw" in table.legal else table.legal[0])
        return table

    def test_one_goes_back_to_ones_own_last_decision_also_past_what_was_revealed(self) -> None:
        table = self.alone()
        before = table.position.memory.copy()
        move(table, "anna", "draw")
        move(table, "anna")
        seen = table.state.number
        table.house_moves(table.legal[0])
        assert table.state.can_undo("anna")
        assert table.state.undo_is_practice("anna")
        table.ask("anna", Undo(type="undo", number=seen))
        assert table.state.to_move == 0
        table.ask("anna", Undo(type="undo", number=table.state.number))
        assert table.position.memory.tolist() == before.tolist()
        assert table.state.is_practice

    def test_what_could_be_taken_back_against_people_is_no_practice(self) -> None:
        table = self.alone()
        move(table, "anna", "stall I a1" if "stall I a1" in table.legal else "stall I f5")
        assert not table.state.undo_is_practice("anna")
        table.ask("anna", Undo(type="undo", number=table.state.number))
        assert not table.state.is_practice

    def test_nor_is_a_card_that_only_the_house_has_seen(self) -> None:
        table = self.alone("nuit")
        shown = []
        while table.state.status is Status.PLAYING:
            before = table.position.memory.copy()
            move(table, "anna")
            known = table.position.known_to(0)
            if table.position.game.kernel.revealed(known) and not table.state.undo_is_practice("anna"):
                shown.append(table.position.history[-1])
                table.ask("anna", Undo(type="undo", number=table.state.number))
                assert not table.state.is_practice
                assert table.position.memory.tolist() == before.tolist()
                break
            while table.state.to_move not in (0, None):
                table.house_moves(table.legal[0])
        assert shown

    def test_the_same_undo_twice_is_carried_out_once(self) -> None:
        table = self.alone()
        move(table, "anna", "draw")
        command = Undo(type="undo", number=table.state.number)
        assert table.ask("anna", command) is not None
        assert table.ask("anna", command) is None

    def test_there_is_an_end_to_it(self) -> None:
        table = self.alone()
        table.state = evolve(table.state, practice_undos=MOST_PRACTICE_UNDOS)
        move(table, "anna", "draw")
        refused(table, "anna", Undo(type="undo", number=table.state.number), "undo.refused")

    def test_friends_on_one_device_are_no_practice(self) -> None:
        table = drawn_beside_opa()
        refused(table, "anna", Undo(type="undo", number=table.state.number), "undo.refused")

    def test_nor_is_a_game_that_somebody_has_left(self) -> None:
        table = started()
        person = mover(table)
        move(table, action="draw")
        table.ask(GUESTS[1 - GUESTS.index(person)], Leave(type="leave"))
        refused(table, person, Undo(type="undo", number=table.state.number), "undo.refused")


class TestRequest:
    """Among people: what cannot simply be taken back may be asked for, and all must agree."""

    def moved_on(self, people: int = 2) -> tuple[Table, str, str]:
        """A tile was turned up, placed, and somebody else has acted: who asks, and who is asked."""
        table = started(people=people)
        first = mover(table)
        move(table, action="draw")
        move(table)
        move(table)
        return table, first, GUESTS[(GUESTS.index(first) + 1) % people]

    def test_it_goes_back_to_ones_own_last_decision_if_all_agree_and_is_practice(self) -> None:
        table, first, other = self.moved_on()
        table.ask(first, ask(table))
        assert table_message(table.state)["undo_wanted"] == {
            "seat": GUESTS.index(first),
            "actions": 2,
            "accepted_by": [GUESTS.index(first)],
        }
        table.ask(other, accept(table))
        assert mover(table) == first
        assert len(table.position.history) == 1
        assert table.state.is_practice
        assert table_message(table.state)["undo_wanted"] is None

    def test_one_who_declines_is_enough(self) -> None:
        table, first, other = self.moved_on(3)
        third = next(each for each in GUESTS[:3] if each not in (first, other))
        before = table.position.memory.tolist()
        table.ask(first, ask(table))
        table.ask(other, accept(table))
        assert table.position.memory.tolist() == before
        table.ask(third, DeclineUndo(type="decline_undo"))
        refused(table, other, accept(table), "undo.not_asked")
        assert not table.state.is_practice

    def test_it_is_asked_once_for_a_position(self) -> None:
        table, first, other = self.moved_on()
        assert table.ask(first, ask(table)) is not None
        assert table.ask(first, ask(table)) is None
        refused(table, other, ask(table), "undo.asked")
        table.ask(other, DeclineUndo(type="decline_undo"))
        refused(table, first, ask(table), "undo.asked")
        move(table)
        assert table.ask(first, ask(table)) is not None

    def test_the_next_move_withdraws_it_and_so_does_who_comes_or_goes(self) -> None:
        table, first, other = self.moved_on()
        table.ask(first, ask(table))
        move(table)
        refused(table, other, accept(table), "undo.not_asked")
        table.ask(first, ask(table))
        table.ask(other, Leave(type="leave"))
        assert table.state.undo_request is None
        table.ask(other, sit())
        refused(table, other, accept(table), "undo.not_asked")

    def test_whoever_is_away_is_asked_too(self) -> None:
        table, first, other = self.moved_on(3)
        third = next(each for each in GUESTS[:3] if each not in (first, other))
        table.ask(third, Leave(type="leave"))
        table.ask(first, ask(table))
        table.ask(other, accept(table))
        assert table.state.undo_request is not None
        assert not table.state.is_practice

    def test_a_yes_that_has_not_seen_the_request_is_none(self) -> None:
        table, first, other = self.moved_on()
        seen = table.state.number
        table.ask(first, ask(table))
        refused(table, other, AcceptUndo(type="accept_undo", number=seen), "move.stale")

    def test_nobody_asks_themselves(self) -> None:
        table = drawn_beside_opa()
        refused(table, "anna", ask(table), "undo.refused")

    def test_nor_does_somebody_who_has_not_acted_or_has_no_seat(self) -> None:
        table = started()
        first = mover(table)
        move(table, action="draw")
        refused(table, GUESTS[1 - GUESTS.index(first)], ask(table), "undo.refused")
        refused(table, "dora", ask(table), "seat.foreign")
        refused(table, "dora", DeclineUndo(type="decline_undo"), "seat.foreign")

    def test_nobody_takes_back_into_a_time_that_is_over(self) -> None:
        table = started(clock={"kind": "game", "seconds": 60})
        first = mover(table)
        other = GUESTS[1 - GUESTS.index(first)]
        table.now += 30_000
        move(table, action="stall I a1")
        table.now += 20_000
        table.ask(first, ask(table))
        table.now += 20_000
        refused(table, other, accept(table), "undo.refused")


def ask(table: Table) -> AskUndo:
    return AskUndo(type="ask_undo", number=table.state.number)


def accept(table: Table) -> AcceptUndo:
    return AcceptUndo(type="accept_undo", number=table.state.number)
