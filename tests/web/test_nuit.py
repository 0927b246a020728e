"""The pubs of `nuit`: few touches for a turn, secret cards are not shown by mistake, and what is forced happens."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.people import Json
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.playing import advise, wait_for_turn
from tests.web.scenes import Scene, play_at_a_table
from tests.web.test_layout import find_faults

pytestmark = pytest.mark.compiled
SOURCES = ".plan .space[data-touchable]"
HAND = ".hand .card[data-touchable]"
CONFIRM = ".prompt button.main"
SIZES = [(1280, 650), (768, 1024), (390, 664), (360, 640), (844, 390)]
"""Those of `test_layout` in which there is least room."""


def look(scene: Scene) -> Json:
    """What Anna sees."""
    view: Json = scene.people[0].watch(scene.table)["view"]
    return view


def play_until(scene: Scene, is_reached: Callable[[Json], bool]) -> Json:
    """Random moves of everybody until Anna has to move and sees what is wanted."""
    rng, update = random.Random(7), scene.people[0].watch(scene.table)
    while True:
        if update["view"]["to_move"] == 0:
            update = scene.people[0].watch(scene.table)
            view: Json = update["view"]
            if is_reached(view):
                return view
        after = scene.move(rng, update)
        assert after, "the game ended before"
        update = after


def at_stage(stage: str) -> Callable[[Json], bool]:
    return lambda view: view["board"]["stage"] == stage


def moves_guests(view: Json, slot: int) -> bool:
    """Whether a card of Anna's hand has any effect."""
    card = view["board"]["hands"][0][slot]["card"]
    spaces = [space for pub in view["board"]["pubs"] for space in pub["spaces"] if any(space["guests"].values())]
    return any((space["tile"] == card["furniture"]) == (card["type"] == "from") for space in spaces)


def leads_to(view: Json, slot: int) -> bool:
    """Whether a card of Anna's hand says where guests go, so that all is said with them."""
    is_to: bool = view["board"]["hands"][0][slot]["card"]["type"] == "to"
    return is_to


class Finger:
    """Touches like a person, and counts."""

    def __init__(self, page: Page, size: tuple[int, int]) -> None:
        self.page = page
        self.is_finger = size == PHONE
        self.count = 0

    def touch(self, place: Locator) -> None:
        """Once; where a finger is shown first what would happen, once more."""
        for _ in range(2):
            (place.tap if self.is_finger else place.click)()
            self.count += 1
            confirm = self.page.locator(CONFIRM)
            if not (self.is_finger and confirm.count()):
                return


@pytest.mark.parametrize(("size", "most"), [(DESKTOP, 5), (PHONE, 6)])
def test_a_turn_takes_few_touches(house: RunningServer, visit: Open, size: tuple[int, int], most: int) -> None:
    """A tile, its space, the guests who get up, what they look for, a new card."""
    with play_at_a_table(house, "nuit", 60) as scene:
        view = play_until(scene, lambda view: at_stage("first")(view) and view["board"]["second_action"])
        assert any(text.startswith("equip") for text in view["legal"])
        page = visit(house.url + scene.path, person=scene.people[0], size=size)
        wait_for_turn(page)
        finger = Finger(page, size)
        finger.touch(page.locator("[data-target^='tile:'][data-touchable]").first)
        finger.touch(page.locator(SOURCES).first)
        page.locator(HAND).first.wait_for()
        finger.touch(page.locator(SOURCES).last)
        if page.locator(HAND).count():  # both cards move them
            finger.touch(page.locator(HAND).first)
        if page.locator(".kind").count():
            finger.touch(page.locator(".kind").first)
        new = page.locator(".actions [data-touchable]")
        new.first.wait_for()
        finger.touch(new.first)
        expect(page.locator(".prompt.mine")).to_have_count(0)
        assert finger.count <= most


def test_all_guests_sit_down_with_one_touch(house: RunningServer, visit: Open) -> None:
    def has_several(view: Json) -> bool:
        group = view["board"]["group"]
        return bool(group) and len(view["legal"]) > 1 and sum(group["guests"].values()) > 1

    with play_at_a_table(house, "nuit", 20) as scene:
        play_until(scene, has_several)
        page = visit(house.url + scene.path, person=scene.people[0])
        page.locator("[data-target=step][data-touchable]").click()
        expect(page.locator(".waiting")).to_have_count(0)
        assert look(scene)["board"]["group"] is None


def test_a_secret_card_is_only_lifted(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 40) as scene:
        view = play_until(scene, lambda view: at_stage("card")(view) and moves_guests(view, 0) and leads_to(view, 0))
        page = visit(house.url + scene.path, person=scene.people[0])
        page.locator(HAND).first.click()
        expect(page.locator(".hand .card[data-picked]")).to_have_count(1)
        expect(page.locator(".prompt")).to_contain_text("Who")
        outcome = re.compile(r"(on to|off home|same pub).*, (.+ gets \d+ marks|nobody pays)$")
        for source in page.locator(SOURCES).all():
            expect(source).to_have_attribute("aria-label", outcome)
        page.keyboard.press("Escape")
        expect(page.locator(".hand .card[data-picked]")).to_have_count(0)
        assert look(scene)["ply"] == view["ply"]


def test_a_card_without_effect_asks_first(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 30) as scene:
        view = play_until(scene, lambda view: view["legal"] == ["card 0", "card 1"] and not moves_guests(view, 0))
        page = visit(house.url + scene.path, person=scene.people[0])
        page.locator(HAND).first.click()
        expect(page.locator(".prompt")).to_contain_text("does nothing")
        assert look(scene)["ply"] == view["ply"]
        page.locator(CONFIRM).click()
        expect(page.locator(".hand .gap")).to_have_count(1)


