"""A house on one's own device: it answers as a server does, keeps everything, and says what only a server can do."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final

import pytest

import estaminet
from estaminet.contests import Contest
from estaminet.engine.errors import BrokenGame
from estaminet.engine.game import Game
from estaminet.server.rules.events import EventKind
from tests.device.memory import Memory, Page

ALONE: Final = [{"kind": "me"}, {"kind": "house", "level": "guest"}]
TOGETHER: Final = [{"kind": "me"}, {"kind": "local", "name": "Emil"}]

pytestmark = pytest.mark.compiled


class Player:
    """A person at a page."""

    def __init__(self, memory: Memory | None = None) -> None:
        self.page = Page(memory)
        self.device = self.page.device

    async def ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401  # whatever is answered
        """The answer; a refusal by its code."""
        text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        status, answer = await self.device.answer(method, path, text)
        found = json.loads(answer)
        return found if status == 200 else found["code"]

    async def read_lines(self, path: str) -> list[Any]:
        """A file of JSON Lines."""
        status, answer = await self.device.answer("GET", path)
        assert status == 200, answer
        return [json.loads(line) for line in answer.splitlines()]

    async def sit_down(self, seats: Sequence[Mapping[str, str]], game: str = "poule", **plan: object) -> str:
        """A table at which a game has begun."""
        await self.ask("POST", "/api/me", {"name": "Anna"})
        table: str = (await self.ask("POST", "/api/tables", {"game": game, "seats": seats, **plan}))["id"]
        for message in ({"type": "sit", "salt": ""}, {"type": "start"}):
            await self.command(table, message)
        return table

    async def command(self, table: str, message: Mapping[str, object]) -> Any:  # noqa: ANN401  # whatever is answered
        return await self.ask("POST", f"/api/tables/{table}/commands", message)

    async def look(self, table: str) -> Any:  # noqa: ANN401  # whatever is answered
        return await self.ask("GET", f"/api/tables/{table}")

    async def move(self, table: str, at: int = 0) -> Any:  # noqa: ANN401  # whatever is answered
        """Take one of the legal actions, when it is one's turn."""
        update = await self.wait(table)
        action = (await self.find_legal(table))[at]
        return await self.command(table, {"type": "move", "number": update["number"], "action": action})

    async def find_legal(self, table: str) -> list[str]:
        """The mover's legal actions; of several seats on a device none is shown until requested."""
        play = (await self.device._house.session(table)).state.play
        return play.position.legal() if play else []

    async def wait(self, table: str) -> Any:  # noqa: ANN401  # whatever is answered
        """State of the table after the house's moves."""
        while True:
            update = await self.look(table)
            mover = update["view"]["to_move"]
            if mover is None or mover in update["you"]["seats"]:
                return update
            await asyncio.sleep(0)

    async def play(self, table: str) -> Any:  # noqa: ANN401  # whatever is answered
        """Play to the end."""
        while (await self.wait(table))["table"]["status"] != "over":
            await self.move(table, -1)
        return await self.look(table)


def run(what: Callable[[Player], Awaitable[None]]) -> None:
    async def go() -> None:
        await what(Player())

    asyncio.run(go())


@pytest.mark.parametrize(("game", "players"), [("poule", 2), ("reeperbahn", 2), ("nuit", 3)])
def test_a_whole_game_is_played_kept_and_looked_at_again(game: str, players: int) -> None:
    async def go(anna: Player) -> None:
        table = await anna.sit_down([{"kind": "me"}, *ALONE[1:] * (players - 1)], game)
        end = await anna.play(table)
        assert end["table"]["outcome"]["reason"] == "finished"
        record = await anna.ask("GET", f"/api/tables/{table}/record")
        assert record["scores"] == end["view"]["scores"]
        verdict = await anna.ask("POST", "/api/verify", record)
        assert verdict["is_finished"]
        assert verdict["commitment"] == end["table"]["commitment"]
        replay = await anna.ask("POST", "/api/replay?seat=0", record)
        assert replay["frames"][-1]["view"]["board"] == end["view"]["board"]
        again = await anna.ask("POST", f"/api/tables/{table}/rematch")
        assert again == await anna.ask("POST", f"/api/tables/{table}/rematch")
        (played,) = (await anna.ask("GET", "/api/me/play"))["games"]
        assert (played["table"], played["players"]) == (table, players)

    run(go)


