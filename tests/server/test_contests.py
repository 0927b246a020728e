"""Contests on a real server: everybody plays a deal once, meets the same answers, and sees others' games afterwards."""

import asyncio
import random
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import estaminet
from estaminet.contests import FIRST_DAY, Contest, Result
from estaminet.games import REGISTRY
from estaminet.server.store.database import Store
from estaminet.server.store.rows import HouseGame
from tests.conftest import HASTY
from tests.server.conftest import Meet
from tests.server.people import Refused, Visitor
from tests.server.servers import RunningServer

pytestmark = pytest.mark.compiled
HASTILY = (
    "from estaminet import contests\n"
    "from estaminet.players.search import Budget\n"
    f"contests.KING = Budget(iterations={HASTY})\n"
)


def today() -> str:
    return str(datetime.now(UTC).date())


def key_of(game: str, day: str = "") -> str:
    return f"daily-{day or today()}-{game}"


@pytest.fixture
def key(request: pytest.FixtureRequest) -> str:
    """A deal that no other test plays at the same server."""
    seed = zlib.crc32(request.node.nodeid.encode())
    return key_of("poule", str(FIRST_DAY + timedelta(days=seed % 300)))


def sit_down(person: Visitor, contest: str, deal: int = 0) -> str:
    table: str = person.post(f"/api/contests/{contest}/deals/{deal}/table")["id"]
    return table


def play_to_the_end(person: Visitor, table: str, seed: int = 1) -> list[str]:
    """All actions of the game, whoever carried them out."""
    rng, line = random.Random(seed), person.sit_live(table)
    line.next_update()
    while line.update["table"]["status"] != "over":
        legal = line.update["view"]["legal"]
        if legal:
            line.send("move", number=line.update["number"], action=rng.choice(legal))
        line.next_update()
    line.close()
    return list(person.get(f"/api/tables/{table}/record")["actions"])


def put(person: Visitor, path: str, body: object) -> None:
    assert person.http.put(path, json=body).status_code == 204


def fill_in_house_games(server: RunningServer, key: str, games: list[tuple[list[str], Result]]) -> None:
    """As if the house had played all of them already."""

    async def fill() -> None:
        store = Store(server.database, REGISTRY)
        for number, (actions, result) in enumerate(games):
            await store.contests.add_house_game(key, number, HouseGame(tuple(actions), result), 0)
        await store.close()

    asyncio.run(fill())


class TestTheDealOfTheDay:
    """One deal of every game, the same for everybody."""

    def test_every_game_has_one_and_it_is_that_of_the_recipe(self, server: RunningServer, meet: Meet) -> None:
        day = meet(server).get("/api/daily")
        assert [each["id"] for each in day["contests"]] == [key_of(game, day["date"]) for game in estaminet.games()]
        ends = datetime.fromtimestamp(day["ends"] / 1000, UTC)
        assert str(ends.date() - timedelta(days=1)) == day["date"]
        assert (ends.hour, ends.minute) == (0, 0)
        for each in day["contests"]:
            contest = Contest.daily(estaminet.game(each["game"]), datetime.now(UTC).date())
            assert (each["players"], each["seats"], each["level"]) == (contest.players, [contest.seat], "host")

    def test_a_table_has_that_deal_and_the_same_house_players_answer_everybody_alike(
        self, server: RunningServer, meet: Meet
    ) -> None:
        games = []
        for name in ("Anna", "Bert"):
            person = meet(server, name)
            table = sit_down(person, key_of("reeperbahn"))
            actions = play_to_the_end(person, table)
            record = person.get(f"/api/tables/{table}/record")
            assert record["deal"] == Contest.daily(estaminet.game("reeperbahn"), datetime.now(UTC).date()).deal
            seats = person.watch(table)["table"]["seats"]
            games.append((actions, [seat["character"] for seat in seats if seat["level"]]))
        assert games[0] == games[1]

    def test_a_day_that_has_not_come_has_no_deal(self, server: RunningServer, meet: Meet) -> None:
        tomorrow = datetime.now(UTC).date() + timedelta(days=1)
        anna = meet(server, "Anna")
        for ask in (
            lambda: anna.get("/api/daily", date=tomorrow),
            lambda: anna.get(f"/api/contests/{key_of('poule', str(tomorrow))}"),
            lambda: sit_down(anna, key_of("poule", str(tomorrow))),
            lambda: sit_down(anna, key_of("chess")),
            lambda: sit_down(anna, "nonsense"),
            lambda: sit_down(anna, key_of("poule"), 1),
        ):
            with pytest.raises(Refused) as refused:
                ask()
            assert (refused.value.status, refused.value.code) == (404, "contest.unknown")

    def test_yesterdays_deal_is_still_there(self, server: RunningServer, meet: Meet) -> None:
        yesterday = str(datetime.now(UTC).date() - timedelta(days=1))
        anna = meet(server, "Anna")
        assert anna.watch(sit_down(anna, key_of("poule", yesterday)))["table"]["opening"]["source"].endswith(
            f"{yesterday}-poule"
        )


