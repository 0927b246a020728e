"""What a table answers: who may do what, when, and what follows."""

import pytest

from estaminet.engine.errors import EstaminetError, IllegalAction, UnknownAction
from estaminet.table.errors import (
    AlreadySeated,
    CannotUndo,
    NeedsConsent,
    NoSubstitute,
    NothingOffered,
    NotInvited,
    NotPlaying,
    NotReady,
    NotWaiting,
    NotYourSeat,
    NotYourTable,
    NotYourTurn,
    SeatTaken,
    StaleMove,
    TableFull,
    TimeIsUp,
    TooLong,
    TurnedAway,
)
from estaminet.table.rules.commands import (
    AcceptGuest,
    AcceptStop,
    AskSeat,
    Command,
    DeclineGuest,
    DeclineStop,
    Give,
    Leave,
    Move,
    OfferStop,
    Open,
    Resign,
    Sit,
    Start,
    Undo,
)
from estaminet.table.rules.decide import MOST_ASIDES, MOST_PRACTICE_UNDOS, is_moot, next_event
from estaminet.table.rules.events import Kind
from estaminet.table.rules.state import Reason, Status, evolve
from tests.table.tables import MINUTE, Table

GUESTS = ("anna", "bert", "carl", "dora")


def sit(seat: int | None = None, salt: str = "", invitation: str = "come-in") -> Sit:
    return Sit(type="sit", seat=seat, salt=salt, invitation=invitation)


def ask_for(seat: int) -> AskSeat:
    return AskSeat(type="ask_seat", seat=seat, invitation="come-in")


def started(game: str = "poule", people: int = 2, **plan: object) -> Table:
    """A table of people, with a game going on."""
    table = Table(game, ["me", *["open"] * (people - 1)], **plan)
    for person in GUESTS[:people]:
        table.ask(person, sit())
    table.ask("anna", Start(type="start"))
    return table


def mover(table: Table) -> str:
    seat = table.state.to_move
    assert seat is not None
    return GUESTS[seat]


def move(table: Table, person: str | None = None, action: str | None = None) -> None:
    table.ask(person or mover(table), Move(type="move", number=table.state.number, action=action or table.legal[0]))


def refused(table: Table, person: str, command: Command, error: type[EstaminetError]) -> None:
    """The command gets this error, and nothing changes."""
    before, events = table.state, list(table.events)
    with pytest.raises(error):
        table.ask(person, command)
    assert table.state is before
    assert table.events == events


