"""What a table answers: who may sit down, move and end a game, when, and what follows."""

import pytest

from estaminet.engine.errors import IllegalAction
from estaminet.server.rules.apply import GONE
from estaminet.server.rules.commands import (
    AcceptStop,
    DeclineStop,
    Give,
    Leave,
    Move,
    OfferStop,
    Open,
    Resign,
    Start,
)
from estaminet.server.rules.events import EventKind
from estaminet.server.rules.permissions import next_event
from estaminet.server.rules.state import Reason, Status
from tests.server.tables import GUESTS, MINUTE, Table, move, mover, refused, sit, started


class TestBeforeTheGame:
    def test_a_private_table_wants_its_invitation(self) -> None:
        table = Table("poule", ["me", "open"])
        refused(table, "bert", sit(invitation="let-me-in"), "invitation.invalid")
        table.ask("bert", sit())
        assert table.state.seats[1].person == "bert"

    def test_anybody_may_sit_at_a_public_table(self) -> None:
        table = Table("poule", ["me", "open"], is_public=True)
        table.ask("bert", sit(invitation=""))
        assert table.state.seats[1].person == "bert"

    def test_nobody_takes_a_seat_that_is_kept_or_taken(self) -> None:
        table = Table("poule", ["me", "open", "host"])
        refused(table, "bert", sit(0), "seat.taken")
        refused(table, "bert", sit(2), "seat.taken")
        table.ask("bert", sit(1))
        refused(table, "carl", sit(1), "seat.taken")
        refused(table, "carl", sit(), "table.full")

    def test_one_person_has_one_seat(self) -> None:
        table = Table("poule", ["me", "open", "open"])
        table.ask("bert", sit(1))
        refused(table, "bert", sit(2), "seat.second")
        assert table.ask("bert", sit()) is None

    def test_the_game_begins_when_everybody_has_sat_down(self) -> None:
        table = Table("poule", ["me", "open"])
        table.ask("bert", sit())
        refused(table, "anna", Start(type="start"), "table.not_ready")
        table.ask("anna", sit())
        refused(table, "bert", Start(type="start"), "table.foreign")
        table.ask("anna", Start(type="start"))
        assert table.state.status is Status.PLAYING
        refused(table, "anna", Start(type="start"), "table.started")

    def test_an_empty_seat_can_be_given_to_a_house_player_and_back(self) -> None:
        table = Table("poule", ["me", "open"])
        refused(table, "bert", Give(type="give", seat=1), "table.foreign")
        table.ask("anna", Give(type="give", seat=1, level="king"))
        assert table.state.seats[1].level == "king"
        table.ask("anna", Open(type="open", seat=1))
        assert table.state.seats[1].level is None
        refused(table, "anna", Give(type="give", seat=7), "seat.unknown")

    def test_nobody_gives_away_somebody_elses_seat(self) -> None:
        table = Table("poule", ["me", "open"])
        table.ask("bert", sit())
        refused(table, "anna", Give(type="give", seat=1), "seat.foreign")
        refused(table, "anna", Open(type="open", seat=1), "seat.taken")

    def test_whoever_does_not_come_to_a_rematch_blocks_nobody(self) -> None:
        table = Table("poule", ["me", "for:bert", "for:carl"])
        for person in ("anna", "carl"):
            table.ask(person, sit())
        refused(table, "carl", Give(type="give", seat=1), "table.foreign")
        refused(table, "anna", Give(type="give", seat=2), "seat.foreign")
        table.ask("anna", Give(type="give", seat=1))
        table.ask("anna", Start(type="start"))
        assert (table.state.seats[1].person, table.state.seats[1].level) == (None, "host")

    def test_whoever_leaves_makes_room_and_the_next_one_may_start(self) -> None:
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
        refused(table, "bert", Start(type="start"), "table.foreign")
        refused(table, "bert", Give(type="give", seat=1, level="king"), "table.foreign")
        table.ask("anna", Start(type="start"))
        assert table.state.status is Status.PLAYING

    @pytest.mark.parametrize("host", ["anna", "bert"])
    def test_at_the_table_of_a_big_screen_whoever_sits_first_may_start_too(self, host: str) -> None:
        table = Table("poule", ["for:dora", "open", "open", "host"], has_screen=True)
        table.ask("bert", sit())
        table.ask("carl", sit())
        for person in ("carl", "dora"):
            refused(table, person, Give(type="give", seat=3, level="king"), "table.foreign")
            refused(table, person, Start(type="start"), "table.foreign")
        table.ask(host, Give(type="give", seat=0))
        table.ask(host, Start(type="start"))
        assert table.state.status is Status.PLAYING

    def test_an_owner_without_a_seat_can_leave_the_table_to_whoever_sits_there(self) -> None:
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
        refused(table, mover(table), Move(type="move", number=number - 1, action=table.legal[0]), "move.stale")
        refused(table, mover(table), Move(type="move", number=number + 1, action=table.legal[0]), "move.stale")

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
        refused(table, other, command, "move.turn")
        refused(table, "stranger", command, "seat.foreign")

    def test_what_the_rules_forbid_is_refused_with_the_rule(self) -> None:
        table = started()
        move(table, action="stall I a1")
        command = Move(type="move", number=table.state.number, action="stall I a1")
        with pytest.raises(IllegalAction, match=r"\(P3\.1\)"):
            table.ask(mover(table), command)
        refused(table, mover(table), Move(type="move", number=table.state.number, action="castle"), "action.unknown")

    def test_nobody_moves_before_or_after_the_game(self) -> None:
        table = Table("poule", ["me", "open"])
        refused(table, "anna", Move(type="move", number=0, action="draw"), "table.idle")
        table = started()
        table.ask("anna", Resign(type="resign"))
        refused(table, "bert", Move(type="move", number=table.state.number, action="draw"), "table.idle")

    def test_whoever_shares_a_device_moves_for_all_its_seats(self) -> None:
        table = Table("poule", ["me", "local:Opa"])
        table.ask("anna", sit(salt="both"))
        table.ask("anna", Start(type="start"))
        movers = set()
        for _ in range(6):
            movers.add(table.state.to_move)
            move(table, "anna")
        assert movers == {0, 1}
        assert [seat.name for seat in table.state.seats] == ["Anna", "Opa"]