class TestOnce:
    """Everybody plays a deal once. Whatever comes later is practice."""

    def test_a_game_that_goes_on_is_found_again(self, key: str, server: RunningServer, meet: Meet) -> None:
        anna = meet(server, "Anna")
        assert sit_down(anna, key) == sit_down(anna, key)
        mine = anna.get(f"/api/contests/{key}")["mine"]
        assert [each["is_over"] for each in mine] == [False]

    def test_what_is_played_again_is_practice_and_is_not_in_the_list(
        self, key: str, server: RunningServer, meet: Meet
    ) -> None:
        anna = meet(server, "Anna")
        first = sit_down(anna, key)
        assert not anna.watch(first)["table"]["is_practice"]
        anna.command(first, "resign")
        again = sit_down(anna, key)
        assert again != first
        assert anna.watch(again)["table"]["is_practice"]
        anna.command(again, "resign")
        results = anna.get(f"/api/contests/{key}/deals/0")
        assert [each["table"] for each in results["entries"]] == [first]

    def test_two_requests_at_once_give_one_table_that_counts(self, key: str, server: RunningServer, meet: Meet) -> None:
        anna = meet(server, "Anna")

        async def ask_twice() -> set[str]:
            import httpx

            async with httpx.AsyncClient(base_url=server.url, cookies=anna.http.cookies) as http:
                path = f"/api/contests/{key}/deals/0/table"
                answers = await asyncio.gather(*(http.post(path) for _ in range(4)))
            return {answer.json()["id"] for answer in answers if answer.status_code == 201}

        assert len(asyncio.run(ask_twice())) == 1

    def test_nothing_is_taken_back_and_there_are_no_hints(self, server: RunningServer, meet: Meet) -> None:
        anna = meet(server, "Anna")
        table = sit_down(anna, key_of("reeperbahn"))
        line = anna.sit_live(table)
        line.next_update()
        while not line.update["view"]["legal"]:
            line.next_update()
        assert not line.update["you"]["can_undo"]
        line.ask("move", number=line.update["number"], action=line.update["view"]["legal"][0])
        assert not line.update["you"]["can_undo"]
        with pytest.raises(Refused) as undo:
            anna.command(table, "undo", number=line.update["number"])
        with pytest.raises(Refused) as hint:
            anna.post(f"/api/tables/{table}/advice")
        assert undo.value.code == "undo.refused"
        assert hint.value.code == "advice.refused"

    def test_whoever_gives_up_has_lost(self, key: str, server: RunningServer, meet: Meet) -> None:
        anna = meet(server, "Anna")
        anna.command(sit_down(anna, key), "resign")
        (entry,) = anna.get(f"/api/contests/{key}/deals/0")["entries"]
        assert (entry["share"], entry["lead"]) == (0, None)


