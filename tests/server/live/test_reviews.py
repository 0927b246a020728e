"""Finished games are looked back on in the background; never a running one, and nobody can ask for too much."""

import json
import random
import zlib

import pytest

import estaminet
from estaminet.players.levels import seat_player
from estaminet.review.model import FORMAT
from estaminet.server.live.history import game_of
from estaminet.server.rules.commands import Resign, Start
from tests.server.conftest import Meet
from tests.server.games import play_on, seat_two
from tests.server.pairs import wait_until
from tests.server.people import Json, Refused, Visitor
from tests.server.servers import RunningServer
from tests.server.tables import Table, move, sit

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]


def play_a_game(seed: int = 1) -> Json:
    """A game of the house, by its record."""
    game = estaminet.game("reeperbahn")
    position, people = game.start(seed=seed), [seat_player("apprentice", 1), seat_player("apprentice", 2)]
    while (seat := position.to_move) is not None:
        position.play_code(people[seat].choose(game, 2, position.known_to(seat), seat))
    record: Json = estaminet.Record.of(position).to_data()
    return record


def wait_until_done(person: Visitor, key: str) -> list[Json]:
    """All answers."""
    answers: list[Json] = []

    def ask() -> bool:
        answers.append(person.get(f"/api/reviews/{key}"))
        return bool(answers[-1]["is_done"])

    wait_until(ask)
    return answers