def test_a_page_that_is_opened_again_goes_on_where_it_was() -> None:
    async def go(anna: Player) -> None:
        table = await anna.sit_down(ALONE)
        for _ in range(5):
            await anna.move(table)
        before = await anna.wait(table)
        again = Player(anna.page.memory)
        after = await again.look(table)
        assert after == before
        assert [each["id"] for each in (await again.ask("GET", "/api/welcome"))["mine"]] == [table]
        await again.move(table)
        assert (await again.look(table))["number"] > before["number"]

    run(go)


def test_a_line_tells_what_happens_and_answers_what_it_hears() -> None:
    async def go(anna: Player) -> None:
        table = await anna.sit_down(TOGETHER)
        await anna.device.open_line(7, f"/api/tables/{table}/live?since=0&changes=true")
        await asyncio.sleep(0)
        update = json.loads(anna.page.told[-1][1])
        seat = update["view"]["to_move"]
        assert update["you"]["seats"] == [0, 1]
        action = (await anna.find_legal(table))[0]
        await anna.device.hear(7, json.dumps({"type": "watch_seat", "seat": seat, "id": "1"}))
        await anna.device.hear(7, json.dumps({"type": "move", "number": update["number"], "action": action, "id": "2"}))
        await anna.device.hear(7, json.dumps({"type": "move", "number": 1, "action": "dance", "id": "3"}))
        await asyncio.sleep(0)
        told = [json.loads(text) for line, text in anna.page.told if line == 7]
        answered = [answer for each in told for answer in each.get("answers", ())]
        assert answered == ["1", "2"]
        assert [(each["id"], each["code"]) for each in told if each["type"] == "refusal"] == [("3", "move.stale")]
        anna.device.close_line(7)
        heard = len(anna.page.told)
        await anna.move(table)
        assert len(anna.page.told) == heard

    run(go)


def test_what_only_a_server_can_do_is_refused_in_a_sentence() -> None:
    async def go(anna: Player) -> None:
        for seats, more in (
            ([{"kind": "me"}, {"kind": "open"}], {}),
            (ALONE, {"is_public": True}),
            (ALONE, {"has_screen": True}),
        ):
            assert await anna.ask("POST", "/api/tables", {"game": "poule", "seats": seats, **more}) == "device.alone"
        assert await anna.ask("GET", "/api/me/devices") == "device.alone"
        assert await anna.ask("GET", "/api/me/tables") == []

    run(go)


@pytest.mark.parametrize("body", ["", "[]", "{", '{"game": "poule"}', '{"game": "poule", "seats": [], "x": 1}'])
def test_a_plan_that_is_none_is_refused(body: str) -> None:
    async def go(anna: Player) -> None:
        assert await anna.ask("POST", "/api/tables", body) == "message.invalid"

    run(go)


def test_a_device_without_room_leaves_the_game_as_it_was() -> None:
    async def go(anna: Player) -> None:
        table = await anna.sit_down(TOGETHER)
        before = await anna.wait(table)
        anna.page.memory.is_full = True
        assert await anna.move(table) == "store.full"
        anna.page.memory.is_full = False
        assert await anna.look(table) == before
        assert (await anna.move(table))["number"] == before["number"] + 1

    run(go)


def test_two_pages_of_one_browser_never_both_move() -> None:
    async def go(anna: Player) -> None:
        table = await anna.sit_down(TOGETHER)
        other = Player(anna.page.memory)
        seen = await other.look(table)
        await anna.move(table)
        move = {"type": "move", "number": seen["number"], "action": (await other.find_legal(table))[1]}
        assert await other.command(table, move) == "move.stale"
        assert (await other.look(table))["number"] == (await anna.look(table))["number"]
        await other.move(table)
        await anna.device.refresh(table)
        assert await anna.look(table) == await other.look(table)

    run(go)