class TestSecrets:
    """Nobody sees another's game before they have finished their own."""

    def test_results_and_games_of_others_are_shown_to_who_has_finished(
        self, key: str, server: RunningServer, meet: Meet
    ) -> None:
        anna, bert, stranger = meet(server, "Anna"), meet(server, "Bert"), meet(server)
        table = sit_down(anna, key)
        anna.command(table, "resign")
        paths = [f"/api/tables/{table}{rest}" for rest in ("", "/record", "/events", "/views")]
        for person in (bert, stranger):
            for path in (*paths, f"/api/contests/{key}/deals/0"):
                with pytest.raises(Refused) as refused:
                    person.get(path, before=5, count=1)
                assert refused.value.code in ("contest.unfinished", "person.unknown"), path
            with pytest.raises(Refused) as review:
                person.post(f"/api/tables/{table}/review")
            assert review.value.code == "contest.unfinished"
            with pytest.raises(Refused) as branch:
                person.post("/api/branches", {"table": table, "at": 0})
            assert branch.value.code in ("contest.unfinished", "person.unknown")
            with pytest.raises(Refused) as live:
                person.sit_live(table).next_update()
            assert live.value.code == "contest.unfinished"
        bert.command(sit_down(bert, key), "resign")
        put(anna, f"/api/contests/{key}/listing", {"is_listed": True})
        for path in paths:
            bert.get(path, before=5, count=1)

    def test_a_game_of_a_contest_is_in_no_public_list(self, server: RunningServer, meet: Meet) -> None:
        anna = meet(server, "Anna")
        table = sit_down(anna, key_of("poule"))
        assert table not in {each["id"] for each in meet(server).get("/api/tables")}

    def test_names_are_shown_of_those_who_want_it(self, key: str, server: RunningServer, meet: Meet) -> None:
        anna, bert = meet(server, "Anna"), meet(server, "Bert")
        path = f"/api/contests/{key}"
        for person in (anna, bert):
            person.command(sit_down(person, key), "resign")

        def names() -> set[str]:
            return {each["name"] for each in bert.get(f"{path}/deals/0")["entries"]}

        assert names() == {"", "Bert"}
        assert not anna.get(path)["is_listed"]
        put(anna, f"{path}/listing", {"is_listed": True})
        assert names() == {"Anna", "Bert"}
        assert anna.get(path)["is_listed"]

    def test_nobody_learns_who_somebody_is_that_does_not_want_to_be_named(
        self, key: str, server: RunningServer, meet: Meet
    ) -> None:
        anna, bert = meet(server, "Anna the First"), meet(server, "Bert")
        table = sit_down(anna, key)
        for person, own in ((anna, table), (bert, sit_down(bert, key))):
            person.command(own, "resign")
        record = bert.get(f"/api/tables/{table}/record")
        assert "Anna" not in str(record)
        assert "Anna" in str(anna.get(f"/api/tables/{table}/record"))
        asks = (
            lambda: bert.watch(table),
            lambda: bert.post(f"/api/tables/{table}/review"),
            lambda: bert.sit_live(table).next_update(),
        )
        for ask in asks:
            with pytest.raises(Refused) as refused:
                ask()
            assert refused.value.code == "table.foreign"
        (of_anna,) = (each for each in bert.get(f"/api/contests/{key}/deals/0")["entries"] if not each["is_you"])
        assert (of_anna["name"], of_anna["author"]) == ("", "")
        assert bert.post("/api/branches", {"table": table, "at": 0})["id"]
        put(anna, f"/api/contests/{key}/listing", {"is_listed": True})
        assert "Anna" in str(bert.get(f"/api/tables/{table}/record"))
        bert.watch(table)

    def test_two_who_come_from_one_connection_are_marked(self, key: str, server: RunningServer, meet: Meet) -> None:
        people = [meet(server, name) for name in ("Anna", "Bert", "Cleo")]
        people[2].http.headers["X-Forwarded-For"] = "203.0.113.7"
        for person in people:
            person.command(sit_down(person, key), "resign")
        entries = people[0].get(f"/api/contests/{key}/deals/0")["entries"]
        marked = {each["is_you"]: each["has_same_connection"] for each in entries}
        assert marked[True]
        assert sum(each["has_same_connection"] for each in entries) == 2

    def test_whoever_leaves_for_good_is_in_no_list_any_more(self, key: str, server: RunningServer, meet: Meet) -> None:
        anna, bert = meet(server, "Anna"), meet(server, "Bert")
        for person in (anna, bert):
            person.command(sit_down(person, key), "resign")
        anna.delete("/api/me")
        entries = bert.get(f"/api/contests/{key}/deals/0")["entries"]
        assert [each["name"] for each in entries] == ["Bert"]


