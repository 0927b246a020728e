"""Looking at a finished game together: Anna guides at a laptop, Bert follows on a phone, a stranger looks alone."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.scenes import Scene, play_at_a_table
from tests.web.test_accessibility import violations

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
LAPTOP, PHONE = (1366, 650), (390, 664)
MOVES = 12


@pytest.fixture
def scene(house: RunningServer) -> Iterator[Scene]:
    """A game of Anna's and Bert's that Bert gave up."""
    with play_at_a_table(house, "poule", MOVES, 2) as scene:
        scene.people[1].command(scene.table, "resign")
        yield scene


@pytest.fixture
def anna(house: RunningServer, visit: Open, scene: Scene) -> Page:
    return visit(f"{house.url}/replay/{scene.table}", size=LAPTOP, person=scene.people[0])


@pytest.fixture
def bert(house: RunningServer, visit: Open, scene: Scene) -> Page:
    """At the table, where the end is on the screen."""
    page = visit(house.url + scene.path, size=PHONE, language="de", person=scene.people[1])
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def bar(page: Page) -> Locator:
    """Over the sign."""
    return page.get_by_role("alert")


def position(page: Page) -> Locator:
    return page.locator(".position")


def begin(page: Page) -> None:
    page.get_by_role("button", name="Look at it together").click()
    expect(bar(page)).to_contain_text("You are the guide.")


def join(page: Page) -> None:
    page.get_by_role("link", name="Mitschauen").click()
    expect(bar(page)).to_contain_text("Anna führt durch die Partie.")


def test_one_guides_the_other_sees_the_same_and_a_stranger_nothing_of_it(
    house: RunningServer, visit: Open, scene: Scene, anna: Page, bert: Page
) -> None:
    stranger = Visitor(house.url, "Carl")
    carl = visit(f"{house.url}/replay/{scene.table}", person=stranger)
    begin(anna)
    join(bert)
    expect(bar(anna)).to_contain_text("With you: Bert.")
    for _ in range(3):
        anna.keyboard.press("ArrowRight")
    expect(position(anna)).to_contain_text("Action 3 of")
    expect(position(bert)).to_contain_text("Aktion 3 von")
    anna.keyboard.press("End")
    expect(position(bert)).to_contain_text(re.compile(r"Aktion (\d+) von \1\."))
    expect(position(carl)).to_contain_text("Action 0 of")
    expect(bar(carl)).to_have_count(0)
    assert carl.get_by_role("button", name=re.compile("together|along")).count() == 0
    stranger.close()


def test_a_touch_points_and_the_others_see_who_it_is(anna: Page, bert: Page) -> None:
    begin(anna)
    join(bert)
    expect(bar(anna)).to_contain_text("Bert")
    bert.locator('.board [data-target="cell:c3"]').click()
    for page in (anna, bert):
        expect(page.locator(".mark")).to_have_text("Bert")
    ring, cell = (anna.locator(place).bounding_box() for place in (".mark", '.board [data-target="cell:c3"]'))
    assert ring is not None
    assert cell is not None
    assert abs(ring["x"] + ring["width"] / 2 - cell["x"] - cell["width"] / 2) < 2
    expect(anna.locator("[aria-live]").filter(has_text="Bert points at:")).to_have_count(1)
    assert anna.locator(".about").count() == bert.locator(".about").count() == 0, "nobody asked what it is"
    expect(anna.locator(".mark")).to_have_count(0, timeout=10_000)


def test_with_the_keyboard_alone_one_points_and_asks_to_guide(anna: Page, bert: Page) -> None:
    begin(anna)
    join(bert)
    expect(bar(anna)).to_contain_text("Bert")
    bert.get_by_role("button", name="Wer und was").focus()
    bert.keyboard.press("Enter")
    dialog = bert.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_text([re.compile("Anna – führt"), re.compile(r"Bert \(du\)")])
    choice = dialog.get_by_label("Zeigen auf")
    assert choice.locator("option").count() > 10
    choice.select_option("stack")
    expect(anna.locator(".mark")).to_have_text("Bert")
    bert.get_by_role("button", name="Wer und was").press("Enter")
    bert.get_by_role("button", name="Darum bitten").press("Enter")
    expect(bar(bert)).to_contain_text("Du hast Anna gebeten")
    expect(bar(anna)).to_contain_text("Bert would like to guide.")
    anna.get_by_role("button", name="Hand over").click()
    expect(bar(bert)).to_contain_text("Du führst durch die Partie. Dabei: Anna.")
    bert.keyboard.press("End")
    expect(position(anna)).to_contain_text(re.compile(r"Action (\d+) of \1\."))


def test_whoever_goes_elsewhere_looks_alone_and_may_come_back(anna: Page, bert: Page) -> None:
    begin(anna)
    join(bert)
    bert.get_by_role("button", name="Eine Aktion weiter").click()
    expect(bar(bert)).to_have_count(0)
    expect(bar(anna)).to_contain_text("Nobody has joined you yet.")
    anna.keyboard.press("PageDown")
    anna.keyboard.press("PageDown")
    expect(position(bert)).to_contain_text("Aktion 1 von")
    bert.get_by_role("button", name="Mitschauen").click()
    expect(bar(bert)).to_contain_text("Anna führt")
    expect(position(bert)).not_to_contain_text("Aktion 1 von")
    bert.get_by_role("button", name="Allein weiterschauen").click()
    expect(bar(anna)).to_contain_text("Nobody has joined you yet.")


def test_everybody_keeps_their_own_point_of_view_and_their_own_screen(
    house: RunningServer, scene: Scene, anna: Page, bert: Page
) -> None:
    """Anna looks back on the game, Bert through his own eyes: they see the same moment all the same."""
    begin(anna)
    join(bert)
    bert.get_by_label("Gesehen von").select_option("1")
    expect(bar(bert)).to_contain_text("Anna führt")
    anna.goto(f"{house.url}/review/{scene.table}")
    expect(bar(anna)).to_contain_text("You are the guide.")
    rng = random.Random(3)
    anna.get_by_role("slider", name="Chances of winning").focus()
    for _ in range(rng.randint(3, 5)):
        anna.keyboard.press("ArrowUp")
    ply = anna.get_by_role("slider", name="Chances of winning").get_attribute("aria-valuenow")
    expect(position(bert)).to_contain_text(f"Aktion {ply} von")
    expect(bert.get_by_label("Gesehen von")).to_have_value("1")


def test_a_page_that_is_loaded_anew_is_where_the_others_are(anna: Page, bert: Page) -> None:
    begin(anna)
    join(bert)
    for _ in range(4):
        anna.keyboard.press("ArrowRight")
    expect(position(bert)).to_contain_text("Aktion 4 von")
    anna.reload()
    expect(bar(anna)).to_contain_text("You are the guide.")
    expect(position(anna)).to_contain_text("Action 4 of")
    anna.keyboard.press("ArrowRight")
    expect(position(bert)).to_contain_text("Aktion 5 von")


def test_nothing_of_the_board_is_covered_and_nothing_is_cut_or_nameless(anna: Page, bert: Page) -> None:
    begin(anna)
    join(bert)
    expect(bar(anna)).to_contain_text("Bert")
    for page in (anna, bert):
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        over, controls = bar(page).bounding_box(), page.locator(".controls").bounding_box()
        assert over is not None
        assert controls is not None
        assert over["y"] + over["height"] <= controls["y"] + 1
        text = bar(page).locator("p")
        assert text.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")
        assert violations(page) == []
    bert.get_by_role("button", name="Wer und was").click()
    expect(bert.get_by_role("dialog")).to_be_visible()
    assert violations(bert) == []
