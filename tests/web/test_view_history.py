"""A person who looked away sees what the others did and what it cost, and can replay it; moves can wait for a yes."""

import random
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import RunningServer
from tests.web.conftest import PHONE, Open
from tests.web.playing import wait_for_turn
from tests.web.scenes import Scene, play_at_a_table

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
CARD: Final = ".told section[aria-label='Since your turn']"
PIECES: Final = ".board .cell > .piece"
NUMBERS: Final = ".board .order"
GAMES: Final = {"poule": 30, "reeperbahn": 20, "nuit": 70}
"""How many moves into the game others do something that concerns Anna."""


def go_round(scene: Scene) -> None:
    """Anna and then all others have their turns; it is hers again."""
    rng = random.Random(5)

    def to_move() -> int | None:
        mover: int | None = scene.people[0].watch(scene.table)["view"]["to_move"]
        return mover

    while to_move() == 0:
        scene.move(rng)
    while to_move() != 0:
        scene.move(rng)


def settle(page: Page, **settings: object) -> None:
    """As if somebody had settled this before."""
    page.evaluate("settings => localStorage.setItem('estaminet.settings', JSON.stringify(settings))", settings)
    page.reload()
    wait_for_turn(page)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_others_did_is_told_losses_first_and_outlined_also_after_a_reload(
    game: str, house: RunningServer, visit: Open
) -> None:
    with play_at_a_table(house, game, GAMES[game]) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        go_round(scene)
        rows = page.locator(f"{CARD} li button")
        expect(rows).to_have_count(len(scene.people) - 1)
        told = rows.all_inner_texts()
        losses = [row.locator(".loss").count() > 0 for row in rows.all()]
        assert losses == sorted(losses, reverse=True)
        marks = page.locator(".board :is(.order, .mark, .orders circle)")
        outlined = marks.count()
        assert outlined
        page.reload()
        wait_for_turn(page)
        expect(rows).to_have_text(told, use_inner_text=True)
        expect(marks).to_have_count(outlined)


def test_it_is_shown_again_and_nothing_can_be_played_meanwhile(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 22) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=PHONE)
        wait_for_turn(page)
        go_round(scene)
        expect(page.locator(NUMBERS)).to_have_count(2)
        wait_for_turn(page)
        pieces = page.locator(PIECES).count()
        page.locator(".news").click()
        page.get_by_role("button", name="See it again").first.click()
        expect(page.locator(PIECES)).not_to_have_count(pieces)
        assert page.locator("[data-touchable]").count() == 0
        expect(page.locator(PIECES)).to_have_count(pieces)
        wait_for_turn(page)
        page.locator(".news").click()
        page.get_by_role("button", name="See it again").first.click()
        expect(page.locator(PIECES)).not_to_have_count(pieces)
        page.keyboard.press("Escape")
        assert page.locator(PIECES).count() == pieces
        wait_for_turn(page)
        page.locator(CARD).get_by_role("button", name="See it again").first.click()
        expect(page.locator(".news")).to_have_text("Since your turn")
        expect(page.locator(".wanted")).to_be_in_viewport(ratio=1)


def test_step_by_step_every_turn_is_asked_for(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        page.get_by_role("button", name="More").click()
        page.get_by_label("Opponents’ speed").select_option("step by step")
        page.keyboard.press("Escape")
        page.locator(".wanted").click()
        next_turn = page.get_by_role("button", name="Next")
        go_round(scene)
        expect(next_turn).to_be_visible()
        expect(page.locator(NUMBERS)).to_have_count(1)
        page.keyboard.press("Space")
        expect(page.locator(NUMBERS)).to_have_count(2)
        wait_for_turn(page)
        expect(next_turn).to_have_count(0)


def test_the_log_has_a_line_a_turn_that_unfolds(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 60) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        turns = page.locator('[role="log"] .turn')
        expect(turns.last.get_by_role("button")).to_have_attribute("aria-expanded", "true")
        folded = page.locator('[role="log"] .turn:has(p + p + p)').first
        button = folded.get_by_role("button")
        low = folded.bounding_box()
        assert low
        assert folded.locator(".said").evaluate("(node) => node.scrollWidth <= node.clientWidth")  # and still whole
        button.click()
        expect(button).to_have_attribute("aria-expanded", "true")
        high = folded.bounding_box()
        assert high
        assert high["height"] > low["height"]


def test_every_move_waits_for_a_yes_if_one_wants_that(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        settle(page, confirmsMoves=True)
        number, pieces = scene.people[0].watch(scene.table)["number"], page.locator(PIECES).count()
        stall, cell = page.locator('[data-target^="rank:"][data-touchable]').first, page.locator(".cell").nth(8)
        stall.click()
        cell.click()
        yes = page.get_by_role("button", name="Confirm")
        expect(yes).to_be_visible()
        page.keyboard.press("Escape")
        expect(yes).to_have_count(0)
        stall.drag_to(cell)
        expect(yes).to_be_visible()
        assert scene.people[0].watch(scene.table)["number"] == number
        yes.click()
        expect(page.locator(PIECES)).to_have_count(pieces + 1)
        assert scene.people[0].watch(scene.table)["number"] == number + 1


def test_what_somebody_holds_stays_in_hand_while_another_is_renamed(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        page.locator('[data-target^="rank:"][data-touchable]').first.click()
        scene.people[1].post("/api/me", {"name": "Zacharias"})
        expect(page.get_by_text("Zacharias").first).to_be_visible()
        expect(page.locator('[data-target^="rank:"][data-picked]')).to_have_count(1)
