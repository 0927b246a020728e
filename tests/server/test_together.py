"""Looking at a finished game together: one leads, all see the same moment, anybody may point, and nothing is kept."""

import json
import time
from pathlib import Path

import pytest

from estaminet.server.live.together import ASKING_SECONDS, AWAY_SECONDS, Together
from estaminet.server.rules import commands
from estaminet.server.rules.commands import AskLead, GiveLead, KeepLead, Look, LookAlone, LookAt, LookTogether
from tests.refusals import raises_code
from tests.server.conftest import Meet
from tests.server.people import Json, Line, Refused, Visitor
from tests.server.servers import RunningServer
from tests.server.tables import Table, move, started

pytestmark = pytest.mark.compiled
PLIES = 4


def finished(people: int = 3) -> Table:
    """A game of which so many actions were played until somebody gave up."""
    table = started("poule", people)
    for _ in range(PLIES):
        move(table)
    for person in ("anna", "bert")[: people - 1]:
        table.ask(person, commands.Resign(type="resign"))
    return table


LOOK: Look = LookTogether(type="look_together", ply=2)
ALONE: Look = LookAlone(type="look_alone")
ASK: Look = AskLead(type="ask_lead")
KEEP: Look = KeepLead(type="keep_lead")


def at(ply: int) -> Look:
    return LookAt(type="look_at", ply=ply)


def give(seat: int) -> Look:
    return GiveLead(type="give_lead", seat=seat)