class TestChallenges:
    """The same deals with friends."""

    def challenge(self, person: Visitor, **plan: object) -> str:
        wanted = {"game": "reeperbahn", "players": 2, "level": "guest", "deals": 2, **plan}
        contest: str = person.post("/api/contests", wanted)["id"]
        return contest

    def test_everybody_plays_the_same_deals_and_then_sees_all_with_names(
        self, server: RunningServer, meet: Meet
    ) -> None:
        anna, bert = meet(server, "Anna"), meet(server, "Bert")
        contest = self.challenge(anna)
        shown = bert.get(f"/api/contests/{contest}")
        assert (shown["kind"], shown["author"], shown["deals"]) == ("challenge", "Anna", 2)
        games = {}
        for person in (anna, bert):
            for deal in (0, 1):
                table = sit_down(person, contest, deal)
                games[person is anna, deal] = play_to_the_end(person, table, seed=deal)
        assert games[True, 0] == games[False, 0] != games[True, 1]
        entries = bert.get(f"/api/contests/{contest}/deals/0")["entries"]
        assert [each["name"] for each in entries] in (["Anna", "Bert"], ["Bert", "Anna"])
        assert {(each["share"], each["lead"]) for each in entries} == {
            (bert.get(f"/api/contests/{contest}")["mine"][0]["share"], entries[0]["lead"])
        }
        assert bert.get(f"/api/contests/{contest}")["finished"] == [2, 2]
        assert bert.get(f"/api/tables/{entries[0]['table']}/record")["actions"] == games[True, 0]

    @pytest.mark.parametrize(
        "wrong",
        [
            {"game": "chess"}, {"players": 3}, {"level": "king"}, {"deals": 0}, {"deals": 10}, {"deals": True},
            {"options": {"no": 1}}, {"seed": "mine"}, {"game": "x" * 100_000},
        ],
    )  # fmt: skip
    def test_what_cannot_be_played_is_refused(
        self, wrong: dict[str, object], server: RunningServer, meet: Meet
    ) -> None:
        with pytest.raises(Refused) as refused:
            self.challenge(meet(server, "Anna"), **wrong)
        assert refused.value.status in (404, 422)

    def test_a_challenge_of_somebody_who_has_left_is_gone(self, server: RunningServer, meet: Meet) -> None:
        anna, bert = meet(server, "Anna"), meet(server, "Bert")
        contest = self.challenge(anna)
        anna.delete("/api/me")
        with pytest.raises(Refused) as refused:
            bert.get(f"/api/contests/{contest}")
        assert refused.value.code == "contest.unknown"


class TestTheHouse:
    """`king` plays every deal from your seat, too."""

    def test_your_game_is_compared_with_those_of_the_house(self, key: str, server: RunningServer, meet: Meet) -> None:
        anna = meet(server, "Anna")
        own = play_to_the_end(anna, sit_down(anna, key))
        ply = next(at for at, action in enumerate(own) if action.startswith("stall"))
        other = [*own[:ply], "something else"]
        fill_in_house_games(server, key, [(other, Result(1.0, 4.0))] * 20 + [(own, Result(0.0, -4.0))] * 4)
        results = anna.get(f"/api/contests/{key}/deals/0")
        assert results["house"]["done"] == results["house"]["total"] == 24
        assert results["parting"] == {
            "ply": ply,
            "yours": own[ply],
            "house": [
                {"action": "something else", "count": 20, "share": 1.0, "lead": 4.0},
                {"action": own[ply], "count": 4, "share": 0.0, "lead": -4.0},
            ],
        }

    @pytest.mark.usefixtures("hasty_king")
    def test_the_house_plays_as_often_as_it_is_told_and_never_twice(self, tmp_path: Path) -> None:
        with RunningServer(tmp_path, house_games=2, change=HASTILY) as server:
            anna = Visitor(server.url, "Anna")
            contest = key_of("reeperbahn")
            anna.command(sit_down(anna, contest), "resign")
            path = f"/api/contests/{contest}/deals/0"
            server.wait(lambda: anna.get(path)["house"]["done"] == 2, "play")
            house = anna.get(path)["house"]
            expected = Contest.daily(estaminet.game("reeperbahn"), datetime.now(UTC).date())
            games = [[*expected.play_house(number)][-1] for number in (0, 1)]
            results = [Result.of(game, expected.seat) for game in games]
            assert house["results"] == [{"share": each.share, "lead": each.lead} for each in results]
            assert house["total"] == 2
            anna.close()


def test_a_deal_goes_on_after_a_restart_with_the_same_answers(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        anna = Visitor(server.url, "Anna")
        table = sit_down(anna, key_of("reeperbahn"))
        line = anna.sit_live(table)
        line.next_update()
        while not line.update["view"]["legal"]:
            line.next_update()
        line.ask("move", number=line.update["number"], action=line.update["view"]["legal"][0])
        cookies = anna.http.cookies
        anna.close()
    with RunningServer(tmp_path) as server:
        again = Visitor(server.url)
        again.http.cookies = cookies
        actions = play_to_the_end(again, table)
        contest = Contest.daily(estaminet.game("reeperbahn"), datetime.now(UTC).date())
        position = contest.start()
        contest.answer(position)
        while not position.is_over:
            position.play(actions[len(position.history)])
            contest.answer(position)
        assert position.actions == actions
        again.close()
