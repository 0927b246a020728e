"""Puzzles in the browser: a wrong try is refuted, a right one counts, and this device remembers."""

import random

import pytest
from playwright.sync_api import Page, expect

import estaminet
from estaminet.puzzles import Puzzle, load_puzzles
from estaminet.puzzles.answer import find_answer
from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import touch_something
from tests.web.reading import misread

pytestmark = pytest.mark.compiled
GAME = estaminet.game("poule")


def shown_puzzle(page: Page) -> Puzzle:
    """The puzzle on the screen, by what the page asked for."""
    address = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    ids = [name.rpartition("/")[2] for name in address if "/api/puzzles/poule/" in name]
    return load_puzzles(GAME)[ids[-1]]


def attempt(page: Page, action: str) -> None:
    """Point at everything that an action is made of."""
    plain = page.locator(f'[data-action="{action}"]')
    if plain.count():
        plain.click()
        return
    for target in GAME.actions[GAME.code(action)].targets:
        touchable = page.locator(f'[data-touchable][data-target="{target}"]')
        if touchable.count():  # what goes without saying is not asked for
            touchable.first.click()


def test_a_wrong_try_is_refuted_and_a_right_one_counts(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    page.locator('a[href="/puzzles/poule"]').click()
    sentence, rating = page.locator(".wanted"), page.locator("[data-rating]")
    expect(sentence).to_contain_text("Find the best action for")
    expect(rating).to_have_text("1500")
    expect(page.locator("[data-gap]")).to_have_text("± 350")
    first = shown_puzzle(page)
    attempt(page, first.tries[-1].action)
    expect(sentence).to_contain_text("Not the best")
    answer = find_answer(first, GAME, first.tries[-1].action)
    expect(page.locator(".step")).to_have_text(f"1/{len(answer.tried)}")
    expect(page.locator(".said")).to_contain_text("Better than")
    expect(page.locator(".after tbody tr")).to_have_count(len(answer.rows))
    expect(page.locator(".after tbody tr").first).to_contain_text("right")
    expect(page.locator(".after tbody")).to_contain_text("yours")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".step")).to_have_text(f"2/{len(answer.tried)}")
    expect(page.locator("[data-gap]")).not_to_have_text("± 350")
    fallen = rating.inner_text()
    assert int(fallen) < 1500
    page.get_by_role("button", name="Try again").click()
    attempt(page, first.best[0])
    expect(sentence).to_contain_text("Right!")
    expect(rating).to_have_text(fallen)

    page.get_by_role("button", name="Next", exact=True).click()
    expect(sentence).to_contain_text("Find the best action for")
    second = shown_puzzle(page)
    assert second.id != first.id
    attempt(page, second.best[0])
    expect(sentence).to_contain_text("Right!")
    expect(page.locator("[data-streak]")).to_have_text("1 (longest: 1)")
    risen = rating.inner_text()
    assert int(risen) > int(fallen)

    page.reload()
    expect(rating).to_have_text(risen)
    page.get_by_role("button", name="Puzzle of the day").click()
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()


def test_why_an_answer_is_wrong_is_whole_also_where_a_turn_is_long_to_tell(house: RunningServer, visit: Open) -> None:
    page, rng = visit(f"{house.url}/puzzles/nuit", language="de"), random.Random(2)
    page.set_viewport_size({"width": 1366, "height": 650})
    for _ in range(3):
        expect(page.locator(".said")).not_to_be_empty()
        while not page.locator(".prompt .step").count():
            touch_something(page, rng)
        assert not misread(page, ".prompt .wanted, .prompt .said")
        page.get_by_role("button", name="Weiter", exact=True).click()
        expect(page.locator(".prompt .step")).to_have_count(0)
