"""A finished game is looked back on: what everybody could expect, where the result came from, and another try."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.people import Visitor
from tests.server.running import RunningServer
from tests.web.conftest import Open
from tests.web.playing import TOUCHABLE
from tests.web.scenes import Scene, play_at_a_table

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
LOOKING_BACK = 240_000
"""Milliseconds that a review may take on a busy machine."""


@pytest.fixture(scope="module")
def scene(house: RunningServer) -> Iterator[Scene]:
    """A finished game between two people who know nothing."""
    with play_at_a_table(house, "reeperbahn", 10_000) as scene:
        yield scene


def open_review(scene: Scene, visit: Open, person: Visitor, path: str = "") -> Page:
    """With all that is in it."""
    page = visit(f"{person.url}/review/{scene.table}{path}", person=person)
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.locator("progress")).to_have_count(0, timeout=LOOKING_BACK)
    return page


def read_points(text: str) -> float:
    return float(text.replace("−", "-"))


def test_the_cursor_of_the_curve_is_the_place_in_the_game(scene: Scene, visit: Open) -> None:
    page = open_review(scene, visit, scene.people[0])
    curve, last = page.get_by_role("slider"), page.locator(".position")
    page.keyboard.press("ArrowRight")
    expect(curve).to_have_attribute("aria-valuenow", "1")
    expect(last).to_contain_text("Action 1 of ")
    curve.focus()
    page.keyboard.press("ArrowUp")
    expect(curve).to_have_attribute("aria-valuetext", re.compile(r"^Action 2 of \d+: Anna \d+%, Bert \d+%$"))
    curve.click(position={"x": 5, "y": 5})
    expect(last).to_contain_text("Action 0 of ")


def test_the_account_adds_up_before_ones_eyes(scene: Scene, visit: Open) -> None:
    page = open_review(scene, visit, scene.people[1])
    expect(page.get_by_role("button", name="Bert", exact=True)).to_have_attribute("aria-pressed", "true")
    account = page.get_by_role("region", name="Where the result came from")
    *terms, total = account.locator("td:not(.place)").all_inner_texts()
    assert sum(map(read_points, terms)) == pytest.approx(read_points(total), abs=0.31)
    assert abs(read_points(total)) == 50


def test_a_mistake_can_be_tried_again(scene: Scene, visit: Open) -> None:
    page = open_review(scene, visit, scene.people[0])
    page.locator("[data-decision]").first.click()
    study = page.locator(".study")
    expect(study).to_contain_text("Played:")
    expect(study).to_contain_text("Better:")
    page.get_by_role("button", name="Likely continuation").click()
    expect(study).to_contain_text("Likely continuation, 1 of")
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Try again").click()
    verdict, rng = study.locator("strong.good, strong.bad"), random.Random(3)
    page.locator(TOUCHABLE).first.wait_for()
    while not verdict.count():
        choices = page.locator(f"{TOUCHABLE}, .study [data-action]")
        choices.nth(rng.randrange(choices.count())).dispatch_event("click")
    expect(verdict).to_have_text(re.compile("as strong as the best|gives away|has not looked"))
    page.get_by_role("button", name="Show the best").click()
    expect(study).to_contain_text("Better:")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".position")).to_be_visible()


def test_the_end_tells_where_it_turned_and_leads_there(scene: Scene, visit: Open) -> None:
    anna = scene.people[0]
    point = anna.get(f"/api/tables/{scene.table}/turning-point")
    page = visit(f"{anna.url}{scene.path}", person=anna)
    turned = page.get_by_role("link", name="Turning point, at first glance:")
    expect(turned).to_have_text(re.compile(r": (Anna|Bert) .+\."))
    turned.click()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", str(point["ply"] + 1))


def test_my_play_counts_what_was_looked_back_on(scene: Scene, visit: Open) -> None:
    anna = scene.people[0]
    open_review(scene, visit, anna)
    page = visit(f"{anna.url}/mine", person=anna)
    page.get_by_role("link", name="My statistics").click()
    expect(page.get_by_role("heading", name="Where the result of one game came from")).to_be_visible()
    (played,) = anna.get("/api/me/play")["games"]
    row = page.get_by_role("row", name="Auf der Reeperbahn").get_by_role("cell").all_inner_texts()
    assert row[:5] == ["1", *("10" if played["share"] else "00"), "1" if played["share"] == 0 else "0", "1"]


def test_the_file_of_an_unfinished_game_gets_a_sentence(house: RunningServer, visit: Open, tmp_path: Path) -> None:
    with play_at_a_table(house, "reeperbahn", 3) as scene:
        scene.people[0].command(scene.table, "resign")
        record = scene.people[0].get(f"/api/tables/{scene.table}/record")
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    page = visit(f"{house.url}/review", may_fail=True)
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("played to its end")
