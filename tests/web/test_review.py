"""A finished game is looked back on: what everybody could expect, where the result came from, and another try."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import TOUCHABLE
from tests.web.reviews import answer_with, invent_account, invent_review
from tests.web.scenes import Scene, play_at_a_table

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
LOOKING_BACK = 240_000
"""Milliseconds that a review may take on a busy machine."""
PLY = 12
POINT = {"ply": PLY, "seat": 0, "before": 0.56, "after": 0.21, "cause": "draw"}


@pytest.fixture(scope="module")
def scene(house: RunningServer) -> Iterator[Scene]:
    """A finished game between two people who know nothing."""
    with play_at_a_table(house, "reeperbahn", 10_000) as scene:
        yield scene


def open_review(
    scene: Scene, visit: Open, person: Visitor | None = None, *, is_explained: bool = True, language: str = "en"
) -> Page:
    """One that is made up, with all that is in it; as a spectator if nobody is named."""
    house = scene.people[0].url
    page = visit(f"{house}/rules", person=person, language=language)
    record = scene.people[0].get(f"/api/tables/{scene.table}/record")
    answer_with(page, invent_review(record, is_explained=is_explained))
    page.goto(f"{house}/review/{scene.table}")
    expect(page.get_by_role("slider")).to_be_visible()
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


def test_the_chances_of_one_point_of_view_add_up_wherever_the_cursor_is(scene: Scene, visit: Open) -> None:
    page = open_review(scene, visit, scene.people[0])
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        text = page.get_by_role("slider").get_attribute("aria-valuetext") or ""
        assert sum(map(int, re.findall(r"(\d+)%", text))) == 100, text


def test_the_point_of_view_is_changed_with_the_keyboard(scene: Scene, visit: Open) -> None:
    page = open_review(scene, visit, scene.people[0])
    own, everything = page.get_by_role("radio", name="What you knew"), page.get_by_role("radio", name="All cards open")
    expect(own).to_be_checked()
    before = page.get_by_role("slider").get_attribute("aria-valuetext") or ""
    expect(page.locator(".turned")).to_contain_text("Turning point, the luck of the draw:")
    own.focus()
    page.keyboard.press("ArrowRight")
    expect(everything).to_be_checked()
    expect(page.get_by_role("slider")).not_to_have_attribute("aria-valuetext", before)
    expect(page.locator(".turned")).to_contain_text("Turning point, a decision:")


def test_who_only_watched_sees_what_everybody_knew(scene: Scene, visit: Open) -> None:
    page = open_review(scene, visit)
    expect(page.get_by_role("radio", name="What everybody knew")).to_be_checked()


def test_a_mistake_is_told_in_a_sentence(scene: Scene, visit: Open) -> None:
    page = open_review(scene, visit, scene.people[0])
    for text in page.locator("[data-decision]").all():
        expect(text).to_have_text(
            re.compile(r"^\s*(Grave mistake\. )?Turn \d+: (Anna|Bert) [^;]+; better: .+ \(−23.points\)$")
        )


def test_the_account_adds_up_before_ones_eyes(scene: Scene, visit: Open) -> None:
    page = open_review(scene, visit, scene.people[1])
    expect(page.get_by_role("button", name="Bert", exact=True)).to_have_attribute("aria-pressed", "true")
    account = page.get_by_role("region", name="Where the result came from")
    *terms, total = account.locator("td:not(.place)").all_inner_texts()
    assert len(terms) == 7
    assert sum(map(read_points, terms)) == pytest.approx(read_points(total), abs=0.36)
    assert abs(read_points(total)) == 50


def test_what_cannot_be_explained_has_no_account_but_its_lucky_draws(scene: Scene, visit: Open) -> None:
    page = open_review(scene, visit, scene.people[0], is_explained=False)
    account = page.get_by_role("region", name="Where the result came from")
    expect(account).to_contain_text("too close to call")
    expect(account.locator("table, button, dl")).to_have_count(0)
    draws = page.get_by_role("region", name="Lucky draws").get_by_role("button")
    expect(draws).to_have_text(
        [re.compile(r"\+31 points for (Anna|Bert)$"), re.compile(r"\+12 points for (Anna|Bert)$")]
    )
    draws.first.click()
    expect(draws.first).to_have_attribute("aria-current", "true")


def test_a_mistake_can_be_tried_again(scene: Scene, visit: Open) -> None:
    page = open_review(scene, visit, scene.people[0])
    page.locator("[data-decision]").first.click()
    study = page.locator(".study")
    expect(study).to_contain_text("It cost 23 of 56 percentage points")
    expect(study).to_contain_text("Played:")
    expect(study).to_contain_text("Better:")
    page.get_by_role("button", name="Likely continuation").click()
    expect(study).to_contain_text("Likely continuation, 1 of 10")
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Try again").click()
    verdict, rng = study.locator("strong.good, strong.bad"), random.Random(3)
    page.locator(TOUCHABLE).first.wait_for()
    while not verdict.count():
        choices = page.locator(f"{TOUCHABLE}, .study [data-action]")
        choices.nth(rng.randrange(choices.count())).dispatch_event("click")
    expect(verdict).to_have_text(re.compile("as strong as the best|costs 23 percentage points"))
    expect(study).to_contain_text("Played:")
    page.get_by_role("button", name="Show the best").click()
    expect(study).to_contain_text("Better:")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".position")).to_be_visible()


def test_the_end_tells_where_it_turned_as_the_review_does(scene: Scene, visit: Open) -> None:
    anna = scene.people[0]
    page = visit(f"{anna.url}/rules", person=anna)
    page.route("**/turning-point", lambda route: route.fulfill(json=POINT))
    page.goto(f"{anna.url}{scene.path}")
    turned = page.get_by_role("link", name="Turning point, the luck of the draw:")
    expect(turned).to_have_text(re.compile(r": (Anna|Bert) .+\. Your chances fell from 56% to 21%\.$"))
    answer_with(page, invent_review(anna.get(f"/api/tables/{scene.table}/record")))
    turned.click()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", str(PLY + 1))


def test_a_game_that_was_given_up_has_a_review(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "reeperbahn", 40) as scene:
        scene.people[1].command(scene.table, "resign")
        page = visit(house.url + scene.path, person=scene.people[0])
        answer_with(page, invent_review(scene.people[0].get(f"/api/tables/{scene.table}/record")))
        page.get_by_role("link", name="Review", exact=True).click()
        expect(page.locator(".more")).to_contain_text(re.compile(r"Given up, or lost on time, after action \d+\."))


def test_my_play_counts_what_was_looked_back_on(scene: Scene, visit: Open) -> None:
    anna = scene.people[0]
    page = visit(f"{anna.url}/review/{scene.table}", person=anna)
    expect(page.get_by_role("slider")).to_be_visible(timeout=LOOKING_BACK)
    expect(page.locator("progress")).to_have_count(0, timeout=LOOKING_BACK)
    page.goto(f"{anna.url}/mine")
    page.get_by_role("link", name="My statistics").click()
    expect(page.get_by_role("heading", name="Where the result of one game came from")).to_be_visible()
    (played,) = anna.get("/api/me/play")["games"]
    row = page.get_by_role("row", name="Auf der Reeperbahn").get_by_role("cell").all_inner_texts()
    won = played["share"] == 1
    assert row[:6] == ["1", *("10" if won else "00"), "0" if won else "1", "100%" if won else "0%", "1"]


def test_my_play_leaves_out_practice_and_has_errors_for_its_means(house: RunningServer, visit: Open) -> None:
    def game(number: int, share: float, *, is_explained: bool = True, **more: object) -> dict[str, object]:
        account = invent_account(0, share, 2, is_explained=is_explained)
        review = {"account": account, "decisions": 20, "loss": 0.01, "mistakes": [], "find": None}
        plain = {"players": 2, "seat": 0, "touched": 1_763_400_000_000, "is_practice": False, "hinted": 0}
        others = {"reason": "finished", "score": share, "best_other": 1 - share, "can_review": False}
        opponents = [{"name": "", "level": "host", "author": None}]
        told = {"table": f"t{number}", "game": "reeperbahn", "share": share, "review": review, "opponents": opponents}
        return {**told, **plain, **others, **more}

    games = [
        game(1, 1.0),
        game(2, 0.0),
        game(3, 1.0, is_practice=True, review=None),
        game(4, 1.0, hinted=9, review=None),
    ]
    with play_at_a_table(house, "reeperbahn", 2) as scene:
        page = visit(f"{house.url}/rules", person=scene.people[0])
        answer = {"games": games, "next": None, "looked_at": 4, "total": 4}
        page.route("**/api/me/play", lambda route: route.fulfill(json=answer))
        page.goto(f"{house.url}/mine/play")
        row = page.get_by_role("row", name="Auf der Reeperbahn").get_by_role("cell")
        expect(row).to_have_text(["3", "2", "0", "1", "67%", "2", "95.5%", "+21.8"])
        expect(page.get_by_role("row", name="Result versus an even share")).to_contain_text("0.0 ± 50.0")
        listed = page.get_by_role("region", name="Games").get_by_role("listitem")
        expect(listed).to_have_count(4)
        expect(listed.nth(2)).to_contain_text("practice: left out")
        expect(listed.nth(3)).to_contain_text("9 decisions with a hint")
        games[:] = [game(1, 0.0, is_explained=False)]
        answer |= {"looked_at": 1, "total": 1}
        page.reload()
        expect(page.get_by_text("Too much of it was too close to call")).to_be_visible()


def test_the_file_of_an_unfinished_game_gets_a_sentence(house: RunningServer, visit: Open, tmp_path: Path) -> None:
    with play_at_a_table(house, "reeperbahn", 3) as scene:
        scene.people[0].command(scene.table, "resign")
        record = scene.people[0].get(f"/api/tables/{scene.table}/record")
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    page = visit(f"{house.url}/review", may_fail=True)
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("played to its end")