def test_a_review_shows_a_curve_first_and_an_account_that_adds_up_in_the_end(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    asked = anna.post("/api/reviews", play_a_game())
    answers = wait_until_done(anna, asked["key"])
    first = next(each["review"] for each in answers if each["review"])
    assert first["curves"]
    whole = answers[-1]["review"]
    for account in whole["accounts"]:
        terms = ("place", "deal", "draws", "hidden", "others", "decisions", "judgement")
        assert account["result"] == pytest.approx(1 / 2 + sum(account[term] for term in terms), abs=1e-9)
    for decision in whole["decisions"]:
        is_marked = decision["verdict"] in ("mistake", "grave")
        assert bool(decision["choices"]) == is_marked


def test_a_review_is_kept(server: RunningServer, meet: Meet) -> None:
    anna, bert = meet(server, "Anna"), meet(server, "Bert")
    record = play_a_game()
    key = anna.post("/api/reviews", record)["key"]
    wait_until_done(anna, key)
    assert bert.post("/api/reviews", record)["is_done"]


def test_a_running_game_is_not_reviewed(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = anna.set_up("reeperbahn", ["me", "apprentice"])["id"]
    anna.command(table, "sit")
    anna.command(table, "start")
    with pytest.raises(Refused) as refused:
        anna.post(f"/api/tables/{table}/review")
    assert refused.value.code == "table.unfinished"
    assert anna.get(f"/api/tables/{table}/turning-point") is None


def test_a_game_that_somebody_gave_up_is_reviewed_with_the_result_that_it_got(
    server: RunningServer, meet: Meet
) -> None:
    table, lines = seat_two(server, meet, game="reeperbahn")
    play_on(lines, random.Random(5), moves=6)
    lines[0].ask("resign")
    anna = lines[0].visitor
    answers = wait_until_done(anna, anna.post(f"/api/tables/{table}/review")["key"])
    whole = answers[-1]["review"]
    assert whole["result"] == [0, 1]
    assert len(whole["actions"]) == 6
    wait_until(lambda: anna.get("/api/me/play")["games"][0]["review"])
    assert anna.get(f"/api/tables/{table}/record").keys() >= {"actions", "outcome"}
    with pytest.raises(Refused, match=r"table\.unfinished"):  # what a record says of its end is anybody's word
        anna.post("/api/reviews", anna.get(f"/api/tables/{table}/record"))


def test_a_game_without_a_winner_and_one_of_few_actions_have_no_review(server: RunningServer, meet: Meet) -> None:
    stopped, lines = seat_two(server, meet, game="reeperbahn")
    play_on(lines, random.Random(5), moves=4)
    lines[0].ask("offer_stop")
    lines[1].until(lines[0].update["number"])
    lines[1].ask("accept_stop")
    short, others = seat_two(server, meet, game="reeperbahn")
    play_on(others, random.Random(5), moves=1)
    others[1].ask("resign")
    for table, sentence in ((stopped, "without a winner"), (short, "too soon")):
        with pytest.raises(Refused) as refused:
            lines[0].visitor.post(f"/api/tables/{table}/review")
        assert refused.value.code == "review.none"
        assert sentence in refused.value.refusal["sentence"]
        assert lines[0].visitor.get(f"/api/tables/{table}/turning-point") is None


def test_whoever_gives_up_alone_against_the_house_leaves_the_game_to_all_others() -> None:
    table = Table("poule", ["me", "regular", "regular"])
    table.ask("anna", sit(0))
    table.ask("anna", Start(type="start"))
    while len(table.position.history) < 6 or table.state.to_move != 0:
        if table.state.to_move == 0:
            move(table)
        else:
            table.house_moves(table.legal[0])
    table.ask("anna", Resign(type="resign"))
    record, result = game_of(table.state)
    assert (result, len(record.actions)) == ((0, 0.5, 0.5), len(table.position.history))


def keep_review(server: RunningServer, table: str, key: str, review: Json) -> None:
    """As if the review of a table's game had been made."""
    data = zlib.compress(json.dumps(review).encode())
    server.query("INSERT INTO reviews VALUES (?, ?, 1)", key, data)
    server.query("UPDATE tables SET review = ? WHERE id = ?", key, table)


def point(ply: int, cause: str = "decision") -> Json:
    return {"ply": ply, "seat": 0, "before": 0.6, "after": 0.3, "cause": cause}


def test_the_turning_point_is_what_the_review_says_to_whoever_asks(server: RunningServer, meet: Meet) -> None:
    table, (annas, berts) = seat_two(server, meet, game="reeperbahn")
    annas.ask("resign")
    points = {0: point(3), 1: None, -1: point(5, "draw"), -2: point(7)}
    curves = [{"view": view, "shares": [[0.5, 0.5]], "turning_point": found} for view, found in points.items()]
    people = (annas.visitor, berts.visitor, meet(server, "Carl"), meet(server))
    path = f"/api/tables/{table}/turning-point"
    assert [person.get(path) for person in people] == [None] * 4, "nobody has looked back yet"
    keep_review(server, table, f"a{table}", {"format": FORMAT, "curves": curves})
    assert [person.get(path) for person in people] == [points[0], points[1], points[-1], points[-1]]
    keep_review(server, table, f"b{table}", {"format": "estaminet-review/0", "curves": curves})
    assert [person.get(path) for person in people] == [None] * 4, "made by another version"


def test_with_several_seats_the_turning_point_is_that_for_all(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    table = anna.set_up("reeperbahn", ["me", "local:Bert"])["id"]
    anna.command(table, "sit")
    anna.command(table, "start")
    anna.command(table, "resign", seat=0)
    curves = [{"view": view, "turning_point": point(view + 3)} for view in (0, 1, -1, -2)]
    keep_review(server, table, f"c{table}", {"format": FORMAT, "curves": curves})
    assert anna.get(f"/api/tables/{table}/turning-point") == point(2)


def test_a_record_that_breaks_a_rule_or_does_not_end_is_refused(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    record = play_a_game()
    unfinished = {name: value for name, value in record.items() if name not in ("scores", "winners")}
    for broken in (record | {"actions": ["fly"]}, unfinished | {"actions": record["actions"][:3]}, {"no": "record"}):
        with pytest.raises(Refused) as refused:
            anna.post("/api/reviews", broken)
        assert refused.value.status in (409, 422)


def test_an_address_waits_for_few_reviews_at_a_time(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    anna.http.headers["X-Forwarded-For"] = "203.0.113.9"  # others may be waiting for reviews, too
    records = [play_a_game(seed) for seed in (11, 12, 13)]
    keys = [anna.post("/api/reviews", record)["key"] for record in records[:2]]
    with pytest.raises(Refused) as refused:
        anna.post("/api/reviews", records[2])
    assert refused.value.status == 429
    for key in keys:
        wait_until_done(anna, key)


def test_a_review_that_nobody_asked_for_is_unknown(server: RunningServer, meet: Meet) -> None:
    with pytest.raises(Refused) as refused:
        meet(server).get(f"/api/reviews/{'0' * 64}")
    assert refused.value.code == "review.none"


def test_a_review_of_a_table_enters_the_history_of_whoever_played_there(server: RunningServer, meet: Meet) -> None:
    table, lines = seat_two(server, meet, game="reeperbahn")
    end = play_on(lines, random.Random(4))
    people = [line.visitor for line in lines]
    games = [person.get("/api/me/play")["games"] for person in people]
    assert [[each["review"] for each in played] for played in games] == [[None], [None]]
    wait_until_done(people[0], people[0].post(f"/api/tables/{table}/review")["key"])
    wait_until(lambda: people[0].get("/api/me/play")["games"][0]["review"])  # shown a moment before it is kept
    winners = end["table"]["outcome"]["winners"]
    for seat, person in enumerate(people):
        (played,) = person.get("/api/me/play")["games"]
        assert (played["table"], played["seat"]) == (table, seat)
        assert played["share"] == (seat in winners) / len(winners)
        assert played["review"]["account"]["seat"] == seat
        assert len(played["review"]["mistakes"]) <= played["review"]["decisions"]
    assert meet(server, "Carl").get("/api/me/play") == {"games": [], "next": None, "looked_at": 0, "total": 0}
    with pytest.raises(Refused):
        meet(server).get("/api/me/play")