class TestBeforeTheGame:
    def test_a_private_table_wants_its_invitation(self) -> None:
        table = Table("poule", ["me", "open"])
        refused(table, "bert", sit(invitation="let-me-in"), NotInvited)
        table.ask("bert", sit())
        assert table.state.seats[1].person == "bert"

    def test_anybody_may_sit_at_a_public_table(self) -> None:
        table = Table("poule", ["me", "open"], is_public=True)
        table.ask("bert", sit(invitation=""))
        assert table.state.seats[1].person == "bert"

    def test_nobody_takes_a_seat_that_is_kept_or_taken(self) -> None:
        table = Table("poule", ["me", "open", "host"])
        refused(table, "bert", sit(0), SeatTaken)
        refused(table, "bert", sit(2), SeatTaken)
        table.ask("bert", sit(1))
        refused(table, "carl", sit(1), SeatTaken)
        refused(table, "carl", sit(), TableFull)

    def test_one_person_has_one_seat(self) -> None:
        table = Table("poule", ["me", "open", "open"])
        table.ask("bert", sit(1))
        refused(table, "bert", sit(2), AlreadySeated)
        assert table.ask("bert", sit()) is None

    def test_the_game_begins_when_everybody_has_sat_down(self) -> None:
        table = Table("poule", ["me", "open"])
        table.ask("bert", sit())
        refused(table, "anna", Start(type="start"), NotReady)
        table.ask("anna", sit())
        refused(table, "bert", Start(type="start"), NotYourTable)
        table.ask("anna", Start(type="start"))
        assert table.state.status is Status.PLAYING
        refused(table, "anna", Start(type="start"), NotWaiting)

    def test_an_empty_seat_can_be_given_to_a_house_player_and_back(self) -> None:
        table = Table("poule", ["me", "open"])
        refused(table, "bert", Give(type="give", seat=1), NotYourTable)
        table.ask("anna", Give(type="give", seat=1, level="king"))
        assert table.state.seats[1].level == "king"
        table.ask("anna", Open(type="open", seat=1))
        assert table.state.seats[1].level is None
        refused(table, "anna", Give(type="give", seat=7), EstaminetError)

    def test_nobody_gives_away_somebody_elses_seat(self) -> None:
        table = Table("poule", ["me", "open"])
        table.ask("bert", sit())
        refused(table, "anna", Give(type="give", seat=1), NotYourSeat)
        refused(table, "anna", Open(type="open", seat=1), SeatTaken)

    def test_who_does_not_come_to_a_rematch_blocks_nobody(self) -> None:
        table = Table("poule", ["me", "for:bert", "for:carl"])
        for person in ("anna", "carl"):
            table.ask(person, sit())
        refused(table, "carl", Give(type="give", seat=1), NotYourTable)
        refused(table, "anna", Give(type="give", seat=2), NotYourSeat)
        table.ask("anna", Give(type="give", seat=1))
        table.ask("anna", Start(type="start"))
        assert (table.state.seats[1].person, table.state.seats[1].level) == (None, "host")

    def test_who_leaves_makes_room_and_the_next_one_may_start(self) -> None:
        table = Table("poule", ["me", "open", "open"])
        for person in ("anna", "bert"):
            table.ask(person, sit())
        table.ask("anna", Leave(type="leave"))
        assert (table.state.seats[0].person, table.state.seats[0].salt, table.state.owner) == (None, None, "bert")
        table.ask("carl", sit())
        assert table.state.seats[0].person == "carl"

    def test_only_the_owner_starts_also_one_who_only_looks_on(self) -> None:
        table = Table("poule", ["open", "host"])
        table.ask("bert", sit())
        refused(table, "bert", Start(type="start"), NotYourTable)
        refused(table, "bert", Give(type="give", seat=1, level="king"), NotYourTable)
        table.ask("anna", Start(type="start"))
        assert table.state.status is Status.PLAYING

    def test_an_owner_without_a_seat_can_leave_the_table_to_who_sits_there(self) -> None:
        table = Table("poule", ["open", "host"])
        table.ask("bert", sit())
        table.ask("anna", Leave(type="leave"))
        table.ask("bert", Start(type="start"))
        assert table.state.status is Status.PLAYING

    def test_the_salts_of_all_seats_make_the_deal(self) -> None:
        deals = []
        for salt in ("one", "two"):
            table = Table("poule", ["me", "open"])
            table.ask("anna", sit(salt=salt))
            table.ask("bert", sit())
            table.ask("anna", Start(type="start"))
            deals.append(table.position.deal.values)
        assert deals[0] != deals[1]

    def test_a_house_player_adds_no_salt(self) -> None:
        table = Table("poule", ["me", "open"])
        table.ask("bert", sit(salt="berts"))
        table.ask("bert", Leave(type="leave"))
        table.ask("anna", Give(type="give", seat=1))
        assert table.state.salts == ("", "")


