"""The market square: what a round pays is counted before anybody's eyes, and a turn costs few touches."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.cases import thorough
from tests.server.people import Json, Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import PHONE, Open
from tests.web.playing import play_from_home, show_hint, wait_for_turn
from tests.web.scenes import Scene, play_against_the_house, play_at_a_table

pytestmark = pytest.mark.compiled
MOVES = 1000
"""More than a game has."""
COVERED = """(node) => {
  const box = node.getBoundingClientRect();
  const edges = [[0.5, 0.04], [0.5, 0.96], [0.04, 0.5], [0.96, 0.5]];
  return edges.some(([x, y]) =>
    !node.contains(document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)));
}"""


def is_one_piece_left(scene: Scene, view: Json) -> bool:
    if len(view["board"]["pieces"]) < 29:
        return False
    return "draw" not in scene.people[view["to_move"]].watch(scene.table)["view"]["legal"]


@contextmanager
def almost_full(house: RunningServer, rounds: int) -> Iterator[Scene]:
    """A game of two just before the last piece of its first round."""
    with play_at_a_table(house, "poule", 0, 2, options={"rounds": rounds}) as scene:
        rng, update = random.Random(4), scene.people[0].watch(scene.table)
        while not is_one_piece_left(scene, update["view"]):
            after = scene.move(rng, update)
            assert after
            update = after
        yield scene


def who_waits(scene: Scene) -> Visitor:
    """Whoever is not to move: where only one thing can be done, the page of whoever is does it by itself."""
    to_move: int = scene.people[0].watch(scene.table)["view"]["to_move"]
    return scene.people[1 - to_move]


def pieces(page: Page) -> Locator:
    return page.locator(".square .piece:not(.ghost)")


def test_a_full_square_stays_until_it_is_counted_and_the_next_moves_wait(house: RunningServer, visit: Open) -> None:
    with almost_full(house, 2) as scene:
        page = visit(house.url + scene.path, person=who_waits(scene), is_still=False)
        expect(pieces(page)).to_have_count(29)
        rng = random.Random(1)
        scene.move(rng)
        expect(pieces(page)).to_have_count(30)
        expect(page.locator(".square .marked")).to_have_count(1)
        expect(page.locator(".stretch.paying")).to_be_visible()
        scene.move(rng)
        expect(pieces(page)).to_have_count(30)
        assert page.locator("[data-touchable]").count() == 0
        page.keyboard.press("Escape")
        expect(page.locator(".payday")).to_contain_text("Accounts of round 1")
        expect(pieces(page)).to_have_count(30)
        page.locator("[data-go-on]").click()
        expect(page.locator(".payday")).to_have_count(0)
        expect(pieces(page)).not_to_have_count(30)


def test_what_filled_the_square_is_told_at_once_and_what_it_paid_once(house: RunningServer, visit: Open) -> None:
    with almost_full(house, 2) as scene:
        page = visit(house.url + scene.path, person=who_waits(scene))
        told = page.locator('[role="log"] p')
        before = told.last.inner_text()
        scene.move(random.Random(1))
        expect(page.locator(".payday")).to_be_visible()
        expect(told.last).not_to_have_text(before)
        expect(told.last).not_to_contain_text("Round")
        since = page.locator(".since")
        expect(since.locator("[data-told]").last).to_contain_text(told.last.inner_text().rsplit(" on ")[-1])
        page.locator("[data-go-on]").click()
        expect(told.last).to_contain_text("Round 2:")  # a line for itself
        expect(told.filter(has_text=re.compile("^Round 1 is paid out.$"))).to_have_count(1)
        expect(since).to_contain_text("Round 2:")
        expect(since).not_to_contain_text("paid out")


def test_without_movement_the_accounts_come_at_once(house: RunningServer, visit: Open) -> None:
    with almost_full(house, 2) as scene:
        page = visit(house.url + scene.path, person=who_waits(scene))
        expect(pieces(page)).to_have_count(29)
        scene.move(random.Random(1))
        expect(page.locator(".payday")).to_be_visible()
        expect(page.locator(".prompt .wanted")).to_have_text("Round 1 is paid out.")
        expect(page.locator(".hands .standing")).to_have_count(0)  # it has been paid
        page.keyboard.press("Enter")
        expect(page.locator(".payday")).to_have_count(0)
        expect(page.locator(".prompt .wanted")).not_to_have_text("Round 1 is paid out.")


STICKS_OUT = """(corner) => {
  const { top, bottom } = corner.getBoundingClientRect();
  return [...corner.children].some((each) => {
    const box = each.getBoundingClientRect();
    return box.height > 0 && (box.top < top || box.bottom > bottom);
  });
}"""


@pytest.mark.parametrize("size", [PHONE, *thorough((360, 640), (1366, 650))])
def test_the_accounts_of_a_round_are_read_again(size: tuple[int, int], house: RunningServer, visit: Open) -> None:
    with almost_full(house, 2) as scene:
        scene.move(random.Random(1))
        page = visit(house.url + scene.path, person=scene.people[0], size=size, language="fr")
        again = page.get_by_role("button", name="Les comptes de la manche 1")
        expect(again).to_be_visible()
        assert not page.locator(".corner").evaluate(STICKS_OUT)
        again.click()
        expect(page.locator(".payday .total")).to_be_in_viewport()
        page.locator(".payday").get_by_role("button", name="Fermer").click()
        expect(page.locator(".payday")).to_have_count(0)


def test_the_accounts_of_all_rounds_are_read_again(house: RunningServer, visit: Open) -> None:
    with almost_full(house, 3) as scene:
        rng = random.Random(1)
        update = scene.move(rng)
        while update and update["view"]["board"]["round"] < 3:
            update = scene.move(rng, update)
        page = visit(house.url + scene.path, person=scene.people[0], size=PHONE)
        page.get_by_role("button", name="Accounts of round 2").click()
        payday = page.locator(".payday")
        expect(payday.get_by_role("heading")).to_have_text("Accounts of round 2")
        payday.get_by_role("button", name="Accounts of round 1").click()
        expect(payday.get_by_role("heading")).to_have_text("Accounts of round 1")
        expect(payday.locator(".total")).to_be_in_viewport()
        payday.get_by_role("button", name="Accounts of round 2").click()
        expect(payday.get_by_role("heading")).to_have_text("Accounts of round 2")


def test_whoever_touches_a_cell_first_is_shown_where_to_take_something(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 6) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=PHONE)
        wait_for_turn(page)
        beckoning = page.locator("[data-beckons]")
        page.locator(".cell:has(.piece)").first.tap()
        expect(beckoning).to_have_count(0)
        page.locator(".cell:not(:has(.piece))").first.tap()
        expect(beckoning).to_have_count(1)
        expect(beckoning).to_have_count(0)
        page.locator('[data-target="rank:I"]').tap()
        page.locator(".cell:not(:has(.piece))").first.tap()
        expect(beckoning).to_have_count(0)


def test_no_hint_is_offered_while_the_square_is_counted(house: RunningServer, visit: Open) -> None:
    with play_against_the_house(house, "poule") as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        hint = page.get_by_role("button", name="Hint", exact=True)
        expect(hint).to_be_visible()
        page.locator(".market").evaluate("(market) => (market.dataset.counting = '')")
        expect(hint).to_have_count(0)


def test_what_is_asked_while_the_square_is_counted_is_read(house: RunningServer, visit: Open) -> None:
    with play_against_the_house(house, "poule") as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        page.locator('[data-target="stack"]').click()
        undo = page.get_by_role("button", name="Undo")
        expect(undo).to_be_enabled()
        page.locator(".market").evaluate("(market) => (market.dataset.counting = '')")
        undo.click()
        expect(page.locator(".wanted")).to_be_visible()
        expect(page.locator(".wanted")).to_contain_text("this game becomes practice")


@pytest.mark.parametrize("players", [4, *thorough(2, 3)])
def test_everybody_has_a_name_on_a_phone_on_its_side(players: int, house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 6, players) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=(664, 390))
        names = page.locator(".hands .name")
        expect(names).to_have_count(players)
        assert (
            names.evaluate_all("(all) => all.map((each) => each.clientWidth >= each.scrollWidth)") == [True] * players
        )
        hands, coming = (page.locator(each).bounding_box() for each in (".hands ul", ".coming"))
        assert hands
        assert coming
        assert hands["y"] + hands["height"] <= coming["y"]


def test_four_and_what_is_still_hidden_have_room_beside_a_review(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", MOVES, 4, options={"rounds": 1}) as scene:
        page = visit(f"{house.url}/review/{scene.table}", person=scene.people[0], size=(1366, 650))
        expect(page.locator(".hands .stalls")).to_have_count(4)
        hands, coming = (page.locator(each).last.bounding_box() for each in (".hands .stalls", ".coming"))
        assert hands
        assert coming
        assert hands["y"] + hands["height"] <= coming["y"]


BY_TURNS = """(name) => [0, 1].map(() => {
  name.closest("li").classList.toggle("turn");
  const text = document.createRange();
  text.selectNodeContents(name);
  return text.getBoundingClientRect().width;
})"""
"""How wide a name is when it is somebody's turn and when it is not."""


