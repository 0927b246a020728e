"""Who may sit, leave, give, stop and come back: a random search for ways around the rules, and the rules one by one.

The search follows the log with a bookkeeping of its own: it knows nothing of the state but what events say.
"""

from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from estaminet.engine.errors import EstaminetError
from estaminet.server.live.updates import table_message
from estaminet.server.rules import commands
from estaminet.server.rules.apply import GONE, OFFERED
from estaminet.server.rules.decide import decide, decide_hint, is_moot
from estaminet.server.rules.events import Event, EventKind
from estaminet.server.rules.permissions import Asker, next_event
from estaminet.server.rules.plan import DAY
from estaminet.server.rules.state import Reason, Status
from tests.refusals import raises_code
from tests.server.tables import GUESTS, Table, ask_for, move, mover, refused, sit, started

WEEK = 7 * DAY
LEAVE, STOP = commands.Leave(type="leave"), commands.OfferStop(type="offer_stop")
OFFER = commands.Leave(type="leave", offers_seat=True)
PLANS = (
    {"seats": ["me", "open"]},
    {"seats": ["me", "open", "host"]},
    {"seats": ["me", "open", "open"]},
    {"seats": ["me", "open"], "clock": {"kind": "game", "seconds": 60}},
    {"seats": ["me", "open", "open"], "clock": {"kind": "move", "days": 1}, "at_zero": "loss"},
)
STEPS = 60
WEIGHTS = {
    "leave": 3, "sit": 6, "ask_seat": 9, "accept_guest": 20, "give": 1, "offer_stop": 1, "accept_stop": 1,
    "ask_undo": 3, "accept_undo": 9, "decline_undo": 0.5,
    "resign": 0.2, "move": 4, "undo": 1, "wait": 1, "go": 0.2,
}  # fmt: skip
"""How likely everything is: what needs the help of others must happen, and games must go on for a while."""
CHANCE = st.randoms(use_true_random=True)
Attempt = tuple[str, commands.Command]


@dataclass
class Claim:
    """Who had a seat last, and whether it is still theirs."""

    person: str
    is_away: bool = False
    left: int = 0
    is_offered: bool = False


@dataclass
class Account:
    """Who has a claim to which seat, and who agreed to what, by the log alone."""

    claims: dict[int, Claim] = field(default_factory=dict)
    had: set[str] = field(default_factory=set)
    guest: tuple[str | None, int | None] = None, None
    welcomed_by: set[str] = field(default_factory=set)
    agreed: set[str] = field(default_factory=set)
    undo_for: tuple[int | None, str] = None, ""
    """Which seat asks to take back, and how many actions."""
    undo_granted_by: set[str] = field(default_factory=set)

    @property
    def people(self) -> set[str]:
        """Everybody who has a seat or may return to one."""
        return {claim.person for claim in self.claims.values()}

    @property
    def away(self) -> set[str]:
        return {claim.person for claim in self.claims.values() if claim.is_away}

    def may_take(self, event: Event) -> bool:
        """Whether somebody who sits down in the game comes back, or has the consent of all."""
        claim = self.claims.get(event.seat or 0)
        if claim is None or not claim.is_away:
            return False
        if claim.person == event.person:
            return True
        is_asked = claim.is_offered and self.guest == (event.person, event.seat) and event.person not in self.had
        return is_asked and self.welcomed_by >= self.people - {claim.person}

    def follow(self, event: Event, *, is_lost_at_zero: bool) -> None:
        """Take in an event of the game."""
        own = [seat for seat, claim in self.claims.items() if claim.person == event.person]
        match event.kind:
            case EventKind.SAT:
                self.claims[event.seat or 0] = Claim(str(event.person))
                self.had.add(str(event.person))
            case EventKind.LEFT if event.text == GONE:
                self.claims = {seat: claim for seat, claim in self.claims.items() if seat not in own}
            case EventKind.LEFT | EventKind.GIVEN | EventKind.FLAGGED:
                for seat in own if event.kind is EventKind.LEFT else [event.seat or 0]:
                    if is_lost_at_zero and event.kind is EventKind.FLAGGED:
                        self.claims.pop(seat, None)
                    elif seat in self.claims:
                        person = self.claims[seat].person
                        self.claims[seat] = Claim(person, True, event.at, event.text == OFFERED)
            case EventKind.RESIGNED:
                for seat in own:
                    del self.claims[seat]
            case EventKind.LAPSED:
                claim = self.claims.pop(event.seat or 0)
                assert claim.is_away
                assert event.at >= claim.left + WEEK
            case EventKind.SEAT_ASKED:
                self.guest, self.welcomed_by = (event.person, event.seat), set()
            case EventKind.GUEST_ACCEPTED:
                self.welcomed_by.add(str(event.person))
            case EventKind.STOP_OFFERED | EventKind.STOP_ACCEPTED:
                self.agreed.add(str(event.person))
            case EventKind.UNDO_ASKED:
                self.undo_for, self.undo_granted_by = (event.seat, event.text), {str(event.person)}
            case EventKind.UNDO_ACCEPTED:
                self.undo_granted_by.add(str(event.person))
            case EventKind.MOVED | EventKind.STOP_DECLINED:
                self.agreed.clear()
        if event.kind in (EventKind.MOVED, EventKind.UNDONE, EventKind.UNDO_DECLINED):
            self.undo_for, self.undo_granted_by = (None, ""), set()

    def may_take_back(self, event: Event) -> bool:
        """Whether everybody who has a seat or may return to one agrees to this very undo; whoever answers does."""
        is_it = self.undo_for == (event.seat, event.text)
        return is_it and self.undo_granted_by | {str(event.person)} >= self.people