def test_what_is_forced_happens_by_itself(house: RunningServer, visit: Open) -> None:
    """New cards come from the stack alone: there is nothing to choose."""
    with play_at_a_table(house, "nuit", 40, options={"action_draw": "stack"}) as scene:
        play_until(scene, at_stage("take"))
        page = visit(house.url + scene.path, person=scene.people[0])
        expect(page.locator(".hand .card")).to_have_count(2)
        assert look(scene)["to_move"] != 0


@pytest.mark.parametrize("players", [3, 5])
def test_whoever_gets_up_is_in_reach_on_every_screen(house: RunningServer, visit: Open, players: int) -> None:
    faults: Json = {}
    with play_at_a_table(house, "nuit", 40, players) as scene:
        view = play_until(scene, at_stage("card"))
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        faults["card"] = [fault for size in SIZES for fault in find_faults(page, size)]
        slot = next(slot for slot in (0, 1) if f"card {slot}" in view["legal"] and moves_guests(view, slot))
        page.locator(HAND).nth(slot).click()
        faults["from"] = [fault for size in SIZES for fault in find_faults(page, size)]
        if view["board"]["hands"][0][slot]["card"]["type"] == "from":
            page.locator(SOURCES).first.click()
            faults["to"] = [fault for size in SIZES for fault in find_faults(page, size)]
    assert not any(faults.values()), faults


def test_the_hint_marks_a_space_also_when_another_tile_is_picked_and_covers_none(
    house: RunningServer, visit: Open
) -> None:
    with play_at_a_table(house, "nuit", 10) as scene:
        view = play_until(scene, lambda view: any(text.startswith("equip 0") for text in view["legal"]))
        advised = next(text for text in view["legal"] if text.startswith("equip 0"))
        for other in scene.people[1:]:
            other.delete("/api/me")  # for good: hints are for games against the house
        page = visit(house.url + scene.path, person=scene.people[0])
        page.set_viewport_size({"width": 390, "height": 664})
        wait_for_turn(page)
        advise(page, advised)
        expect(page.locator("[data-target='tile:0'][data-advised]")).to_have_count(1)
        sheet, pub = page.locator(".hint").bounding_box(), page.locator(".nuit .mine").bounding_box()
        assert sheet
        assert pub
        assert sheet["y"] + sheet["height"] <= pub["y"]
        page.locator("[data-target='tile:1']").click()
        expect(page.locator("[data-target='tile:0'][data-advised]")).to_have_count(1)
        page.locator("[data-target='tile:0']").click()
        space = page.locator(".plan .space[data-advised]")
        expect(space).to_have_attribute("data-target", f"0:{advised.split()[2]}")
        assert space.locator(".advice").evaluate("(node) => getComputedStyle(node).stroke") != "none"


def test_a_small_pub_becomes_large_wherever_it_is_touched(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 0) as scene:
        before = look(scene)
        page = visit(house.url + scene.path, person=scene.people[0], size=(390, 664))
        wait_for_turn(page)
        page.locator(".side .pub button").first.click()
        expect(page.locator(".mine .pub")).to_have_attribute("data-about", "pub:1")
        expect(page.locator(".mine .whose")).to_have_text("Your cards")
        space = page.locator(".side [data-target='0:i6']").bounding_box()
        assert space
        page.mouse.click(space["x"] + space["width"] / 2, space["y"] + space["height"] / 2)
        expect(page.locator(".mine .pub")).to_have_attribute("data-about", "pub:0")
        expect(page.locator(".mine .whose")).to_have_count(0)
        assert look(scene)["ply"] == before["ply"]


def carry(page: Page, what: Locator, where: Locator) -> None:
    """Press it and move it there, without letting go; where it can go is known once it is lifted."""
    for place, move in ((what, 20), (where, 0)):
        box = place.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y, steps=4)
        if move:
            page.mouse.down()
            page.mouse.move(x, y + move, steps=2)


def test_what_can_be_touched_can_be_dragged_with_the_same_preview(house: RunningServer, visit: Open) -> None:
    """A tile of the beginning, one from the market, guests, and a card that makes guests get up."""
    ghost = ".mine .space .ghost"
    with play_at_a_table(house, "nuit", 0) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        before = look(scene)
        carry(page, page.locator(".mine .door-step"), page.locator(SOURCES).first)
        expect(page.locator(ghost)).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(ghost)).to_have_count(0)
        page.mouse.up()
        assert look(scene)["ply"] == before["ply"]
        carry(page, page.locator(".mine .door-step"), page.locator(SOURCES).first)
        page.mouse.up()
        expect(page.locator(".mine .space use")).to_have_count(1)

        ways = ("equip", "host")
        play_until(scene, lambda view: all(any(text.startswith(way) for text in view["legal"]) for way in ways))
        carry(page, page.locator("[data-target^='tile:'][data-touchable]").first, page.locator(SOURCES).first)
        expect(page.locator(ghost)).to_have_count(1)
        page.keyboard.press("Escape")
        page.mouse.up()
        carry(page, page.locator("[data-target^='guest_card:'][data-touchable]").first, page.locator(".mine .plan"))
        expect(page.locator(".mine .pub")).to_have_class(re.compile("drop"))
        page.mouse.up()
        expect(page.locator(".guests [data-touchable]")).to_have_count(0)

        view = play_until(scene, lambda view: at_stage("card")(view) and moves_guests(view, 0))
        page.locator(HAND).first.wait_for()
        carry(page, page.locator(HAND).first, page.locator(SOURCES).first)
        page.mouse.up()
        if view["board"]["hands"][0][0]["card"]["type"] == "from":
            page.locator(".kind").first.click()
        expect(page.locator(".hand .gap")).to_have_count(1)