def test_house_players_move_in_one_page_only() -> None:
    async def go(anna: Player) -> None:
        table = await anna.sit_down([{"kind": "me"}, {"kind": "house", "level": "guest"}])
        while True:
            update = await anna.wait(table)
            other = Player(anna.page.memory)
            other.device.set_home(False)
            anna.device.set_home(False)
            after = await other.move(table)
            if after["view"]["to_move"] == 1:
                break
            anna.device.set_home(True)
            await anna.device.refresh(table)
        for _ in range(20):
            await asyncio.sleep(0)
        assert (await other.look(table))["number"] == after["number"] > update["number"]
        other.device.set_home(True)
        assert (await other.wait(table))["number"] > after["number"]

    run(go)


def test_a_hint_is_given_against_the_house_and_not_against_a_friend() -> None:
    async def go(anna: Player) -> None:
        table = await anna.sit_down(ALONE, "reeperbahn")
        await anna.wait(table)
        hint = await anna.ask("POST", f"/api/tables/{table}/advice")
        assert hint["turns"]
        assert "reeperbahn-2" in anna.page.kit.asked
        table = await anna.sit_down(TOGETHER)
        assert await anna.ask("POST", f"/api/tables/{table}/advice") == "advice.refused"

    run(go)


def test_a_review_is_made_while_a_game_goes_on_and_kept() -> None:
    async def go(anna: Player) -> None:
        table = await anna.sit_down([*ALONE], "reeperbahn")
        for _ in range(6):
            await anna.move(table)
        await anna.command(table, {"type": "resign"})
        progress = await anna.ask("POST", f"/api/tables/{table}/review")
        other = await anna.sit_down(TOGETHER)
        looks = 0
        while not progress["is_done"]:
            looks += 1
            await asyncio.sleep(0)
            await anna.look(other)
            progress = await anna.ask("GET", f"/api/reviews/{progress['key']}")
        assert looks > progress["total"] / 2
        again = Player(anna.page.memory)
        assert (await again.ask("GET", f"/api/reviews/{progress['key']}"))["review"] == progress["review"]
        assert (await again.ask("GET", "/api/me/play"))["games"][0]["review"]
        assert "chances" not in await again.ask("GET", "/api/reviews/" + "0" * 64)

    run(go)


def test_a_lesson_is_played_on() -> None:
    async def go(anna: Player) -> None:
        await anna.ask("POST", "/api/me", {"name": "Anna"})
        table = (await anna.ask("POST", "/api/tables/lessons/poule"))["id"]
        lesson = await anna.ask("GET", "/api/games/poule/lesson")
        assert (await anna.look(table))["view"]["ply"] == len(lesson["frames"]) - 1

    run(go)


def test_a_puzzle_is_answered() -> None:
    async def go(anna: Player) -> None:
        puzzles = await anna.ask("GET", "/api/puzzles/reeperbahn")
        path = f"/api/puzzles/reeperbahn/{puzzles[0]['id']}"
        legal = (await anna.ask("GET", path))["view"]["legal"]
        rating = {"mu": 25.0, "sigma": 2.0}
        answer = await anna.ask("POST", path, {"action": legal[0], "rating": rating})
        assert answer["best"]
        assert answer["rating"]["mu"] != rating["mu"]
        assert await anna.ask("GET", "/api/puzzles/reeperbahn/0123456789") == "puzzle.unknown"

    run(go)


def test_a_new_name_is_known_at_the_tables_and_a_deleted_table_is_gone() -> None:
    async def go(anna: Player) -> None:
        table = await anna.sit_down(TOGETHER)
        await anna.ask("POST", "/api/me", {"name": "Anne"})
        assert [seat["name"] for seat in (await anna.look(table))["table"]["seats"]] == ["Anne", "Emil"]
        events = await anna.ask("GET", f"/api/tables/{table}/events?before=100")
        assert events[-1]["kind"] == EventKind.RENAMED
        assert await anna.ask("DELETE", f"/api/tables/{table}") is None
        assert await anna.look(table) == "table.unknown"
        assert await anna.ask("GET", "/api/me/tables") == []

    run(go)