class Search:
    """A game among people of whom somebody always does something that they can; what they got by it is noted."""

    def __init__(self, plan: dict[str, object], rng: Random) -> None:
        self.table = Table("poule", **plan)  # type: ignore[arg-type]  # seats by name
        for person in GUESTS[: sum(seat.level is None for seat in self.table.state.seats)]:
            self.table.ask(person, sit())
        self.table.ask("anna", commands.Start(type="start"))
        seats = enumerate(self.table.state.seats)
        self.account = Account({number: Claim(seat.person) for number, seat in seats if seat.person})
        self.account.had = self.account.people
        self.helped: list[tuple[str, set[str]]] = []
        """Who got a hint, or took back what was revealed, and who belonged to the game then."""
        self.taken: list[tuple[Event, bool]] = []
        """Who sat down, and whether they might."""
        self.taken_back: list[tuple[Event, bool]] = []
        """What was taken back with the consent of others, and whether all agreed."""
        self.let_down: set[str] = set()
        """Who was away when the game ended, might have come back, and had not agreed."""
        for _ in range(STEPS):
            if self.table.state.status is Status.PLAYING:
                self._take(rng)

    def _take(self, rng: Random) -> None:
        table, attempts = self.table, self._list_attempts()
        doings = [*sorted({command.type for _, command in attempts}), "move", "undo", "wait", "go"]
        (doing,) = rng.choices(doings, [WEIGHTS[each] for each in doings])
        if doing == "wait":
            table.now += rng.choice([60_000, DAY, WEEK])
            while table.flag():
                self._follow()
        elif doing == "move":
            self._move(rng)
        elif doing == "undo":
            self._undo(rng.choice(GUESTS))
        elif doing == "go":
            self._go(rng.choice(GUESTS))
        else:
            table.ask(*rng.choice([each for each in attempts if each[1].type == doing]))
            self._follow()
        self._ask_for_hints()

    def _list_attempts(self) -> list[Attempt]:
        """All that anybody can do now beside the game."""
        seats = range(len(self.table.state.seats))
        tried: list[commands.Command] = [
            LEAVE, OFFER, sit(), STOP,
            *(ask_for(seat) for seat in seats),
            *(commands.Give(type="give", seat=seat, level=level) for seat in seats for level in ("regular", "king")),
            commands.AcceptGuest(type="accept_guest"),
            commands.AcceptStop(type="accept_stop"),
            commands.AskUndo(type="ask_undo", number=self.table.state.number),
            commands.AcceptUndo(type="accept_undo", number=self.table.state.number),
            commands.DeclineUndo(type="decline_undo"),
            commands.Resign(type="resign"),
        ]  # fmt: skip
        return [(person, command) for person in GUESTS for command in tried if self._can(person, command)]

    def _can(self, person: str, command: commands.Command) -> bool:
        try:
            return decide(self.table.state, Asker(person, person.title(), self.table.now), command) is not None
        except EstaminetError:
            return False

    def _move(self, rng: Random) -> None:
        table = self.table
        seat, legal = table.state.seats[table.state.to_move or 0], table.legal
        action = "draw" if "draw" in legal else rng.choice(legal)
        if seat.person and self._can(
            seat.person, made := commands.Move(type="move", number=table.state.number, action=action)
        ):
            table.ask(seat.person, made)
            self._follow()
        elif seat.level:
            table.house_moves(action)
            self._follow()

    def _undo(self, person: str) -> None:
        undo = commands.Undo(type="undo", number=self.table.state.number)
        if self._can(person, undo):
            self.table.ask(person, undo)
            if self.table.events[-1].text:
                self.helped.append((person, self.account.people))

    def _go(self, person: str) -> None:
        """Somebody leaves the server for good."""
        if not is_moot(self.table.state, EventKind.LEFT, person):
            self.table.happen(next_event(self.table.state, self.table.now, EventKind.LEFT, person=person, text=GONE))
            self._follow()

    def _ask_for_hints(self) -> None:
        for person in GUESTS:
            with suppress(EstaminetError):
                decide_hint(self.table.state, person)
                self.helped.append((person, self.account.people))

    def _follow(self) -> None:
        """Note what the last event brought to whom."""
        event, account, state = self.table.events[-1], self.account, self.table.state
        if event.kind is EventKind.UNDONE:
            self.taken_back.append((event, account.may_take_back(event) and state.is_practice))
        if event.kind is EventKind.SAT:
            self.taken.append((event, account.may_take(event)))
        flagged = account.claims.get(event.seat or 0) if event.kind is EventKind.FLAGGED else None
        account.follow(event, is_lost_at_zero=state.terms.plan.is_lost_at_zero)
        if state.outcome and not state.outcome.winners:
            self.let_down = account.away - account.agreed - {event.person, flagged and flagged.person}


