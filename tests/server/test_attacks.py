"""What one player tries against another, over real lines: their time, their seat and their cards stay theirs."""

from pathlib import Path

import pytest

from tests.server.conftest import Meet
from tests.server.people import Json, Line, Refused, Visitor
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled
DAY = 86_400_000
WEEK = 7 * DAY
CLOCK: Json = {"clock": {"kind": "game", "seconds": 60}, "at_zero": "loss"}


class Duel:
    """A victim and an attacker at a table of `poule`, the attacker to move."""

    def __init__(self, server: RunningServer, meet: Meet, **plan: object) -> None:
        owner, other = meet(server, "Anna"), meet(server, "Bert")
        table = owner.set_up("poule", ["me", "open"], **plan)
        self.id, self.invitation = table["id"], table["invitation"]
        owner.command(self.id, "sit", salt="annas")
        other.command(self.id, "sit", salt="berts", invitation=self.invitation)
        to_move = owner.command(self.id, "start")["view"]["to_move"]
        self.attacker, self.victim = (owner, other) if to_move == 0 else (other, owner)
        self.seat: int = 1 - to_move
        """The victim's."""
        self.lines = {each: each.sit_live(self.id) for each in (self.attacker, self.victim)}
        for line in self.lines.values():
            line.next_update()

    def move(self, who: Visitor, number: int | None = None) -> Json:
        """The first stall that can be placed."""
        line = self.lines[who]
        action = next(text for text in line.update["view"]["legal"] if text.startswith("stall"))
        return line.ask("move", number=line.update["number"] if number is None else number, action=action)


def time_left(line: Line, seat: int) -> int:
    """What the clock of a seat shows, in milliseconds."""
    clock, to_move = line.update["clock"], line.update["view"]["to_move"]
    left: int = clock["deadline"] - clock["now"] if to_move == seat else clock["left"][seat]
    return left


def test_placing_and_taking_back_in_a_loop_costs_the_victim_no_time(server: RunningServer, meet: Meet) -> None:
    duel = Duel(server, meet, **CLOCK)
    line, watching = duel.lines[duel.attacker], duel.lines[duel.victim]
    undos = 0
    for _ in range(20):
        duel.move(duel.attacker)
        try:
            line.ask("undo", number=line.update["number"])
        except Refused as refused:
            assert refused.code == "undo.refused"  # noqa: PT017  # enough is enough
            break
        undos += 1
        watching.until(line.update["number"])
        assert time_left(watching, duel.seat) == 60_000
    assert undos == 8
    watching.until(line.update["number"])
    assert time_left(line, 1 - duel.seat) < 60_000, "the attacker's own clock ran all the while"
    duel.move(duel.victim)


def test_a_flood_of_names_and_offers_makes_no_move_stale(server: RunningServer, meet: Meet) -> None:
    duel = Duel(server, meet, **CLOCK)
    duel.move(duel.attacker)
    line, flood = duel.lines[duel.victim], duel.lines[duel.attacker]
    seen = line.until(flood.update["number"])["number"]
    for number in range(5):
        duel.attacker.post("/api/me", {"name": f"Name {number}"})
    flood.send("offer_stop")
    line.until(seen + 6)
    flood.until(line.ask("decline_stop")["number"])
    with pytest.raises(Refused, match=r"stop\.offered"):
        flood.ask("offer_stop")
    duel.move(duel.victim, seen)


def test_leaving_and_coming_back_saves_nobody_from_the_clock(server: RunningServer, meet: Meet) -> None:
    """The house moves for nobody where time means loss, and a seat cannot be given to it either."""
    duel = Duel(server, meet, **CLOCK)
    line, watching = duel.lines[duel.attacker], duel.lines[duel.victim]
    with pytest.raises(Refused, match=r"seat\.substitute"):
        line.ask("give", seat=1 - duel.seat, level="regular")
    before = time_left(line, 1 - duel.seat)
    for _ in range(3):
        line.ask("leave")
        watching.until(line.update["number"])
        assert watching.update["table"]["seats"][1 - duel.seat]["level"] is None
        assert watching.update["clock"]["deadline"] is not None, "the clock runs on"
        line.ask("sit")
    assert line.update["view"]["to_move"] == 1 - duel.seat
    assert time_left(line, 1 - duel.seat) < before


def test_a_second_identity_cannot_take_the_seat_of_whoever_left(server: RunningServer, meet: Meet) -> None:
    """The attacker has the invitation, and so has a second self: the victim's seat and cards stay the victim's."""
    duel = Duel(server, meet)
    second = meet(server, "Second self")
    duel.victim.command(duel.id, "leave")
    for kind in ("sit", "ask_seat"):
        with pytest.raises(Refused) as refused:
            second.command(duel.id, kind, seat=duel.seat, invitation=duel.invitation)
        assert refused.value.code in ("seat.taken", "seat.consent")
        assert second.watch(duel.id)["you"]["seats"] == []
    with pytest.raises(Refused):
        duel.attacker.command(duel.id, "accept_guest")
    assert duel.victim.watch(duel.id)["you"]["may_sit"] == [duel.seat]
    assert duel.victim.command(duel.id, "sit")["you"]["seats"] == [duel.seat], "without an invitation"