def test_all_finished_games_are_told_page_by_page_and_written_into_one_file() -> None:
    async def go(anna: Player) -> None:
        tables = []
        for seats in (ALONE, ALONE, TOGETHER):
            tables.append(await anna.sit_down(seats, "reeperbahn"))
            await anna.command(tables[-1], {"type": "resign", "seat": 0})
        await anna.sit_down(ALONE)
        branch = (await anna.ask("POST", "/api/branches", {"table": tables[0], "at": 0}))["id"]
        # the seat that begins is drawn: the branch is for whoever is to move there
        seat = (await anna.look(branch))["you"]["seats"][0]
        await anna.command(branch, {"type": "resign", "seat": seat})
        assert (await anna.look(branch))["table"]["status"] == "over"
        first = await anna.ask("GET", "/api/me/play?limit=2")
        assert (first["total"], first["looked_at"]) == (3, 2)
        rest = await anna.ask("GET", f"/api/me/play?limit=2&before={first['next']}")
        assert (rest["next"], rest["looked_at"]) == (None, 1)
        told = {game["table"]: game for page in (first, rest) for game in page["games"]}
        assert told.keys() == set(tables[:2]), "two seats against each other are no game of one's own"
        game = told[tables[0]]
        assert (game["reason"], game["share"]) == ("resigned", 0.0)
        assert game["opponents"] == [{"name": "", "level": "guest", "author": None}]
        again = Player(anna.page.memory)  # nothing of them is in memory any more
        lines = await again.read_lines("/api/me/records?limit=2")
        assert len(lines) == 2
        lines += await again.read_lines(f"/api/me/records?limit=2&before={lines[-1]['ended']}.{lines[-1]['table']}")
        assert {line["table"] for line in lines} == set(tables)
        assert {line["table"]: line["yours"] for line in lines}[tables[2]] == [0, 1]
        assert await again.ask("POST", "/api/verify", lines[0])
        assert again.device._house._sessions == {}
        assert await again.ask("GET", "/api/me/play?before=x") == "message.invalid"

    run(go)


@pytest.mark.parametrize(
    "message",
    [{"type": "look_together"}, {"type": "look_at", "ply": 1}, {"type": "point_at", "target": "stack"}],
)
def test_nobody_looks_at_a_game_with_others_here(message: Mapping[str, object]) -> None:
    async def go(anna: Player) -> None:
        table = await anna.sit_down(ALONE)
        assert await anna.command(table, message) == "message.invalid"
        await anna.device.open_line(1, f"/api/tables/{table}/live")
        await anna.device.hear(1, json.dumps(message))
        refusals = [json.loads(text) for _, text in anna.page.told if json.loads(text)["type"] == "refusal"]
        assert [each["code"] for each in refusals] == ["device.alone"]

    run(go)


# What if


def test_a_game_that_is_over_goes_another_way() -> None:
    async def go(anna: Player) -> None:
        table = await anna.sit_down(ALONE, options={"rounds": 1})
        assert await anna.ask("POST", "/api/branches", {"table": table, "at": 0}) == "table.unfinished"
        await anna.play(table)
        first = (await anna.ask("POST", "/api/branches", {"table": table, "at": 8}))["id"]
        update = await anna.wait(first)
        assert update["table"]["opening"]["source"] == table
        assert update["view"]["ply"] == 8
        assert await anna.ask("POST", "/api/branches", {"table": first, "at": 1}) == "table.unfinished"
        await anna.command(first, {"type": "name_branch", "name": "the bold way"})
        await anna.move(first)
        await anna.play(first)
        second = (await anna.ask("POST", "/api/branches", {"table": first, "at": 12, "worlds": "imagined"}))["id"]
        tree = await anna.ask("GET", f"/api/branches?source={second}")
        assert [(each["id"], each["source"], each["title"], each["worlds"]) for each in tree] == [
            (first, table, "the bold way", "real"), (second, first, "", "imagined")
        ]  # fmt: skip
        assert [each["id"] for each in await anna.ask("GET", "/api/me/tables")] == [table]
        assert (await anna.ask("GET", "/api/welcome"))["mine"] == []
        await anna.play(second)
        record = await anna.ask("GET", f"/api/tables/{table}/record?variations=true")
        found = estaminet.read_record(json.dumps(record))
        found.replay()
        assert (found.variations[0].name, len(found.variations[0].variations)) == ("the bold way", 1)
        assert (await anna.ask("POST", "/api/verify", record))["is_finished"]
        other = (await anna.ask("POST", "/api/branches", {"record": record, "at": 3}))["id"]
        fingerprint = (await anna.ask("POST", "/api/replay", record))["fingerprint"]
        assert [each["id"] for each in await anna.ask("GET", f"/api/branches?source={fingerprint}")] == [other]
        assert await anna.ask("DELETE", f"/api/branches/{table}") == "branch.foreign"
        await anna.ask("DELETE", f"/api/branches/{first}")
        assert [each["id"] for each in await anna.ask("GET", "/api/branches")] == [other]

    run(go)