class TestMoves:
    def test_a_move_names_the_event_it_answers(self) -> None:
        table = started()
        number = table.state.number
        refused(table, mover(table), Move(type="move", number=number - 1, action=table.legal[0]), StaleMove)
        refused(table, mover(table), Move(type="move", number=number + 1, action=table.legal[0]), StaleMove)

    def test_the_same_message_twice_is_carried_out_once(self) -> None:
        table = started()
        person, command = mover(table), Move(type="move", number=table.state.number, action=table.legal[0])
        assert table.ask(person, command) is not None
        assert table.ask(person, command) is None
        move(table)
        assert table.ask(person, command) is None

    def test_nobody_moves_for_another_seat(self) -> None:
        table = started()
        other = GUESTS[1 - GUESTS.index(mover(table))]
        command = Move(type="move", number=table.state.number, action=table.legal[0])
        refused(table, other, command, NotYourTurn)
        refused(table, "stranger", command, NotYourSeat)

    def test_what_the_rules_forbid_is_refused_with_the_rule(self) -> None:
        table = started()
        move(table, action="stall I a1")
        command = Move(type="move", number=table.state.number, action="stall I a1")
        with pytest.raises(IllegalAction, match=r"\(P3\.1\)"):
            table.ask(mover(table), command)
        refused(table, mover(table), Move(type="move", number=table.state.number, action="castle"), UnknownAction)

    def test_nobody_moves_before_or_after_the_game(self) -> None:
        table = Table("poule", ["me", "open"])
        refused(table, "anna", Move(type="move", number=0, action="draw"), NotPlaying)
        table = started()
        table.ask("anna", Resign(type="resign"))
        refused(table, "bert", Move(type="move", number=table.state.number, action="draw"), NotPlaying)

    def test_who_shares_a_device_moves_for_all_its_seats(self) -> None:
        table = Table("poule", ["me", "local:Opa"])
        table.ask("anna", sit(salt="both"))
        table.ask("anna", Start(type="start"))
        movers = set()
        for _ in range(6):
            movers.add(table.state.to_move)
            move(table, "anna")
        assert movers == {0, 1}
        assert [seat.name for seat in table.state.seats] == ["Anna", "Opa"]


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
        refused(table, first, Undo(type="undo", number=table.state.number), CannotUndo)

    def test_not_after_a_tile_was_turned_up(self) -> None:
        table = started()
        person = mover(table)
        move(table, action="draw")
        assert not table.state.can_undo(person)
        refused(table, person, Undo(type="undo", number=table.state.number), CannotUndo)

    def test_not_after_a_card_was_drawn_that_only_its_owner_saw(self) -> None:
        """In reeperbahn a turn ends with cards from the stack: nobody else sees them, and yet they are known."""
        table = started("reeperbahn")
        person = mover(table)
        while mover(table) == person:
            move(table, action=next((text for text in table.legal if text == "end"), table.legal[0]))
        refused(table, person, Undo(type="undo", number=table.state.number), CannotUndo)

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
        refused(table, mover(table), Undo(type="undo", number=table.state.number), CannotUndo)


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
        table.ask("anna", Undo(type="undo", number=seen))
        assert table.state.to_move == 0
        table.ask("anna", Undo(type="undo", number=table.state.number))
        assert table.position.memory.tolist() == before.tolist()
        assert table.state.is_practice

    def test_what_could_be_taken_back_against_people_is_no_practice(self) -> None:
        table = self.alone()
        move(table, "anna", "stall I a1" if "stall I a1" in table.legal else "stall I f5")
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
        refused(table, "anna", Undo(type="undo", number=table.state.number), CannotUndo)

    def test_friends_on_one_device_are_no_practice(self) -> None:
        table = Table("poule", ["me", "local:Opa", "host"])
        table.ask("anna", sit())
        table.ask("anna", Start(type="start"))
        while table.state.to_move == 2:
            table.house_moves(table.legal[0])
        move(table, "anna", "draw")
        refused(table, "anna", Undo(type="undo", number=table.state.number), CannotUndo)

    def test_nor_is_a_game_that_somebody_has_left(self) -> None:
        table = started()
        person = mover(table)
        move(table, action="draw")
        table.ask(GUESTS[1 - GUESTS.index(person)], Leave(type="leave"))
        refused(table, person, Undo(type="undo", number=table.state.number), CannotUndo)