def test_a_name_takes_no_more_room_when_its_turn_comes(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 6, 4) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=PHONE)
        expect(page.locator(".hands .name")).to_have_count(4)
        for name in page.locator(".hands .name").all():
            one, other = name.evaluate(BY_TURNS)
            assert one == other > 0


def test_what_is_forced_happens_by_itself(house: RunningServer, visit: Open) -> None:
    with almost_full(house, 2) as scene:
        mover = next(person for person in scene.people if person is not who_waits(scene))
        page = visit(house.url + scene.path, person=mover)
        page.locator("[data-go-on]").click()
        expect(page.locator('[role="log"] p').filter(has_text="Round 1 is paid out.")).to_have_count(1)


def test_the_crown_waits_for_the_count(house: RunningServer, visit: Open) -> None:
    with almost_full(house, 1) as scene:
        page = visit(house.url + scene.path, person=who_waits(scene), is_still=False)
        expect(pieces(page)).to_have_count(29)
        scene.move(random.Random(1))
        expect(page.locator(".stretch.paying")).to_be_visible()
        assert page.locator("dialog[open] .end").count() == 0
        expect(page.locator("dialog[open] .end")).to_be_visible()
        assert page.locator(".stretch.paying").count() == 0


def test_the_end_has_the_accounts_of_every_round(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", MOVES, 2, options={"rounds": 2}) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        plans = page.locator("dialog[open] .account ol")
        expect(plans).to_have_count(2)
        expect(plans.nth(0)).to_be_visible()
        expect(plans.nth(1)).to_be_hidden()
        page.get_by_text("Accounts of round 1").click()
        expect(plans.nth(1)).to_be_visible()


def test_a_replay_shows_the_second_round(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", MOVES, 2, options={"rounds": 2}) as scene:
        page = visit(f"{house.url}/replay/{scene.table}", person=scene.people[0])
        expect(page.locator(".square")).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator(".square")).to_contain_text("Round 2 of 2")
        for _ in range(4):
            page.keyboard.press("ArrowLeft")
        assert page.locator(".payday, .market .skip").count() == 0


def test_a_hint_is_seen_also_by_whoever_picked_up_something_else(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    play_from_home(page, "poule")
    wait_for_turn(page)
    page.locator('[data-target="rank:II"]').click()
    target = str(page.locator(".cell[data-touchable]").first.get_attribute("data-target"))
    show_hint(page, f"stall I {target.removeprefix('cell:')}")
    expect(page.locator('[data-target="rank:I"]')).to_have_attribute("data-hinted", "")
    page.locator('[data-target="rank:I"]').click()
    expect(page.locator(f'[data-target="{target}"]')).to_have_attribute("data-hinted", "")
    assert not page.locator("[data-hinted]").evaluate(COVERED)


def test_a_tile_is_drawn_with_one_tap_and_placed_with_another(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 6) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=PHONE)
        wait_for_turn(page)
        lying = pieces(page).count()
        page.locator('[data-target="stack"]').tap()
        expect(page.locator(".tray .drawn")).to_be_visible()
        page.locator(".cell[data-touchable]").first.tap()
        expect(pieces(page)).to_have_count(lying + 1)


def test_where_only_the_stack_is_left_the_tile_comes_by_itself(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0, 2) as scene:
        anna, rng = scene.people[0], random.Random(4)
        while anna.watch(scene.table)["view"]["legal"] != ["draw"]:
            assert scene.move(rng)
        page = visit(house.url + scene.path, person=anna)
        expect(page.locator(".tray .drawn")).to_be_visible()
        expect(page.locator(".cell[data-touchable]").first).to_be_visible()


def test_a_stall_is_dragged_to_its_cell_and_put_back_elsewhere(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 14) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        lying = pieces(page).count()
        page.locator('[data-target="rank:II"]').hover()
        page.mouse.down()
        page.mouse.move(5, 300, steps=4)
        expect(page.locator('[data-target="rank:II"][data-picked]')).to_have_count(1)
        page.mouse.up()
        expect(page.locator("[data-picked]")).to_have_count(0)
        page.locator('[data-target="rank:II"]').hover()
        page.mouse.down()
        page.mouse.move(300, 300, steps=4)
        page.locator(".cell[data-touchable]").first.hover()
        expect(page.locator(".ghost")).to_be_visible()
        assert page.evaluate("getSelection().toString()") == ""
        page.mouse.up()
        expect(pieces(page)).to_have_count(lying + 1)


def test_a_tile_is_drawn_by_dragging_the_stack_anywhere_and_not_by_letting_go_of_it(
    house: RunningServer, visit: Open
) -> None:
    with play_against_the_house(house, "poule") as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        stack, drawn = page.locator('[data-target="stack"]'), page.locator(".tray .drawn")
        expect(stack).to_have_attribute("data-draggable", "")
        stack.hover()
        page.mouse.down()
        page.mouse.move(300, 300, steps=4)
        stack.hover()
        page.mouse.up()
        page.mouse.move(300, 300)
        expect(page.locator(".wanted")).not_to_contain_text("Choose a cell")
        stack.hover()
        page.mouse.down()
        page.mouse.move(300, 300, steps=4)
        page.mouse.up()
        expect(drawn).to_be_visible()


def test_what_the_others_did_is_numbered_and_a_cell_says_what_it_brings(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 14) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        page.locator('[data-target="rank:II"]').click()
        cell = page.locator(".cell[data-touchable]").first
        expect(cell).to_have_attribute("aria-label", "Cell a1: row 0, column +7, for you +14")
        cell.click()
        expect(page.locator("[data-touchable]")).to_have_count(0)
        rng = random.Random(2)
        while scene.people[0].watch(scene.table)["view"]["to_move"] != 0:
            scene.move(rng)
        expect(page.locator(".cell .order")).to_have_text(["1", "2"])