def test_whoever_was_admitted_by_everybody_sees_the_cards_and_nobody_else(server: RunningServer, meet: Meet) -> None:
    duel = Duel(server, meet)
    friend = meet(server, "Friend")
    duel.victim.command(duel.id, "leave", offers_seat=True)
    friend.command(duel.id, "ask_seat", seat=duel.seat, invitation=duel.invitation)
    assert friend.watch(duel.id)["you"]["may_sit"] == []
    with pytest.raises(Refused, match=r"seat\.consent"):
        friend.command(duel.id, "sit", seat=duel.seat, invitation=duel.invitation)
    duel.attacker.command(duel.id, "accept_guest")
    assert friend.watch(duel.id)["you"]["may_sit"] == [duel.seat]
    assert friend.command(duel.id, "sit")["view"]["seat"] == duel.seat
    with pytest.raises(Refused, match=r"seat\.(taken|second)"):
        duel.victim.command(duel.id, "sit", seat=duel.seat, invitation=duel.invitation)


def test_a_king_who_sits_in_gives_no_hint_against_people(server: RunningServer, meet: Meet) -> None:
    duel = Duel(server, meet)
    for _ in ("here", "away"):
        with pytest.raises(Refused, match=r"seat\.substitute"):
            duel.attacker.command(duel.id, "give", seat=1 - duel.seat, level="king")
        duel.victim.command(duel.id, "leave")


@pytest.mark.parametrize("way", ["offer_stop", "leave", "give"])
def test_whoever_stays_cannot_end_the_game_of_whoever_is_away(server: RunningServer, meet: Meet, way: str) -> None:
    duel = Duel(server, meet)
    duel.victim.command(duel.id, "leave")
    members = {"seat": 1 - duel.seat, "level": "regular"} if way == "give" else {}
    update = duel.attacker.command(duel.id, way, **members)
    assert (update["table"]["status"], update["table"]["outcome"]) == ("playing", None)
    seat = update["table"]["seats"][duel.seat]
    assert seat["is_kept"]
    assert seat["kept_until"] >= update["events"][-1]["at"] + WEEK, "everybody is told how long the game waits"
    back = duel.victim.command(duel.id, "sit")
    assert back["table"]["status"] == "playing"
    assert back["you"]["seats"] == [duel.seat]


def test_a_game_waits_as_long_as_everybody_was_told(tmp_path: Path, meet: Meet) -> None:
    """All have left: the house does not play on alone, and after a week the game is over, also if nobody looks."""
    with RunningServer(tmp_path) as server:
        duel = Duel(server, meet, substitute="guest")
        duel.victim.command(duel.id, "leave")
        number = duel.attacker.command(duel.id, "leave")["number"]
        server.stop()
        server.query("UPDATE events SET at = at - ?", WEEK - DAY)
        server.start()
        assert meet(server).watch(duel.id)["number"] == number
        server.stop()
        server.query("UPDATE events SET at = at - ?", DAY)
        server.start()
        over = "SELECT id FROM tables WHERE id = ? AND status = 'over'"
        server.wait(lambda: bool(server.query(over, duel.id)), "end the game")
        assert meet(server).watch(duel.id)["table"]["outcome"] == {"reason": "left", "winners": []}
        assert [kind for _, kind, *_ in server.events(duel.id)[number:]] == ["lapsed", "lapsed"]


def test_there_is_no_hint_while_the_opponent_is_away(server: RunningServer, meet: Meet) -> None:
    duel = Duel(server, meet)
    duel.victim.command(duel.id, "leave")
    with pytest.raises(Refused, match=r"advice\.refused"):
        duel.attacker.post(f"/api/tables/{duel.id}/advice")
    drawn = duel.attacker.command(duel.id, "move", number=duel.attacker.watch(duel.id)["number"], action="draw")
    with pytest.raises(Refused, match=r"undo\.refused"):
        duel.attacker.command(duel.id, "undo", number=drawn["number"])


def test_a_seat_that_was_handed_on_is_not_taken_back(server: RunningServer, meet: Meet) -> None:
    """The victim is who took it over with everybody's consent, and leaves for a moment."""
    duel = Duel(server, meet)
    friend = meet(server, "Friend")
    duel.victim.command(duel.id, "leave", offers_seat=True)
    friend.command(duel.id, "ask_seat", seat=duel.seat, invitation=duel.invitation)
    duel.attacker.command(duel.id, "accept_guest")
    friend.command(duel.id, "sit")
    friend.command(duel.id, "leave")
    for members in ({}, {"seat": duel.seat}):
        with pytest.raises(Refused, match=r"table\.full|seat\.taken"):
            duel.victim.command(duel.id, "sit", invitation=duel.invitation, **members)
    assert duel.victim.watch(duel.id)["view"]["seat"] is None
    assert friend.command(duel.id, "sit")["you"]["seats"] == [duel.seat]


def test_only_the_owner_starts_and_gives_seats_also_without_a_seat(server: RunningServer, meet: Meet) -> None:
    owner, guest = meet(server, "Anna"), meet(server, "Bert")
    table = owner.set_up("poule", ["open", "open"])
    guest.command(table["id"], "sit", invitation=table["invitation"])
    for kind, members in (("start", {}), ("give", {"seat": 1, "level": "king"})):
        with pytest.raises(Refused, match=r"table\.foreign"):
            guest.command(table["id"], kind, **members)
    owner.command(table["id"], "give", seat=1)
    assert owner.command(table["id"], "start")["table"]["status"] == "playing"