class TestSearch:
    """Whatever several people try, one after the other, nobody gets around the rules."""

    @settings(max_examples=60)
    @given(st.sampled_from(PLANS), CHANCE)
    def test_a_seat_passes_from_its_last_holder_alone_and_with_the_consent_of_all(
        self, plan: dict[str, object], rng: Random
    ) -> None:
        assert [event for event, is_allowed in Search(plan, rng).taken if not is_allowed] == []

    @settings(max_examples=20)
    @given(st.sampled_from(PLANS), CHANCE)
    def test_no_game_ends_without_a_winner_while_somebody_is_away_who_may_return(
        self, plan: dict[str, object], rng: Random
    ) -> None:
        assert Search(plan, rng).let_down == set()

    @settings(max_examples=40)
    @given(st.sampled_from(PLANS), CHANCE)
    def test_an_action_of_others_is_taken_back_with_the_consent_of_all_alone_and_as_practice(
        self, plan: dict[str, object], rng: Random
    ) -> None:
        assert [event for event, is_allowed in Search(plan, rng).taken_back if not is_allowed] == []

    @settings(max_examples=20)
    @given(st.sampled_from(PLANS), CHANCE)
    def test_nobody_gets_a_hint_or_takes_back_what_was_revealed_in_a_game_of_others(
        self, plan: dict[str, object], rng: Random
    ) -> None:
        assert [(person, people) for person, people in Search(plan, rng).helped if people != {person}] == []


