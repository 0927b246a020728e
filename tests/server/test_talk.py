"""A word at the table: who may say what to whom, and what becomes of it."""

import json
from pathlib import Path

import pytest

from tests.server.company import person_of
from tests.server.conftest import Meet
from tests.server.pairs import NEVER, run_pair
from tests.server.people import Json, Line, Refused, Visitor
from tests.server.postgres import Postgres
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled
LONGEST = 200


class Talker:
    """A listener at a table."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.table = visitor, table
        self.line: Line = visitor.sit_live(table, talk=True)
        self.line.next_update()
        self.heard: list[Json] = []

    def say(self, text: str = "", **members: object) -> Json:
        """Say something, and read on until it is answered: what was refused is raised."""
        self.line.send("say", text=text, id="word", **members)
        while True:
            message = self.receive()
            if message["type"] == "refusal":
                raise Refused(0, message)
            if "word" in message.get("answers", ()):
                return message

    def receive(self) -> Json:
        message = self.line.receive()
        if message["type"] == "said":
            self.heard.append(message)
        return message

    def hear(self) -> Json:
        """The next word."""
        while (message := self.receive())["type"] != "said":
            assert message["type"] == "update"
        return message

    def recall(self) -> list[Json]:
        remarks: list[Json] = self.visitor.get(f"/api/tables/{self.table}/talk")
        return remarks


@pytest.fixture
def pair(server: RunningServer, meet: Meet) -> tuple[Talker, Talker]:
    """Anna and Bert, who have sat down at a private table."""
    return seat_pair(meet(server, "Anna"), meet(server, "Bert"))


def seat_pair(anna: Visitor, bert: Visitor, **plan: object) -> tuple[Talker, Talker]:
    table = anna.set_up("poule", ["me", "open"], options={"rounds": 1}, **plan)
    anna.command(table["id"], "sit")
    bert.command(table["id"], "sit", invitation=table["invitation"])
    return Talker(anna, table["id"]), Talker(bert, table["id"])


def test_what_one_says_the_other_hears_now_and_later(pair: tuple[Talker, Talker]) -> None:
    anna, bert = pair
    anna.say("Shall we play for the last croissant?")
    anna.say(phrase="luck")
    said = [bert.hear(), bert.hear()]
    assert [(each["name"], each["seat"], each["phrase"], each["text"]) for each in said] == [
        ("Anna", 0, None, "Shall we play for the last croissant?"),
        ("Anna", 0, "luck", ""),
    ]
    assert bert.recall() == said
    assert [each["is_mine"] for each in (*said, *anna.recall())] == [False, False, True, True]
    assert str(person_of(anna.visitor)) not in json.dumps(said)


def test_a_reader_knows_who_it_was_and_nobody_else_can_compare(server: RunningServer, meet: Meet) -> None:
    """Whoever mutes somebody does so at every table; two readers cannot tell that they mean the same person."""
    visitors = meet(server, "Anna"), meet(server, "Bert")
    authors = set()
    for _ in range(2):
        anna, bert = seat_pair(*visitors)
        anna.say("Hello")
        authors.add(bert.hear()["author"])
    assert len(authors) == 1
    assert anna.recall()[0]["author"] not in authors


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  two\n\nlines\tand\r\nmore ", "two lines and more"),
        ("\u202eevil\u202c \u200b\u2066word\u2069\x07\x1b[31m", "evil word[31m"),
        ("<script>alert(1)</script> http://example.org", "<script>alert(1)</script> http://example.org"),
        ("Z" + "\u0301" * 50, "\u0179\u0301\u0301"),
        ("é" * LONGEST, "é" * LONGEST),
    ],
)
def test_a_text_is_one_line_of_what_can_be_seen(pair: tuple[Talker, Talker], text: str, shown: str) -> None:
    anna, bert = pair
    anna.say(text)
    assert bert.hear()["text"] == bert.recall()[-1]["text"] == shown


@pytest.mark.parametrize(
    "members",
    [{"text": "x" * (LONGEST + 1)}, {"text": "x" * 10_000}, {"text": ""}, {"text": " \u200b\u202e\x00 "},
     {"phrase": "shut up"}, {"text": 3}, {"text": "hi", "name": "Bert"}],
)  # fmt: skip
def test_what_is_too_long_empty_or_made_up_is_refused(pair: tuple[Talker, Talker], members: Json) -> None:
    anna, bert = pair
    anna.line.send("say", id="word", **members)
    while (answer := anna.receive())["type"] != "refusal":
        pass
    assert answer["code"] == "message.invalid"
    assert bert.recall() == []


def test_who_has_no_seat_neither_says_nor_hears_anything(
    server: RunningServer, meet: Meet, pair: tuple[Talker, Talker]
) -> None:
    anna, bert = pair
    stranger = Talker(meet(server, "Carl"), anna.table)
    screen = anna.visitor.sit_live(anna.table, screen=True, talk=True)
    nobody = meet(server).sit_live(anna.table, talk=True)
    with pytest.raises(Refused, match=r"seat\.foreign"):
        stranger.say("Let me in")
    nobody.send("say", text="Boo")
    while (answer := nobody.receive())["type"] == "update":
        pass
    assert answer["code"] == "person.unknown"
    with pytest.raises(Refused, match=r"403.*seat\.foreign"):
        stranger.recall()
    anna.say("Between you and me")
    bert.hear()
    anna.line.ask("start")
    for line in (stranger.line, screen, nobody):
        while line.update.get("number", -1) < anna.line.update["number"]:
            assert line.receive()["type"] == "update"


def test_who_did_not_ask_for_words_gets_none(pair: tuple[Talker, Talker]) -> None:
    """A bot, or a page from before there were words, knows updates and refusals alone."""
    anna, bert = pair
    old = bert.visitor.sit_live(bert.table)
    anna.say("Hello")
    assert bert.hear()["text"] == "Hello"
    anna.line.ask("start")
    number = anna.line.update["number"]
    while old.update.get("number", -1) < number:
        assert old.receive()["type"] == "update"


def test_whoever_left_is_out_of_it_until_they_are_back(pair: tuple[Talker, Talker]) -> None:
    anna, bert = pair
    anna.line.ask("start")
    bert.line.until(anna.line.update["number"])
    bert.line.ask("leave")
    with pytest.raises(Refused, match=r"seat\.foreign"):
        bert.say("I am gone")
    anna.line.until(bert.line.update["number"])
    anna.say("He is gone")
    bert.line.ask("sit")
    assert bert.heard == []
    assert [each["text"] for each in bert.recall()] == ["He is gone"]


def test_after_the_end_one_may_still_thank_the_others(pair: tuple[Talker, Talker]) -> None:
    anna, bert = pair
    anna.line.ask("start")
    anna.line.ask("resign")
    anna.say(phrase="played")
    bert.line.until(anna.line.update["number"])
    assert [each["phrase"] for each in bert.recall()] == ["played"]
    record = json.dumps(bert.visitor.get(f"/api/tables/{bert.table}/record"))
    events = json.dumps(bert.visitor.watch(bert.table)["events"])
    assert "played" not in record + events


def test_at_a_public_table_nobody_talks_unless_its_owner_wants_it(server: RunningServer, meet: Meet) -> None:
    visitors = meet(server, "Anna"), meet(server, "Bert")
    quiet = seat_pair(*visitors, is_public=True)
    assert quiet[0].line.update["table"]["has_talk"] is False
    with pytest.raises(Refused, match=r"talk\.off"):
        quiet[0].say(phrase="hello")
    with pytest.raises(Refused, match=r"403.*talk\.off"):
        quiet[1].recall()
    lively = seat_pair(*visitors, is_public=True, has_talk=True)
    lively[0].say(phrase="hello")
    assert lively[1].hear()["phrase"] == "hello"
    with pytest.raises(Refused, match=r"talk\.off"):
        seat_pair(*visitors, has_talk=False)[0].say(phrase="hello")


def test_a_table_keeps_the_last_hundred(pair: tuple[Talker, Talker]) -> None:
    anna, bert = pair
    for number in range(103):
        anna.say(str(number))
    assert [each["text"] for each in bert.recall()] == [str(number) for number in range(3, 103)]


def test_what_somebody_said_goes_with_them_and_with_the_table(
    server: RunningServer, pair: tuple[Talker, Talker]
) -> None:
    anna, bert = pair
    anna.say("I was here")
    bert.say("So was I")
    anna.visitor.delete("/api/me")
    assert [each["text"] for each in bert.recall()] == ["So was I"]
    table = bert.table
    assert server.query("SELECT text FROM remarks WHERE table_id = ?", table) == [("So was I",)]


def test_a_flood_of_words_is_held_up_and_a_move_still_gets_through(tmp_path: Path, meet: Meet) -> None:
    with RunningServer(tmp_path, words=6) as server:
        anna, bert = seat_pair(meet(server, "Anna"), meet(server, "Bert"))
        for _ in range(2):
            anna.say("Buy!")
        with pytest.raises(Refused, match=r"rate\.exceeded") as refused:
            anna.say("Buy!")
        assert refused.value.refusal["retry_after"] > 1
        bert.say("Stop it")
        other = Talker(anna.visitor, anna.table)
        with pytest.raises(Refused, match=r"rate\.exceeded"):
            other.say("Buy!")
        anna.visitor.command(anna.table, "start")
        assert [each["text"] for each in bert.recall()] == ["Buy!", "Buy!", "Stop it"]


@pytest.mark.thorough
def test_people_at_different_processes_hear_each_other(tmp_path: Path, postgres: Postgres, meet: Meet) -> None:
    with run_pair(tmp_path, postgres.make_database(), NEVER) as (one, two):
        anna, bert, carl = meet(one, "Anna"), meet(two, "Bert"), meet(two, "Carl")
        for turn in range(4):  # some tables have their home here, some there
            table = anna.set_up("poule", ["me", "open", "open"], options={"rounds": 1})
            anna.command(table["id"], "sit")
            for each in (bert, carl):
                each.command(table["id"], "sit", invitation=table["invitation"])
            talkers = [Talker(each, table["id"]) for each in (anna, bert, carl)]
            for each in (anna, bert):  # what happens there is known here, so that what is said there will be
                each.post("/api/me", {"name": f"{each.get('/api/me')['name']}{turn}"})
                for talker in talkers:
                    talker.line.until(each.watch(table["id"])["number"])
            for number, speaker in enumerate(talkers):
                speaker.say(f"word {number}")
                for listener in talkers:
                    if listener is not speaker:
                        assert listener.hear()["text"] == f"word {number}"
            assert [each["text"] for each in talkers[0].recall()] == ["word 0", "word 1", "word 2"]
        anna.delete("/api/me")
        assert [each["text"] for each in talkers[1].recall()] == ["word 1", "word 2"]
