"""Seats that are offered, and guests who ask for them: the others have to agree."""

from estaminet.server.rules.commands import (
    AcceptGuest,
    DeclineGuest,
    Give,
    Leave,
    OfferStop,
    Start,
)
from estaminet.server.rules.decide import MOST_NON_MOVES, is_moot
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.permissions import next_event
from tests.server.tables import Table, ask_for, move, refused, sit, started


class TestGuests:
    """Somebody new in a game: only if whoever had the seat offered it, and all people at the table agree."""

    def test_a_seat_that_was_left_goes_to_nobody_else(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave"))
        refused(table, "dora", sit(1), "seat.taken")
        refused(table, "dora", ask_for(1), "seat.consent")

    def test_an_offered_seat_goes_to_whom_everybody_agrees_to(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave", offers_seat=True))
        refused(table, "dora", sit(1), "seat.consent")
        table.ask("dora", ask_for(1))
        table.ask("anna", AcceptGuest(type="accept_guest"))
        refused(table, "dora", sit(1), "seat.consent")
        table.ask("carl", AcceptGuest(type="accept_guest"))
        refused(table, "dora", sit(0), "seat.second")
        table.ask("dora", sit())
        assert table.state.seats[1].person == "dora"
        assert table.state.guest is None
        refused(table, "bert", sit(1), "seat.taken")

    def test_it_is_remembered_who_had_a_seat_when(self) -> None:
        table = started(people=3)
        begun = table.state.number
        table.ask("bert", Leave(type="leave"))
        left = table.state.number
        table.ask("bert", sit())
        back = table.state.number
        assert table.state.seats[1].holders == ((begun, "Bert"), (left, ""), (back, "Bert"))
        assert table.state.seats[0].holders == ((begun, "Anna"),)

    def test_nobody_asks_twice_after_a_no(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave", offers_seat=True))
        table.ask("dora", ask_for(1))
        refused(table, "emil", ask_for(1), "seat.consent")
        table.ask("carl", DeclineGuest(type="decline_guest"))
        refused(table, "dora", ask_for(1), "seat.refused")
        table.ask("emil", ask_for(1))

    def test_whoever_comes_back_has_the_seat_again(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave", offers_seat=True))
        table.ask("dora", ask_for(1))
        for person in ("anna", "carl"):
            table.ask(person, AcceptGuest(type="accept_guest"))
        table.ask("bert", sit())
        refused(table, "dora", sit(1), "seat.taken")
        assert not table.state.seats[1].is_offered

    def test_whoever_asks_may_change_their_mind(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave", offers_seat=True))
        table.ask("dora", ask_for(1))
        table.ask("dora", Leave(type="leave"))
        assert table.state.guest is None

    def test_whoever_is_away_is_asked_too(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave", offers_seat=True))
        table.ask("dora", ask_for(1))
        table.ask("anna", AcceptGuest(type="accept_guest"))
        table.ask("carl", Leave(type="leave"))
        refused(table, "dora", sit(1), "seat.consent")
        table.ask("carl", sit())
        table.ask("carl", AcceptGuest(type="accept_guest"))
        table.ask("carl", Leave(type="leave"))
        table.ask("dora", sit())
        assert table.state.seats[1].person == "dora"

    def test_nobody_gets_advice_by_having_a_king_play_for_them_against_people(self) -> None:
        table = started()
        refused(table, "anna", Give(type="give", seat=0, level="king"), "seat.substitute")
        table.ask("anna", Give(type="give", seat=0, level="regular"))

    def test_against_the_house_alone_anybody_may_play_on(self) -> None:
        table = Table("poule", ["me", "host"])
        table.ask("anna", sit())
        table.ask("anna", Start(type="start"))
        event = table.ask("anna", Give(type="give", seat=0, level="king"))
        assert event is not None

    def test_nobody_is_rescued_from_the_clock_by_the_house(self) -> None:
        table = started(people=3, clock={"kind": "game", "seconds": 60}, at_zero="loss")
        refused(table, "bert", Give(type="give", seat=1, level="regular"), "seat.substitute")
        table.ask("bert", Leave(type="leave"))
        refused(table, "anna", Give(type="give", seat=1, level="regular"), "seat.taken")

    def test_whoever_does_too_much_beside_the_game_is_heard_no_more_and_nobody_else_suffers(self) -> None:
        table = started()
        while table.state.non_move_counts.get("anna", 0) < MOST_NON_MOVES:
            table.happen(next_event(table.state, table.now, EventKind.RENAMED, person="anna", text="Anna"))
        refused(table, "anna", OfferStop(type="offer_stop"), "table.long")
        assert is_moot(table.state, EventKind.RENAMED, "anna")
        assert not is_moot(table.state, EventKind.RENAMED, "bert")
        table.ask("bert", OfferStop(type="offer_stop"))
        table.ask("bert", Leave(type="leave"))
        table.ask("bert", sit())
        move(table)
        table.ask("anna", Leave(type="leave"))

    def test_a_stranger_who_comes_and_goes_keeps_nobody_from_beginning(self) -> None:
        table = Table("poule", ["me", "open"], is_public=True)
        table.ask("anna", sit())
        while table.state.non_move_counts.get("mallory", 0) < MOST_NON_MOVES:
            table.ask("mallory", sit())
            table.ask("mallory", Leave(type="leave"))
        refused(table, "mallory", sit(), "table.long")
        table.ask("bert", sit())
        table.ask("anna", Start(type="start"))