class TestTheEnd:
    def test_who_resigns_against_one_loses(self) -> None:
        table = started()
        table.ask("anna", Resign(type="resign"))
        assert table.state.outcome == (Reason.RESIGNED, (1,))

    def test_among_three_the_house_plays_on_for_who_resigns_and_cannot_win(self) -> None:
        table = started(people=3, options={"rounds": 1})
        table.ask("bert", Resign(type="resign"))
        assert table.state.status is Status.PLAYING
        assert (table.state.seats[1].level, table.state.seats[1].has_lost) == ("regular", True)
        while table.state.status is Status.PLAYING:
            if table.state.to_move == 1:
                table.house_moves(table.legal[0])
            else:
                move(table)
        assert table.state.outcome is not None
        assert 1 not in table.state.outcome.winners
        assert table.state.outcome.winners

    def test_on_a_shared_device_one_may_give_up_and_the_others_play_on(self) -> None:
        table = Table("poule", ["me", "local:Bert", "local:Carl"])
        table.ask("anna", sit())
        table.ask("anna", Start(type="start"))
        table.ask("anna", Resign(type="resign", seat=1))
        assert [seat.has_lost for seat in table.state.seats] == [False, True, False]
        assert table.state.status is Status.PLAYING
        refused(table, "anna", Resign(type="resign", seat=1), NotYourSeat)
        table.ask("anna", Resign(type="resign", seat=0))
        assert table.state.outcome == (Reason.RESIGNED, (2,))

    def test_nobody_gives_up_for_somebody_else(self) -> None:
        table = started(people=3)
        refused(table, "anna", Resign(type="resign", seat=1), NotYourSeat)
        refused(table, "anna", Resign(type="resign", seat=9), NotYourSeat)

    def test_all_must_agree_to_stop(self) -> None:
        table = started(people=3)
        refused(table, "bert", AcceptStop(type="accept_stop"), NothingOffered)
        table.ask("anna", OfferStop(type="offer_stop"))
        table.ask("bert", AcceptStop(type="accept_stop"))
        assert table.state.status is Status.PLAYING
        table.ask("carl", AcceptStop(type="accept_stop"))
        assert table.state.outcome == (Reason.AGREED, ())

    def test_an_offer_to_stop_is_off_when_somebody_declines_or_moves(self) -> None:
        table = started()
        table.ask("anna", OfferStop(type="offer_stop"))
        table.ask("bert", DeclineStop(type="decline_stop"))
        refused(table, "bert", AcceptStop(type="accept_stop"), NothingOffered)
        move(table)
        table.ask("anna", OfferStop(type="offer_stop"))
        move(table)
        refused(table, "bert", AcceptStop(type="accept_stop"), NothingOffered)

    def test_who_leaves_a_game_is_replaced_and_may_come_back_to_the_same_seat_only(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave"))
        assert (table.state.seats[1].person, table.state.seats[1].level) == (None, "regular")
        table.ask("anna", Leave(type="leave"))
        refused(table, "bert", sit(0), AlreadySeated)
        table.ask("bert", sit(1, invitation=""))
        assert (table.state.seats[1].person, table.state.seats[1].level) == ("bert", None)
        refused(table, "dora", sit(), TableFull)

    def test_a_house_player_of_the_plan_keeps_its_seat_during_the_game(self) -> None:
        table = Table("poule", ["me", "host"])
        table.ask("anna", sit())
        table.ask("anna", Start(type="start"))
        refused(table, "bert", sit(1), SeatTaken)

    def test_a_game_that_all_have_left_is_over(self) -> None:
        table = started()
        table.ask("anna", Leave(type="leave"))
        table.ask("bert", Leave(type="leave"))
        assert table.state.outcome == (Reason.LEFT, ())


class TestGuests:
    """Somebody new in a game: only if whoever had the seat offered it, and all people at the table agree."""

    def test_a_seat_that_was_left_goes_to_nobody_else(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave"))
        refused(table, "dora", sit(1), SeatTaken)
        refused(table, "dora", ask_for(1), NeedsConsent)

    def test_an_offered_seat_goes_to_whom_everybody_agrees_to(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave", offers_seat=True))
        refused(table, "dora", sit(1), NeedsConsent)
        table.ask("dora", ask_for(1))
        table.ask("anna", AcceptGuest(type="accept_guest"))
        refused(table, "dora", sit(1), NeedsConsent)
        table.ask("carl", AcceptGuest(type="accept_guest"))
        refused(table, "dora", sit(0), AlreadySeated)
        table.ask("dora", sit())
        assert table.state.seats[1].person == "dora"
        assert table.state.guest is None
        refused(table, "bert", sit(1), SeatTaken)

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
        refused(table, "emil", ask_for(1), NeedsConsent)
        table.ask("carl", DeclineGuest(type="decline_guest"))
        refused(table, "dora", ask_for(1), TurnedAway)
        table.ask("emil", ask_for(1))

    def test_who_comes_back_has_the_seat_again(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave", offers_seat=True))
        table.ask("dora", ask_for(1))
        for person in ("anna", "carl"):
            table.ask(person, AcceptGuest(type="accept_guest"))
        table.ask("bert", sit())
        refused(table, "dora", sit(1), SeatTaken)
        assert not table.state.seats[1].is_offered

    def test_who_asks_may_change_their_mind(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave", offers_seat=True))
        table.ask("dora", ask_for(1))
        table.ask("dora", Leave(type="leave"))
        assert table.state.guest is None

    def test_when_somebody_leaves_the_consent_of_the_others_is_enough(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave", offers_seat=True))
        table.ask("dora", ask_for(1))
        table.ask("anna", AcceptGuest(type="accept_guest"))
        table.ask("carl", Leave(type="leave"))
        table.ask("dora", sit())
        assert table.state.seats[1].person == "dora"

    def test_nobody_gets_advice_by_having_a_king_play_for_them_against_people(self) -> None:
        table = started()
        refused(table, "anna", Give(type="give", seat=0, level="king"), NoSubstitute)
        table.ask("anna", Give(type="give", seat=0, level="regular"))

    def test_against_the_house_alone_anybody_may_play_on(self) -> None:
        table = Table("poule", ["me", "host"])
        table.ask("anna", sit())
        table.ask("anna", Start(type="start"))
        event = table.ask("anna", Give(type="give", seat=0, level="king"))
        assert event is not None

    def test_nobody_is_rescued_from_the_clock_by_the_house(self) -> None:
        table = started(people=3, clock={"kind": "game", "seconds": 60}, at_zero="loss")
        refused(table, "bert", Give(type="give", seat=1, level="regular"), NoSubstitute)
        table.ask("bert", Leave(type="leave"))
        refused(table, "anna", Give(type="give", seat=1, level="regular"), SeatTaken)

    def test_who_does_too_much_beside_the_game_is_heard_no_more_and_nobody_else_suffers(self) -> None:
        table = started()
        while table.state.asides.get("anna", 0) < MOST_ASIDES:
            table.happen(next_event(table.state, table.now, Kind.RENAMED, person="anna", text="Anna"))
        refused(table, "anna", OfferStop(type="offer_stop"), TooLong)
        assert is_moot(table.state, Kind.RENAMED, "anna")
        assert not is_moot(table.state, Kind.RENAMED, "bert")
        table.ask("bert", OfferStop(type="offer_stop"))
        table.ask("bert", Leave(type="leave"))
        table.ask("bert", sit())
        move(table)
        table.ask("anna", Leave(type="leave"))

    def test_a_stranger_who_comes_and_goes_keeps_nobody_from_beginning(self) -> None:
        table = Table("poule", ["me", "open"], is_public=True)
        table.ask("anna", sit())
        while table.state.asides.get("mallory", 0) < MOST_ASIDES:
            table.ask("mallory", sit())
            table.ask("mallory", Leave(type="leave"))
        refused(table, "mallory", sit(), TooLong)
        table.ask("bert", sit())
        table.ask("anna", Start(type="start"))


class TestClocks:
    def test_whoever_is_out_of_time_is_replaced(self) -> None:
        table = started(clock={"kind": "game", "seconds": 60})
        assert table.flag() is None
        person = mover(table)
        table.now += MINUTE
        refused(table, person, Move(type="move", number=table.state.number, action=table.legal[0]), TimeIsUp)
        event = table.flag()
        assert event is not None
        assert event.kind is Kind.FLAGGED
        assert table.state.seats[event.seat or 0].level == "regular"

    def test_or_loses_if_that_was_settled(self) -> None:
        table = started(clock={"kind": "game", "seconds": 60}, at_zero="loss")
        loser = table.state.to_move
        table.now += MINUTE
        table.flag()
        assert table.state.outcome == (Reason.TIME, tuple({0, 1} - {loser}))

    def test_only_the_clock_of_who_is_to_move_runs(self) -> None:
        table = started(clock={"kind": "game", "seconds": 60})
        first = table.state.to_move or 0
        table.now += MINUTE // 2
        move(table, action="stall I a1")
        table.now += MINUTE // 3
        move(table, action="stall I b1")
        left = table.state.clocks.left
        assert (left[first], left[1 - first]) == (MINUTE // 2, MINUTE * 2 // 3)
        assert table.state.clocks.deadline == table.now + MINUTE // 2

    def test_days_for_a_move_begin_anew_with_every_turn(self) -> None:
        table = started(clock={"kind": "move", "days": 2})
        table.now += 24 * 60 * MINUTE
        move(table, action="stall I a1")
        assert table.state.clocks.deadline == table.now + 2 * 24 * 60 * MINUTE

    def test_the_time_while_the_server_was_away_is_nobodys(self) -> None:
        table = started(clock={"kind": "game", "seconds": 60})
        table.now += 10 * MINUTE
        table.happen(table.events[-1]._replace(number=4, at=table.now, kind=Kind.RESUMED))
        assert table.state.clocks.deadline == table.now + MINUTE