class TestTheEnd:
    def test_whoever_resigns_against_one_loses(self) -> None:
        table = started()
        table.ask("anna", Resign(type="resign"))
        assert table.state.outcome == (Reason.RESIGNED, (1,))

    def test_among_three_the_house_plays_on_for_whoever_resigns_and_cannot_win(self) -> None:
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
        refused(table, "anna", Resign(type="resign", seat=1), "seat.foreign")
        table.ask("anna", Resign(type="resign", seat=0))
        assert table.state.outcome == (Reason.RESIGNED, (2,))

    def test_nobody_gives_up_for_somebody_else(self) -> None:
        table = started(people=3)
        refused(table, "anna", Resign(type="resign", seat=1), "seat.foreign")
        refused(table, "anna", Resign(type="resign", seat=9), "seat.foreign")

    def test_all_must_agree_to_stop(self) -> None:
        table = started(people=3)
        refused(table, "bert", AcceptStop(type="accept_stop"), "stop.not_offered")
        table.ask("anna", OfferStop(type="offer_stop"))
        table.ask("bert", AcceptStop(type="accept_stop"))
        assert table.state.status is Status.PLAYING
        table.ask("carl", AcceptStop(type="accept_stop"))
        assert table.state.outcome == (Reason.AGREED, ())

    def test_an_offer_to_stop_is_off_when_somebody_declines_or_moves(self) -> None:
        table = started()
        table.ask("anna", OfferStop(type="offer_stop"))
        table.ask("bert", DeclineStop(type="decline_stop"))
        refused(table, "bert", AcceptStop(type="accept_stop"), "stop.not_offered")
        move(table)
        table.ask("anna", OfferStop(type="offer_stop"))
        move(table)
        refused(table, "bert", AcceptStop(type="accept_stop"), "stop.not_offered")

    def test_whoever_offered_to_stop_may_withdraw_it_and_a_late_yes_ends_nothing(self) -> None:
        table = started(people=3)
        table.ask("anna", OfferStop(type="offer_stop"))
        table.ask("bert", AcceptStop(type="accept_stop"))
        table.ask("anna", DeclineStop(type="decline_stop"))
        refused(table, "carl", AcceptStop(type="accept_stop"), "stop.not_offered")
        assert (table.state.status, table.state.agreed) == (Status.PLAYING, frozenset())

    def test_a_yes_that_came_first_stands(self) -> None:
        table = started()
        table.ask("anna", OfferStop(type="offer_stop"))
        table.ask("bert", AcceptStop(type="accept_stop"))
        refused(table, "anna", DeclineStop(type="decline_stop"), "table.idle")
        assert table.state.outcome == (Reason.AGREED, ())

    def test_to_offer_and_withdraw_costs_the_others_nothing(self) -> None:
        """Neither their clocks nor what they may take back, nor their turn; and it cannot be repeated at once."""
        table = started(clock={"kind": "game", "seconds": 600})
        mine, other = mover(table), GUESTS[1 - (table.state.to_move or 0)]
        move(table, action="stall I a1")
        before = table.state
        table.ask(other, OfferStop(type="offer_stop"))
        table.ask(other, DeclineStop(type="decline_stop"))
        refused(table, other, OfferStop(type="offer_stop"), "stop.offered")
        assert table.state.clocks == before.clocks
        assert (table.state.to_move, table.state.agreed) == (before.to_move, frozenset())
        assert table.state.can_undo(mine)

    def test_nobody_withdraws_what_nobody_offered_nor_from_outside(self) -> None:
        table = started()
        refused(table, "anna", DeclineStop(type="decline_stop"), "stop.not_offered")
        table.ask("anna", OfferStop(type="offer_stop"))
        refused(table, "dora", DeclineStop(type="decline_stop"), "seat.foreign")

    def test_whoever_declines_a_rematch_frees_their_own_seat_and_is_named(self) -> None:
        table = Table("poule", ["me", "for:bert", "for:carl"])
        table.ask("anna", sit())
        before = table.state
        assert table.ask("dora", Leave(type="leave")) is None
        assert table.state is before
        table.ask("bert", Leave(type="leave"))
        seats = table.state.seats
        assert [seat.declined_by for seat in seats] == ["", "Bert", ""]
        assert [seat.person for seat in seats] == ["anna", None, "carl"]
        refused(table, "bert", sit(invitation=""), "invitation.invalid")
        table.ask("bert", sit())
        assert (table.state.seats[1].person, table.state.seats[1].declined_by) == ("bert", "")

    def test_a_seat_that_was_declined_goes_to_the_house_and_the_game_begins(self) -> None:
        table = Table("poule", ["me", "for:bert"])
        table.ask("anna", sit())
        table.ask("bert", Leave(type="leave"))
        table.ask("anna", Give(type="give", seat=1))
        assert table.state.seats[1].declined_by == ""
        table.ask("anna", Start(type="start"))
        assert table.state.status is Status.PLAYING

    def test_whoever_stands_up_or_deletes_their_account_has_declined_nothing(self) -> None:
        table = Table("poule", ["me", "for:bert", "for:carl"])
        table.ask("bert", sit())
        table.ask("bert", Leave(type="leave"))
        table.happen(next_event(table.state, table.now, EventKind.LEFT, person="carl", text=GONE))
        table.ask("anna", Leave(type="leave"))
        assert [seat.declined_by for seat in table.state.seats] == ["", "", ""]

    def test_whoever_leaves_a_game_is_replaced_and_may_come_back_to_the_same_seat_only(self) -> None:
        table = started(people=3)
        table.ask("bert", Leave(type="leave"))
        assert (table.state.seats[1].person, table.state.seats[1].level) == (None, "regular")
        table.ask("anna", Leave(type="leave"))
        refused(table, "bert", sit(0), "seat.second")
        table.ask("bert", sit(1, invitation=""))
        assert (table.state.seats[1].person, table.state.seats[1].level) == ("bert", None)
        refused(table, "dora", sit(), "table.full")

    def test_a_house_player_of_the_plan_keeps_its_seat_during_the_game(self) -> None:
        table = Table("poule", ["me", "host"])
        table.ask("anna", sit())
        table.ask("anna", Start(type="start"))
        refused(table, "bert", sit(1), "seat.taken")

    def test_a_game_that_its_only_person_leaves_is_over(self) -> None:
        table = Table("poule", ["me", "host"])
        table.ask("anna", sit())
        table.ask("anna", Start(type="start"))
        table.ask("anna", Leave(type="leave"))
        assert table.state.outcome == (Reason.LEFT, ())


class TestClocks:
    def test_whoever_is_out_of_time_is_replaced(self) -> None:
        table = started(clock={"kind": "game", "seconds": 60})
        assert table.flag() is None
        person = mover(table)
        table.now += MINUTE
        refused(table, person, Move(type="move", number=table.state.number, action=table.legal[0]), "clock.over")
        event = table.flag()
        assert event is not None
        assert event.kind is EventKind.FLAGGED
        assert table.state.seats[event.seat or 0].level == "regular"

    def test_or_loses_if_that_was_settled(self) -> None:
        table = started(clock={"kind": "game", "seconds": 60}, at_zero="loss")
        loser = table.state.to_move
        table.now += MINUTE
        table.flag()
        assert table.state.outcome == (Reason.TIME, tuple({0, 1} - {loser}))

    def test_only_the_clock_of_whoever_is_to_move_runs(self) -> None:
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
        table.happen(table.events[-1]._replace(number=4, at=table.now, kind=EventKind.RESUMED))
        assert table.state.clocks.deadline == table.now + MINUTE