def test_the_deal_of_the_day_is_that_of_every_house_and_is_played_once() -> None:
    async def go(anna: Player) -> None:
        day = await anna.ask("GET", "/api/daily")
        key = f"daily-{day['date']}-reeperbahn"
        assert key in [each["id"] for each in day["contests"]]
        table = (await anna.ask("POST", f"/api/contests/{key}/deals/0/table"))["id"]
        assert (await anna.ask("POST", f"/api/contests/{key}/deals/0/table"))["id"] == table
        assert await anna.ask("POST", f"/api/tables/{table}/advice") == "advice.refused"
        assert await anna.ask("GET", f"/api/contests/{key}/deals/0") == "contest.unfinished"
        await anna.play(table)
        contest = Contest.daily(estaminet.game("reeperbahn"), date.fromisoformat(day["date"]))
        record = await anna.ask("GET", f"/api/tables/{table}/record")
        position = contest.start()
        contest.answer(position)
        while not position.is_over:
            position.play(record["actions"][len(position.history)])
            contest.answer(position)
        assert position.actions == record["actions"]
        again = (await anna.ask("POST", f"/api/contests/{key}/deals/0/table"))["id"]
        assert (await anna.look(again))["table"]["is_practice"]
        results = await anna.ask("GET", f"/api/contests/{key}/deals/0")
        assert [(each["is_you"], each["table"]) for each in results["entries"]] == [(True, table)]

    run(go)


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"at": 1}, "message.invalid"),
        ({"at": -1, "record": {}}, "message.invalid"),
        ({"at": 1, "record": {}}, "record.invalid"),
    ],
)
def test_what_is_no_branch_is_refused(plan: object, code: str) -> None:
    async def go(anna: Player) -> None:
        assert await anna.ask("POST", "/api/branches", plan) == code

    run(go)


@pytest.mark.usefixtures("hasty_king")
def test_the_house_plays_the_deal_of_the_day_beside_you_and_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("estaminet.device.house.PAUSE", 0)

    async def go(anna: Player) -> None:
        key = f"daily-{(await anna.ask('GET', '/api/daily'))['date']}-reeperbahn"
        table = (await anna.ask("POST", f"/api/contests/{key}/deals/0/table"))["id"]
        await anna.command(table, {"type": "resign"})
        results = await anna.ask("GET", f"/api/contests/{key}/deals/0")
        while results["house"]["done"] < 2:
            await asyncio.sleep(0)
            results = await anna.ask("GET", f"/api/contests/{key}/deals/0")
        assert results["house"]["total"] == 24
        later = Player(anna.page.memory)
        kept = await later.ask("GET", f"/api/contests/{key}/deals/0")
        assert kept["house"]["results"][:2] == results["house"]["results"][:2]

    run(go)


def test_a_game_that_does_not_work_takes_no_deal_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go(anna: Player) -> None:
        registry = anna.device._house.registry
        names, find = registry.names(), registry.find

        def find_some(name: str) -> Game:
            if name == names[0]:
                raise BrokenGame("This game does not compile.")
            return find(name)

        monkeypatch.setattr(registry, "find", find_some)
        assert [each["game"] for each in (await anna.ask("GET", "/api/daily"))["contests"]] == names[1:]

    run(go)


def test_a_challenge_needs_a_server() -> None:
    async def go(anna: Player) -> None:
        assert await anna.ask("POST", "/api/contests", {"game": "poule", "players": 2}) == "device.alone"
        assert await anna.ask("GET", "/api/contests/abcdefgh") == "contest.unknown"
        assert await anna.ask("POST", "/api/contests/daily-2026-11-01-poule/deals/one/table") == "contest.unknown"

    run(go)