class TestAway:
    """Whoever left may come back for a week, and the game belongs to them as long."""

    def test_the_others_do_not_stop_without_whoever_is_away(self) -> None:
        table = started()
        table.ask("bert", LEAVE)
        table.ask("anna", STOP)
        assert table.state.outcome is None
        assert table_message(table.state)["stop_wanted_by"] == [0]
        table.ask("bert", sit())
        table.ask("bert", commands.AcceptStop(type="accept_stop"))
        assert table.state.outcome == (Reason.AGREED, ())

    def test_an_offer_to_stop_is_enough_when_the_seat_is_kept_no_longer(self) -> None:
        table = started()
        table.ask("bert", LEAVE)
        assert table_message(table.state)["seats"][1]["kept_until"] == table.now + WEEK
        table.ask("anna", STOP)
        table.now += WEEK - 1
        assert table.flag() is None
        table.now += 1
        table.flag()
        assert table.state.outcome == (Reason.AGREED, ())

    def test_a_game_that_all_have_left_waits_for_them(self) -> None:
        table = started()
        table.ask("bert", LEAVE)
        table.now += DAY
        table.ask("anna", commands.Give(type="give", seat=0, level="regular"))
        assert table.state.outcome is None
        assert table.state.is_paused
        table.ask("bert", sit())
        assert not table.state.is_paused

    def test_it_is_over_when_no_seat_is_kept_any_longer(self) -> None:
        table = started()
        table.ask("bert", LEAVE)
        table.now += DAY
        table.ask("anna", LEAVE)
        table.now += WEEK - DAY
        table.flag()
        assert table.state.outcome is None
        refused(table, "bert", sit(), "table.full")
        assert is_moot(table.state, EventKind.EXPIRED)
        table.now += DAY
        table.flag()
        assert table.state.outcome == (Reason.LEFT, ())

    def test_nobody_waits_for_whoever_left_the_server_for_good(self) -> None:
        table = started()
        table.ask("bert", LEAVE)
        assert not is_moot(table.state, EventKind.LEFT, "bert")
        table.happen(next_event(table.state, table.now, EventKind.LEFT, person="bert", text=GONE))
        assert is_moot(table.state, EventKind.LEFT, "bert")
        table.ask("anna", STOP)
        assert table.state.outcome == (Reason.AGREED, ())

    def test_where_zero_means_loss_the_clock_alone_decides(self) -> None:
        table = started(clock={"kind": "move", "days": 30}, at_zero="loss")
        loser = table.state.to_move
        for person in ("anna", "bert"):
            table.ask(person, LEAVE)
        table.now += 30 * DAY - 1
        assert table.flag() is None
        table.now += 1
        table.flag()
        assert table.state.outcome == (Reason.TIME, tuple({0, 1} - {loser}))

    def test_whoever_stays_gets_no_king_to_play_for_them(self) -> None:
        table = started()
        table.ask("bert", LEAVE)
        refused(table, "anna", commands.Give(type="give", seat=0, level="king"), "seat.substitute")

    def test_whoever_stays_gets_no_hint_and_takes_back_no_reveal_until_they_play_alone(self) -> None:
        table = started()
        stays = mover(table)
        leaves = "bert" if stays == "anna" else "anna"
        table.ask(leaves, LEAVE)
        with raises_code("advice.refused"):
            decide_hint(table.state, stays)
        move(table, stays, "draw")
        refused(table, stays, commands.Undo(type="undo", number=table.state.number), "undo.refused")
        table.now += WEEK
        table.flag()
        assert decide_hint(table.state, stays) == table.state.to_move
        table.ask(stays, commands.Undo(type="undo", number=table.state.number))

    def test_whoever_handed_a_seat_on_has_it_no_more(self) -> None:
        table = started()
        table.ask("bert", OFFER)
        table.ask("dora", ask_for(1))
        table.ask("anna", commands.AcceptGuest(type="accept_guest"))
        table.ask("dora", sit())
        table.ask("dora", LEAVE)
        assert table.state.may_sit("bert") == []
        refused(table, "bert", sit(), "table.full")
        refused(table, "bert", sit(1), "seat.taken")
        table.ask("dora", OFFER)
        refused(table, "bert", ask_for(1), "seat.second")
        table.ask("dora", sit())

    def test_an_offer_ends_with_the_time_for_which_the_seat_is_kept(self) -> None:
        table = started(people=3)
        table.ask("bert", OFFER)
        table.ask("dora", ask_for(1))
        table.now += WEEK
        table.flag()
        assert table.state.guest is None
        refused(table, "dora", ask_for(1), "seat.taken")