class Group:
    """People who look at a game together, and a clock that a test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, table: Table | None = None) -> None:
        self.now = 100.0
        monkeypatch.setattr("estaminet.server.live.together.monotonic", lambda: self.now)
        self.table = table or finished()
        self.together = Together()

    def ask(self, person: str, *asked: Look) -> None:
        for each in asked:
            self.together.carry_out(self.table.state, person, each)

    def wait(self, seconds: float) -> float | None:
        self.now += seconds
        return self.together.pass_time()

    @property
    def leader(self) -> str | None:
        return self.together.leader


@pytest.fixture
def group(monkeypatch: pytest.MonkeyPatch) -> Group:
    return Group(monkeypatch)


def test_the_first_leads_from_where_they_are_and_the_others_follow(group: Group) -> None:
    group.ask("bert", LOOK)
    group.ask("anna", LookTogether(type="look_together", ply=0))
    assert (group.leader, group.together.ply) == ("bert", 2)
    shown = group.together.show(group.table.state)
    assert shown is not None
    assert (shown.leader, [seat for seat, _ in shown.members], shown.asking) == (1, [1, 0], None)
    group.ask("bert", at(3))
    assert group.together.ply == 3


@pytest.mark.parametrize("command", [at(1), KEEP, give(0)])
def test_only_whoever_leads_goes_elsewhere_keeps_or_hands_on(group: Group, command: Look) -> None:
    group.ask("anna", LOOK)
    group.ask("bert", LOOK)
    with raises_code("look.led"):
        group.ask("bert", command)
    with raises_code("look.apart"):
        group.ask("carl", command)
    assert (group.leader, group.together.ply) == ("anna", 2)


@pytest.mark.parametrize("command", [LOOK, ALONE, at(1), ASK, KEEP, give(0)])
def test_a_stranger_takes_no_part_nor_the_lead(group: Group, command: Look) -> None:
    for _ in range(2):  # whether or not somebody looks already
        with raises_code("seat.foreign"):
            group.ask("dora", command)
        group.ask("anna", LOOK)
    assert group.together.members == ["anna"]


@pytest.mark.parametrize("command", [LOOK, at(1), ASK])
def test_a_game_that_goes_on_is_not_looked_at(monkeypatch: pytest.MonkeyPatch, command: Look) -> None:
    with raises_code("table.unfinished"):
        Group(monkeypatch, started()).ask("anna", command)


@pytest.mark.parametrize("command", [at(PLIES + 1), LookTogether(type="look_together", ply=PLIES + 1)])
def test_a_moment_that_the_game_does_not_have_is_refused(group: Group, command: Look) -> None:
    group.ask("anna", LookTogether(type="look_together", ply=PLIES))
    with raises_code("message.invalid"):
        group.ask("anna", command)
    assert group.together.ply == PLIES


def test_the_lead_is_handed_on_to_somebody_who_takes_part(group: Group) -> None:
    group.ask("anna", LOOK)
    for seat in (1, 2, 9):
        with raises_code("look.apart"):
            group.ask("anna", give(seat))
    group.ask("bert", LOOK, ASK)
    group.ask("anna", give(1))
    assert (group.leader, group.together.asking) == ("bert", None)


def test_who_leads_may_keep_the_lead_and_who_says_nothing_hands_it_on(group: Group) -> None:
    group.ask("anna", LOOK)
    group.ask("bert", LOOK, ASK)
    assert group.wait(ASKING_SECONDS - 1) == pytest.approx(1)
    assert group.leader == "anna"
    group.ask("anna", KEEP)
    assert group.wait(ASKING_SECONDS) is None
    assert group.leader == "anna"
    group.ask("bert", ASK)
    group.wait(ASKING_SECONDS)
    assert (group.leader, group.together.asking) == ("bert", None)


def test_who_leads_asks_for_nothing(group: Group) -> None:
    group.ask("anna", LOOK, ASK)
    assert group.together.asking is None


def test_when_the_leader_goes_whoever_asked_is_next_or_whoever_was_there_first(group: Group) -> None:
    for person in ("anna", "bert", "carl"):
        group.ask(person, LOOK)
    group.ask("carl", ASK)
    group.ask("anna", ALONE)
    assert group.leader == "carl"
    group.ask("carl", ALONE)
    assert group.leader == "bert"
    group.ask("bert", ALONE)
    assert group.together.show(group.table.state) is None
    group.ask("bert", ALONE)  # a second time is no fault


def test_who_asked_and_went_asks_no_more(group: Group) -> None:
    group.ask("anna", LOOK)
    group.ask("bert", LOOK, ASK, ALONE)
    group.wait(ASKING_SECONDS)
    assert group.leader == "anna"


def test_whose_line_breaks_may_come_back_and_still_lead(group: Group) -> None:
    group.ask("anna", LOOK)
    group.ask("bert", LOOK)
    group.together.lose("anna")
    group.wait(AWAY_SECONDS - 1)
    group.ask("anna", LookTogether(type="look_together", ply=0))
    group.wait(AWAY_SECONDS)
    assert (group.leader, group.together.ply) == ("anna", 2)
    group.together.lose("anna")
    group.wait(AWAY_SECONDS)
    assert (group.leader, group.together.members) == ("bert", ["bert"])


def test_the_lead_of_somebody_whose_line_is_broken_is_had_for_the_asking(group: Group) -> None:
    group.ask("anna", LOOK)
    group.ask("bert", LOOK)
    group.together.lose("anna")
    group.ask("bert", ASK)
    group.wait(0)
    assert group.leader == "bert"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "look_at", "ply": -1},
        {"type": "look_at", "ply": 10**9},
        {"type": "look_at", "ply": 1.5},
        {"type": "look_at", "ply": "1"},
        {"type": "look_at"},
        {"type": "point_at", "target": "x" * 61},
        {"type": "point_at", "target": "x" * 1_000_000},
        {"type": "point_at", "target": ""},
        {"type": "point_at", "target": "cell:c4\n"},
        {"type": "point_at", "target": '"><script>'},
        {"type": "point_at", "target": "cell:c4", "name": "Bert"},
        {"type": "give_lead", "seat": 10},
        {"type": "take_lead"},
    ],
)
def test_what_no_page_would_send_is_no_message(message: Json) -> None:
    with raises_code("message.invalid"):
        commands.read_message(json.dumps(message))


# At a server


class Looker:
    """Somebody with a seat, or none, who has a live line."""

    def __init__(self, visitor: Visitor, table: str, *, screen: bool = False) -> None:
        self.visitor, self.table = visitor, table
        self.line: Line = visitor.sit_live(table, screen=screen)
        self.line.next_update()
        self.pointed: list[Json] = []

    @property
    def together(self) -> Json | None:
        found: Json | None = self.line.update["together"]
        return found

    def ask(self, kind: str, **members: object) -> None:
        """Ask something, and read on until it is answered: what was refused is raised."""
        self.line.send(kind, id="look", **members)
        while True:
            message = self.receive()
            if message["type"] == "refusal":
                raise Refused(0, message)
            if "look" in message.get("answers", ()):
                return

    def receive(self) -> Json:
        message = self.line.receive()
        if message["type"] == "pointed":
            self.pointed.append(message)
        return message

    def until(self, **wanted: object) -> Json:
        """Read on until those who look together are as wanted."""
        while self.together is None or any(self.together[name] != value for name, value in wanted.items()):
            self.receive()
        return self.together


def gather(server: RunningServer, meet: Meet, *names: str) -> list[Looker]:
    """People at a table at which the first two have finished a game."""
    visitors = [meet(server, name) for name in names]
    anna, bert = visitors[:2]
    table = anna.set_up("poule", ["me", "open"], options={"rounds": 1})
    anna.command(table["id"], "sit")
    bert.command(table["id"], "sit", invitation=table["invitation"])
    update = anna.command(table["id"], "start")
    for _ in range(6):
        mover = next(each for each in (anna, bert) if each.watch(table["id"])["view"]["legal"])
        update = mover.watch(table["id"])
        mover.command(table["id"], "move", number=update["number"], action=update["view"]["legal"][0])
    anna.command(table["id"], "resign")
    return [Looker(each, table["id"]) for each in visitors]


def test_two_look_at_the_same_moment_and_a_spectator_sees_nothing_of_it(server: RunningServer, meet: Meet) -> None:
    anna, bert, carl = gather(server, meet, "Anna", "Bert", "Carl")
    anna.ask("look_together", ply=3)
    assert bert.until(leader=0)["ply"] == 3, "whoever does not take part yet hears that they could"
    bert.ask("look_together")
    anna.line.send("look_at", ply=5)
    shown = bert.until(ply=5)
    assert [each["seat"] for each in shown["members"]] == [0, 1]
    for kind, members in (("look_together", {}), ("look_at", {"ply": 1}), ("ask_lead", {}), ("give_lead", {"seat": 0})):
        with pytest.raises(Refused, match=r"seat\.foreign"):
            carl.ask(kind, **members)
    with pytest.raises(Refused, match=r"seat\.foreign"):
        carl.ask("point_at", target="cell:a1")
    assert carl.together is None
    assert carl.visitor.watch(carl.table)["together"] is None
    assert bert.visitor.watch(bert.table)["together"]["ply"] == 5, "whoever opens the page now sees it, too"


def test_whoever_takes_part_points_and_whoever_does_not_neither_points_nor_sees_it(
    server: RunningServer, meet: Meet
) -> None:
    anna, bert, carl = gather(server, meet, "Anna", "Bert", "Carl")
    anna.ask("look_together")
    with pytest.raises(Refused, match=r"look\.apart"):
        bert.ask("point_at", target="cell:a1")
    anna.ask("point_at", target="cell:a2")
    bert.ask("look_together")
    bert.ask("point_at", target="cell:c4")
    anna.ask("look_at", ply=1)
    assert [(each["seat"], each["target"]) for each in anna.pointed] == [(1, "cell:c4")]
    bert.until(ply=1)
    carl.visitor.post("/api/me", {"name": "Carla"})
    assert bert.pointed == carl.pointed == []


def test_who_points_has_the_name_that_their_words_have(server: RunningServer, meet: Meet) -> None:
    """Whoever muted somebody is not pointed anything by them either."""
    anna, bert = gather(server, meet, "Anna", "Bert")
    anna.ask("look_together")
    bert.ask("look_together")
    bert.ask("point_at", target="cell:c4")
    bert.ask("say", phrase="nice")
    anna.ask("look_at", ply=1)
    (said,) = anna.visitor.get(f"/api/tables/{anna.table}/talk")
    together = anna.until(ply=1)
    assert anna.pointed[0]["author"] == said["author"] == together["members"][1]["author"]


def test_nothing_of_it_is_in_the_log_nor_in_the_record(server: RunningServer, meet: Meet) -> None:
    anna, bert = gather(server, meet, "Anna", "Bert")
    before = anna.visitor.watch(anna.table)["number"], anna.visitor.get(f"/api/tables/{anna.table}/record")
    anna.ask("look_together", ply=2)
    bert.ask("look_together")
    bert.ask("ask_lead")
    anna.ask("give_lead", seat=1)
    bert.ask("look_at", ply=4)
    assert before == (
        anna.visitor.watch(anna.table)["number"], anna.visitor.get(f"/api/tables/{anna.table}/record")
    )  # fmt: skip


def test_a_line_that_breaks_and_comes_back_goes_on_where_the_others_are(server: RunningServer, meet: Meet) -> None:
    anna, bert = gather(server, meet, "Anna", "Bert")
    anna.ask("look_together", ply=1)
    bert.ask("look_together")
    anna.line.close()
    again = Looker(anna.visitor, anna.table)
    again.ask("look_together", ply=0)
    assert again.until(leader=0)["ply"] == 1
    again.line.send("look_at", ply=4)
    assert bert.until(ply=4)["leader"] == 0


def test_two_pages_of_one_person_are_one_who_takes_part(server: RunningServer, meet: Meet) -> None:
    anna, bert = gather(server, meet, "Anna", "Bert")
    second = Looker(anna.visitor, anna.table)
    for each in (anna, second):
        each.ask("look_together", ply=1)
    bert.ask("look_together")
    second.line.close()
    anna.line.send("look_at", ply=2)
    assert [each["seat"] for each in bert.until(ply=2)["members"]] == [0, 1]


def test_a_big_screen_takes_no_part(server: RunningServer, meet: Meet) -> None:
    anna, _ = gather(server, meet, "Anna", "Bert")
    screen = Looker(anna.visitor, anna.table, screen=True)
    with pytest.raises(Refused, match=r"seat\.foreign"):
        screen.ask("look_together")


def test_however_fast_somebody_leads_the_others_hear_of_it_ten_times_a_second(
    server: RunningServer, meet: Meet
) -> None:
    anna, bert = gather(server, meet, "Anna", "Bert")
    anna.ask("look_together")
    bert.ask("look_together")
    heard = len(bert.visitor.heard)
    began = time.monotonic()
    for number in range(300):
        anna.line.send("look_at", ply=number % 2)
    anna.ask("look_at", ply=5)
    bert.until(ply=5)
    tenths = (time.monotonic() - began) * 10
    assert len(bert.visitor.heard) - heard <= tenths + 3


def test_a_flood_of_pointing_is_held_up(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path, rate=1000) as server:
        anna, bert = gather(server, meet, "Anna", "Bert")
        anna.ask("look_together")
        bert.ask("look_together")
        with pytest.raises(Refused, match=r"rate\.exceeded"):
            point_often(bert)
        anna.ask("look_at", ply=2)
        assert 4 < len(anna.pointed) < MANY


MANY = 40


def point_often(looker: Looker) -> None:
    for _ in range(MANY):
        looker.ask("point_at", target="cell:c4")
