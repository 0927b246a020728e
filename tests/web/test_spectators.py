"""Watching: a third person finds the game of two others on the first page, and sees what anybody may see."""

import json
import random

import pytest
from playwright.sync_api import expect

from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.scenes import play_at_a_table, wait_at_a_table

pytestmark = pytest.mark.compiled


def test_somebody_else_watches_a_public_game_and_sees_no_hand(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "reeperbahn", 4, is_public=True) as scene:
        page = visit("about:blank")
        heard: list[str] = []
        page.on("websocket", lambda line: line.on("framereceived", lambda text: heard.append(str(text))))
        page.goto(house.url)
        link = page.locator(f'#watch a[href="{scene.path}"]')
        expect(link).to_contain_text("Anna, Bert")
        expect(link).to_contain_text("Watch")
        link.click()
        expect(page.locator(".play .wanted")).to_contain_text("Anna")
        assert page.locator('[data-touchable], [data-target^="card:"]').count() == 0
        lines = page.locator('[role="log"] p').count()
        scene.move(random.Random(1))
        expect(page.locator('[role="log"] p')).to_have_count(lines + 1)
        updates = [json.loads(text) for text in heard]
        assert len(updates) > 1
        for update in updates:
            assert update["you"]["invitation"] is None
            assert update["view"]["board"]["hand"] is None
            assert update["view"]["legal"] == []


def test_the_first_page_lists_what_can_be_watched_and_nothing_else(house: RunningServer) -> None:
    with (
        play_at_a_table(house, "poule", 1, is_public=True) as shown,
        play_at_a_table(house, "poule", 1) as private,
        wait_at_a_table(house, "poule", is_public=True) as waiting,
    ):
        nobody = Visitor(house.url)
        watching = nobody.get("/api/welcome")["watching"]
        tables = [table["id"] for table in watching]
        assert shown.table in tables
        assert not {private.table, waiting.table} & set(tables)
        assert {name for table in watching for name in table} == {
            "id", "game", "options", "status", "seats", "turned", "winners", "reason", "scores", "yours", "turn",
            "touched", "opening", "decisions",
        }  # fmt: skip
        assert all(table["yours"] == [] and table["turn"] is None for table in watching)
        assert shown.table not in [table["id"] for table in shown.people[1].get("/api/welcome")["watching"]]
        nobody.close()


def test_the_first_page_lists_a_few_games_the_latest_first(house: RunningServer) -> None:
    nobody = Visitor(house.url)
    for number in range(9):
        anna = Visitor(house.url, f"Anna {number}")
        table = anna.set_up("poule", ["me", "apprentice"], is_public=True)["id"]
        anna.command(table, "sit", salt="s")
        anna.command(table, "start")
        anna.close()
    watching = nobody.get("/api/welcome")["watching"]
    assert [table["seats"][0]["name"] for table in watching] == [f"Anna {number}" for number in range(8, 0, -1)]
    nobody.close()


def test_whoever_does_not_want_to_wait_skips_to_the_latest_move(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "reeperbahn", 0, is_public=True) as scene:
        page = visit(house.url + scene.path, is_still=False)
        lines = page.locator('[role="log"] p')
        expect(page.locator(".play .wanted")).not_to_be_empty()
        before = lines.count()
        for _ in range(5):
            scene.move(random.Random(1))
        page.get_by_role("button", name="Skip ahead").click()
        expect(page.get_by_role("button", name="Skip ahead")).to_be_disabled()
        assert lines.count() == before + 5


def test_whoever_comes_late_is_shown_what_came_before_when_asked_and_the_whole_account(
    house: RunningServer, visit: Open
) -> None:
    """An update carries a hundred events, and this game has more."""
    with play_at_a_table(house, "poule", 112, is_public=True) as scene:
        page = visit(house.url + scene.path)
        lines = page.locator('[role="log"] p')
        earlier = page.get_by_role("button", name="Show earlier moves")
        expect(earlier).to_be_visible()
        last = lines.last.inner_text()
        before = lines.count()
        earlier.click()
        expect(earlier).to_have_count(0)
        assert lines.count() > before
        assert lines.last.inner_text() == last
        while scene.move(random.Random(1)):
            pass
        late = visit(house.url + scene.path)
        account = late.locator("dialog[open] .account table").first.locator("tbody th")
        expect(account).to_have_text(["At the start", "Round 1 of 3", "Round 2 of 3", "Round 3 of 3"])
