"""What can be taken back: between people while nothing came to light, as practice alone against the house."""

from estaminet.server.rules.apply import evolve
from estaminet.server.rules.commands import (
    Leave,
    Start,
    Undo,
)
from estaminet.server.rules.decide import MOST_PRACTICE_UNDOS
from tests.server.tables import GUESTS, Table, move, mover, refused, sit, started


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

    def alone(self) -> Table:
        table = Table("poule", ["me", "host", "host"])
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
        table = Table("poule", ["me", "local:Opa", "host"])
        table.ask("anna", sit())
        table.ask("anna", Start(type="start"))
        while table.state.to_move == 2:
            table.house_moves(table.legal[0])
        move(table, "anna", "draw")
        refused(table, "anna", Undo(type="undo", number=table.state.number), "undo.refused")

    def test_nor_is_a_game_that_somebody_has_left(self) -> None:
        table = started()
        person = mover(table)
        move(table, action="draw")
        table.ask(GUESTS[1 - GUESTS.index(person)], Leave(type="leave"))
        refused(table, person, Undo(type="undo", number=table.state.number), "undo.refused")
