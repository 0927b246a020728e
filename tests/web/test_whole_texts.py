"""Every sentence is whole, on every screen and in every language: lessons, prompts, confirmations, hints, and all that
stands on boards and on the television, with the largest numbers, too."""

import random
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import ANYTHING, OVER, TOUCH, wait_for_turn
from tests.web.reading import misread
from tests.web.reviews import answer_with, invent_review
from tests.web.scenes import SEED, play_against_the_house, play_at_a_table
from tests.web.test_layout import SETTLE
from tests.web.test_lessons import begin, do_as_told
from tests.web.test_nuit import make_rich

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
SIZES = [(1366, 650), (390, 664), (844, 390), (360, 640)]
NARROW = SIZES[1:]
"""Where what stands beside the board is under it: there it does not scroll by itself."""
MARKED = 20
GAMES = ("poule", "reeperbahn", "nuit")
LANGUAGES = ("fr", "en", "de")
BAR = ".prompt .wanted, .prompt .note, .prompt .answer, .drawn p"


def look(page: Page, within: str, faults: set[str], sizes: Sequence[tuple[int, int]] = SIZES) -> None:
    """At every size."""
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(SETTLE, size)
        faults |= {f"{size[0]}x{size[1]}: {fault}" for fault in misread(page, within)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_whole_and_waits_for_its_reader(
    game: str, language: str, house: RunningServer, visit: Open
) -> None:
    page = visit(house.url, language=language)
    begin(page, house, game)
    faults: set[str] = set()
    steps = 0
    said = ""
    while True:
        if (now := page.locator(".prompt .wanted").inner_text()) != said:
            said = now
            steps += 1
            look(page, BAR, faults)
        if not do_as_told(page):
            break
    look(page, ".lesson-end", faults)
    assert steps > 8
    assert not faults


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_prompts_and_confirmations_are_whole(game: str, language: str, house: RunningServer, visit: Open) -> None:
    rng = random.Random(3)
    faults: set[str] = set()
    with play_against_the_house(house, game) as scene:
        page = visit(house.url, person=scene.people[0], language=language)
        page.evaluate("""() => localStorage.setItem("estaminet.settings", JSON.stringify({ confirmsMoves: true }))""")
        page.goto(house.url + scene.path)
        longest: dict[str, int] = {}
        for _ in range(400):
            wait_for_turn(page)
            if page.locator(OVER).count():
                break
            page.evaluate(TOUCH, [ANYTHING, rng.random()])
            text = page.locator(".prompt .wanted").inner_text()
            kind = text.split(" ")[0]
            if len(text) > longest.get(kind, 0):  # the longest of each kind is enough
                longest[kind] = len(text)
                look(page, BAR, faults)
            yes = page.locator(".prompt [data-yes]")
            if yes.count():
                yes.click()
    assert max(longest.values()) > 40
    assert not faults


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_whole_and_no_two_rows_look_the_same(
    game: str, language: str, house: RunningServer, visit: Open
) -> None:
    faults: set[str] = set()
    with play_against_the_house(house, game) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], language=language)
        wait_for_turn(page)
        page.locator(".prompt .ask button").click()
        expect(page.locator(".hint label").first).to_be_visible()
        rows = page.locator(".hint .text").all_inner_texts()
        assert len(set(rows)) == len(rows)
        look(page, ".hint > :not(ol)", faults)
    assert not faults


@pytest.mark.parametrize("game", GAMES)
def test_a_review_is_whole_with_its_longest_sentences(game: str, house: RunningServer, visit: Open) -> None:
    faults: set[str] = set()
    options = {"rounds": 1} if game == "poule" else {}
    with play_at_a_table(house, game, 10_000, options=options) as scene:
        review = invent_review(scene.people[0].get(f"/api/tables/{scene.table}/record"), mistakes=MARKED)
        for language in LANGUAGES:
            page = visit(f"{house.url}/rules", person=scene.people[0], language=language)
            answer_with(page, review)
            page.goto(f"{house.url}/review/{scene.table}")
            marked = page.locator("[data-decision]")
            expect(marked).to_have_count(MARKED)
            look(page, ".chart, .top", faults)
            look(page, "[data-decision], [data-draw], .more table, .more dl", faults, NARROW)
            texts = marked.all_inner_texts()
            for text in sorted(texts, key=len)[-2:]:
                marked.nth(texts.index(text)).click()
                expect(page.locator(".study strong")).to_be_visible()
                look(page, ".top", faults)
    assert not faults


TABLES = [
    ("poule", 4, "de"), ("poule", 3, "fr"), ("reeperbahn", 2, "fr"), ("reeperbahn", 2, "de"),
    ("nuit", 3, "de"), ("nuit", 4, "fr"), ("nuit", 5, "en"),
]  # fmt: skip
TELEVISIONS = [(1920, 1080), (1280, 720)]
PURSE = {"poule": {"purse_start": 500, "rounds": 9}, "reeperbahn": {}, "nuit": {}}


@pytest.mark.parametrize(("game", "players", "language"), TABLES)
def test_boards_and_the_television_are_whole_with_the_largest_numbers(
    game: str, players: int, language: str, house: RunningServer, visit: Open
) -> None:
    faults: set[str] = set()
    rng = random.Random(SEED)
    with play_at_a_table(house, game, 0, players, options=PURSE[game]) as scene:
        page = visit("about:blank", person=scene.people[0], language=language)
        screen = visit("about:blank", person=scene.people[0], language=language, size=TELEVISIONS[0])
        for each in (page, screen):
            make_rich(each)
        for moves in (20, 50):
            scene.play(rng, moves)
            page.goto(house.url + scene.path)
            wait_for_turn(page)
            look(page, ".stage > .board, .prompt, .since", faults)
            screen.goto(f"{house.url}{scene.path}/screen")
            expect(screen.locator(".big-screen .table > .board")).to_be_visible()
            look(screen, ".big-screen", faults, TELEVISIONS)
    assert not faults, "\n".join(sorted(faults))
