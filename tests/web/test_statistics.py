"""“My statistics” in a browser: what it counts, how it is told apart, and what can be taken along."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.test_accessibility import violations

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
LAPTOP, PHONE = (1366, 650), (390, 664)


@pytest.fixture
def anna(house: RunningServer) -> Iterator[Visitor]:
    """Anna has given up one game against the house, and won two against somebody with a formula for a name."""
    anna, bert = Visitor(house.url, "Anna"), Visitor(house.url, "=1+1")
    for game, other, who in (("reeperbahn", "host", anna), ("reeperbahn", "open", bert), ("poule", "open", bert)):
        table = anna.set_up(game, ["me", other])
        anna.command(table["id"], "sit")
        if other == "open":
            bert.command(table["id"], "sit", invitation=table["invitation"])
        anna.command(table["id"], "start")
        who.command(table["id"], "resign")
    yield anna
    anna.close()
    bert.close()


def cells(page: Page, row: str) -> list[str]:
    return page.get_by_role("row", name=row, exact=False).get_by_role("cell").all_inner_texts()


def test_results_are_told_apart_by_game_players_level_and_friend(
    house: RunningServer, visit: Open, anna: Visitor
) -> None:
    page = visit(f"{house.url}/mine/play", size=LAPTOP, person=anna)
    expect(page.get_by_role("row", name="Auf der Reeperbahn")).to_be_visible()
    assert cells(page, "Auf der Reeperbahn")[:5] == ["2", "1", "0", "1", "50%"]
    assert cells(page, "All")[:5] == ["3", "2", "0", "1", "67%"]
    assert violations(page) == []
    page.get_by_text("By players").click()
    assert cells(page, "2 players")[:4] == ["3", "2", "0", "1"]
    page.get_by_text("By level").click()
    assert cells(page, "Host")[:4] == ["1", "0", "0", "1"]
    assert cells(page, "with people")[:4] == ["2", "2", "0", "0"]
    page.get_by_text("By friend").click()
    assert cells(page, "=1+1")[:4] == ["2", "2", "0", "0"]
    page.get_by_label("Against").select_option("house")
    expect(page.get_by_text("None of these games was against people.")).to_be_visible()
    page.locator(".filters select").first.select_option("poule")
    expect(page.get_by_text("No games like that.").first).to_be_visible()
    expect(page.get_by_text("None of these games has a review yet").first).to_be_visible()
    assert page.get_by_role("definition").all_inner_texts() == ["1 day", "1 day"]


def test_a_table_for_a_spreadsheet_and_all_records_can_be_taken_along(
    house: RunningServer, visit: Open, anna: Visitor
) -> None:
    page = visit(f"{house.url}/mine/play", size=PHONE, person=anna)
    page.get_by_label("Against").select_option("people")
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV, 2").click()
    text = Path(download.value.path()).read_bytes().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["game"] for row in rows] == ["reeperbahn", "poule"]
    assert {row["opponents"] for row in rows} == {"'=1+1"}, "no spreadsheet takes it for a formula"
    assert rows[0]["result"] == "won"
    assert rows[0]["address"].startswith(f"{house.url}/t/")
    with page.expect_download() as download:
        page.get_by_role("button", name="All records").click()
    lines = Path(download.value.path()).read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert [record["game"] for record in records] == ["poule", "reeperbahn", "reeperbahn"]
    assert {tuple(record["yours"]) for record in records} == {(0,)}
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_several_pages_are_read_with_a_word_on_how_far_it_is(house: RunningServer, visit: Open, anna: Visitor) -> None:
    page = visit(f"{house.url}/rules", person=anna)
    whole = anna.get("/api/me/play")
    first = {**whole, "games": whole["games"][:1], "looked_at": 1, "next": "9.x"}
    rest = {**whole, "games": whole["games"][1:], "looked_at": 2}
    page.route("**/api/me/play", lambda route: route.fulfill(json=first))
    held: list[Route] = []
    page.route(re.compile(r"/api/me/play\?before=9\.x$"), lambda route: held.append(route))
    page.goto(f"{house.url}/mine/play")
    expect(page.get_by_role("status")).to_contain_text("Reading your games: 1 of 3")
    expect(page.get_by_role("button", name="All records")).to_have_count(0)
    held[0].fulfill(json=rest)
    expect(page.get_by_role("status")).to_have_count(0)
    expect(page.get_by_role("region", name="Games").get_by_role("listitem")).to_have_count(3)
