"""The pubs of `nuit`: few touches for a turn, secret cards are not shown by mistake, and what is forced happens."""

import json
import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.cases import thorough
from tests.server.people import Json
from tests.server.servers import RunningServer
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.playing import show_hint, wait_for_turn
from tests.web.scenes import Scene, play_against_the_house, play_at_a_table
from tests.web.test_layout import SETTLE, find_faults

pytestmark = pytest.mark.compiled
SOURCES = ".plan .space[data-touchable]"
HAND = ".hand .card[data-touchable]"
CONFIRM = ".prompt button.main"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Until the page shows what it was told."""
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


def open_pubs(page: Page) -> None:
    """Where whoever gets up sits in a small pub, it is shown large first."""
    small = page.locator(".side .pub > header button[data-touchable]")
    page.locator(SOURCES).or_(small).first.wait_for()
    page.evaluate(DRAWN)
    if not page.locator(SOURCES).count():
        small.first.click()
        page.locator(SOURCES).first.wait_for()


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
        if not page.locator(SOURCES).count():
            finger.touch(page.locator(".side button[data-touchable]").first)
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
        outcome = re.compile(r"guests? (go(es)? (to|home)|stays? in).*, (\d+ marks for .+|nobody pays)$")
        for source in page.locator(SOURCES).all():
            expect(source).to_have_attribute("aria-label", outcome)
        page.keyboard.press("Escape")
        expect(page.locator(".hand .card[data-picked]")).to_have_count(0)
        assert look(scene)["ply"] == view["ply"]


def test_a_card_without_effect_says_so_and_is_played_at_once(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 30) as scene:
        view = play_until(scene, lambda view: view["legal"] == ["card 0", "card 1"] and not moves_guests(view, 0))
        page = visit(house.url + scene.path, person=scene.people[0])
        page.locator(HAND).first.click()
        expect(page.locator(".prompt")).to_contain_text("It moves nobody")
        expect(page.locator(".hand .gap")).to_have_count(1)
        assert look(scene)["ply"] == view["ply"] + 1


def test_what_is_forced_happens_by_itself(house: RunningServer, visit: Open) -> None:
    """New cards come from the stack alone: there is nothing to choose."""
    with play_at_a_table(house, "nuit", 40, options={"action_draw": "stack"}) as scene:
        play_until(scene, at_stage("take"))
        page = visit(house.url + scene.path, person=scene.people[0])
        expect(page.locator(".hand .card")).to_have_count(2)
        assert look(scene)["to_move"] != 0


def test_everything_that_is_still_hidden_can_be_seen(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 10) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        page.set_viewport_size({"width": 390, "height": 664})
        page.locator("button[popovertarget='nuit-unseen']").click()
        heights = page.locator("#nuit-unseen li").evaluate_all("(all) => all.map((each) => each.clientHeight)")
        assert len(heights) > 10
        assert min(heights) > 20


@pytest.mark.parametrize("players", [5, *thorough(3)])
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
            open_pubs(page)
            page.locator(SOURCES).first.click()
            faults["to"] = [fault for size in SIZES for fault in find_faults(page, size)]
    assert not any(faults.values()), faults


def test_the_hint_marks_a_space_also_when_another_tile_is_picked_and_covers_none(
    house: RunningServer, visit: Open
) -> None:
    with play_at_a_table(house, "nuit", 10) as scene:
        view = play_until(scene, lambda view: any(text.startswith("equip 0") for text in view["legal"]))
        hinted = next(text for text in view["legal"] if text.startswith("equip 0"))
        for other in scene.people[1:]:
            other.delete("/api/me")  # for good: hints are for games against the house
        page = visit(house.url + scene.path, person=scene.people[0])
        page.set_viewport_size({"width": 390, "height": 664})
        wait_for_turn(page)
        show_hint(page, hinted)
        expect(page.locator("[data-target='tile:0'][data-hinted]")).to_have_count(1)
        assert not covers_hint(page)
        page.locator("[data-target='tile:1']").click()
        expect(page.locator("[data-target='tile:0'][data-hinted]")).to_have_count(1)
        page.locator("[data-target='tile:0']").click()
        space = page.locator(".plan .space[data-hinted]")
        expect(space).to_have_attribute("data-target", f"0:{hinted.split()[2]}")
        assert space.locator(".outline").evaluate("(node) => getComputedStyle(node).stroke") != "none"
        assert not covers_hint(page)


def covers_hint(page: Page) -> bool:
    """Whether the hint lies over the middle of something that it points at."""
    covers: bool = page.evaluate("""() => {
        const sheet = document.querySelector(".hint").getBoundingClientRect();
        return [...document.querySelectorAll("[data-hinted]")].some((node) => {
            const { left, top, width, height } = node.getBoundingClientRect();
            const x = left + width / 2, y = top + height / 2;
            return sheet.left < x && x < sheet.right && sheet.top < y && y < sheet.bottom;
        });
    }""")
    return covers


def test_a_small_pub_becomes_large_wherever_it_is_touched(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 0) as scene:
        before = look(scene)
        page = visit(house.url + scene.path, person=scene.people[0], size=(390, 664))
        wait_for_turn(page)
        page.locator(".side .pub button").first.click()
        expect(page.locator(".mine .pub")).to_have_attribute("data-about", "pub:1")
        expect(page.locator(".mine .whose")).to_have_text("Your cards")
        room = page.locator(".side [data-about='pub:1'] .room").bounding_box()
        assert room
        page.mouse.click(room["x"] + room["width"] / 2, room["y"] + room["height"] / 2)
        expect(page.locator(".mine .pub")).to_have_attribute("data-about", "pub:0")
        expect(page.locator(".mine .whose")).to_have_count(0)
        page.locator(".side .pub button").last.click()
        expect(page.locator(".mine .pub")).to_have_attribute("data-about", "pub:2")
        page.locator(".mine").get_by_role("button", name="Close").click()
        expect(page.locator(".mine .pub")).to_have_attribute("data-about", "pub:0")
        assert look(scene)["ply"] == before["ply"]


def test_who_goes_on_in_their_own_pub_sees_it_again(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 10) as scene:
        play_until(scene, lambda view: any(text.startswith("equip 0") for text in view["legal"]))
        page = visit(house.url + scene.path, person=scene.people[0], size=(390, 664))
        wait_for_turn(page)
        page.locator(".side .pub button").first.click()
        expect(page.locator(".mine .pub")).to_have_attribute("data-about", "pub:1")
        page.locator("[data-target='tile:0']").click()
        expect(page.locator(".mine .pub")).to_have_attribute("data-about", "pub:0")
        expect(page.locator(".mine .space[data-touchable]").first).to_be_visible()


def reach(view: Json) -> list[int]:
    """Whose guests Anna's first card can move, without her own."""
    card = view["board"]["hands"][0][0]["card"]
    return [
        seat
        for seat, pub in enumerate(view["board"]["pubs"])
        if seat
        and any(
            any(space["guests"].values()) and (space["tile"] == card["furniture"]) == (card["type"] == "from")
            for space in pub["spaces"]
        )
    ]


def test_a_card_that_falls_on_a_small_pub_opens_it(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 60) as scene:
        view = play_until(scene, lambda view: at_stage("card")(view) and bool(reach(view)))
        page = visit(house.url + scene.path, person=scene.people[0], size=(390, 664))
        wait_for_turn(page)
        seat = reach(view)[0]
        carry(page, page.locator(HAND).first, page.locator(f".side [data-about='pub:{seat}'] .room"))
        page.mouse.up()
        expect(page.locator(".mine .pub")).to_have_attribute("data-about", f"pub:{seat}")
        expect(page.locator(".hand .card").first).to_have_attribute("data-picked", "")
        expect(page.locator(f".mine {SOURCES}").first).to_be_visible()
        assert look(scene)["ply"] == view["ply"]


@pytest.mark.parametrize("players", [5, *thorough(4)])
def test_on_a_phone_all_names_are_whole(players: int, house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 0, players) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=(390, 664))
        wait_for_turn(page)
        names = page.locator(".side h2, .side h2 .name")
        assert names.count() == 2 * (players - 1)
        cut = [name.inner_text() for name in names.all() if name.evaluate("(n) => n.scrollWidth > n.clientWidth")]
        assert cut == []


@pytest.mark.parametrize("players", [5, *thorough(3, 4)])
def test_on_a_phone_one_sees_how_well_everybody_of_the_house_plays(
    players: int, house: RunningServer, visit: Open
) -> None:
    with play_against_the_house(house, "nuit", players, level="guest") as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=(390, 664), language="de")
        page.locator("[data-touchable]").first.wait_for()
        levels = page.locator(".side h2 .level")
        expect(levels).to_have_text(["Laufkundschaft"] * (players - 1))
        for level in levels.all():
            assert level.evaluate(IS_WHOLE)


IS_WHOLE = """(node) => {
  const text = document.createRange();
  text.selectNodeContents(node);
  const [one, pub] = [text.getBoundingClientRect(), node.closest(".pub").getBoundingClientRect()];
  const next = node.nextElementSibling.getBoundingClientRect();
  return node.scrollWidth <= node.clientWidth && one.right <= pub.right && one.bottom <= next.top + 1;
}"""
RICH = 1000
FULL = 490
"""Marks: as much as anybody has had, and the guests of a full pub."""


def enrich(message: Json) -> Json:
    """The same for pubs that are as full as can be, and owners who have collected from them."""

    def go(value: object) -> None:
        if isinstance(value, dict):
            if "pubs" in value and "stacks" in value:
                for pub in value["pubs"]:
                    pub["worth"] = FULL
                    pub["money"] = RICH + FULL * (6 - value["stacks"]["cash"])
            for each in value.values():
                go(each)
        elif isinstance(value, list):
            for each in value:
                go(each)

    go(message)
    return message


def make_rich(page: Page) -> None:
    """The page is told of the largest numbers that a game has."""

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(json.dumps(enrich(json.loads(message)))))

    def answer(route: Route) -> None:
        route.fulfill(json=enrich(route.fetch().json()))

    page.route_web_socket("**/*", connect)
    page.route("**/views*", answer)


def collect_then(scene: Scene, is_reached: Callable[[Json], bool]) -> None:
    """Somebody else collects, and on until Anna has to move and sees what is wanted."""
    rng, update = random.Random(5), scene.people[0].watch(scene.table)
    while True:
        seat = update["view"]["to_move"]
        update = scene.people[seat].watch(scene.table)
        if seat and "cash" in update["view"]["legal"]:
            scene.people[seat].command(scene.table, "move", number=update["number"], action="cash")
            break
        update = scene.move(rng, update) or update
    play_until(scene, is_reached)


SMALLEST = 11
"""Pixels: no letters are smaller, whoever they are for."""
MEASURE = """(smallest) => {
  const wrong = [];
  const texts = document.createTreeWalker(document.querySelector(".nuit"), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement, text = node.data.trim();
    if (!text || parent.closest(".unseen, title, [popover]:not(:popover-open)")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const scale = parent instanceof SVGElement ? parent.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (size < smallest - 0.05) wrong.push(`"${text}" is ${size.toFixed(1)} px`);
    if (!/\\d/.test(text)) continue;
    for (let each = parent; each !== document.body; each = each.parentElement) {
      const frame = each.getBoundingClientRect();
      if (getComputedStyle(each).overflowX === "visible" || each instanceof SVGElement) continue;
      if (box.left < frame.left - 1 || box.right > frame.right + 1) wrong.push(`"${text}" is cut`);
    }
  }
  const apart = (what) => {
    const boxes = [...document.querySelectorAll(what)].map((each) => [each.innerText, each.getBoundingClientRect()]);
    const isOver = (one, two) =>
      Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1 &&
      Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1;
    boxes.forEach(([text, one], at) => {
      for (const [other, two] of boxes.slice(at + 1))
        if (isOver(one, two)) wrong.push(`"${text}" lies over "${other}"`);
    });
  };
  apart(".market h2");
  for (const pub of document.querySelectorAll(".nuit .pub")) {
    const inside = pub.getBoundingClientRect();
    for (const each of pub.querySelectorAll(".till > span"))
      if (each.getBoundingClientRect().right > inside.right) wrong.push(`"${each.innerText}" leaves its pub`);
  }
  apart(".nuit .till > span");
  // Whose turn changed something, and when the house would: beside what guests are worth, not over it.
  const beside = (place, badges, numbers) => {
    for (const badge of place.querySelectorAll(badges)) {
      const one = badge.getBoundingClientRect();
      const [x, y] = [one.left + one.width / 2, one.top + one.height / 2];
      for (const number of place.querySelectorAll(numbers)) {
        const two = number.getBoundingClientRect();
        const [left, top] = [two.left + two.width / 2, two.top + two.height / 2];
        const [across, down] = [Math.abs(x - left) - two.width / 2, Math.abs(y - top) - two.height / 4];
        if (Math.hypot(Math.max(0, across), Math.max(0, down)) < one.width / 2 - 1)
          wrong.push(`${badge.parentElement.textContent} lies over ${number.textContent}`);
      }
    }
  };
  for (const slot of document.querySelectorAll(".nuit .slot")) beside(slot, ":scope > b i", "svg text");
  for (const space of document.querySelectorAll(".nuit .space")) beside(space, ".mark circle", ".guest text");
  const wanted = document.querySelector(".wanted");
  if (wanted.scrollHeight > wanted.clientHeight + 1) wrong.push(`"${wanted.innerText}" is cut`);
  return wrong;
}"""
LANGUAGES = {3: "fr", 4: "de", 5: "en"}


@pytest.mark.parametrize("players", [5, *thorough(3, 4)])
def test_the_largest_numbers_are_whole_and_large_enough_to_read(
    house: RunningServer, visit: Open, players: int
) -> None:
    faults: Json = {}
    with play_at_a_table(house, "nuit", 40, players) as scene:
        page = visit("about:blank", person=scene.people[0], language=LANGUAGES[players])
        make_rich(page)
        for stage in ("first", "card"):
            collect_then(scene, at_stage(stage))
            page.goto(house.url + scene.path)
            wait_for_turn(page)
            if stage == "first":
                expect(page.locator(".money i").first).to_have_text(f"+{FULL}")
            for size in [*SIZES, (1366, 650)]:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.evaluate(SETTLE, size)
                faults[f"{stage} {size}"] = page.evaluate(MEASURE, SMALLEST)
    assert not any(faults.values()), faults


PLACES = """(spaces) => [...document.querySelectorAll(".nuit .plan, .house svg")].map((plan) => {
  const middle = (space) => {
    const ground = `[data-place$=":${space}"] .ground, [data-space="${space}"]`;
    const box = plan.querySelector(ground).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [left, top] = middle("i1");
  const step = middle("i2")[0] - left;
  return spaces.map((space) => middle(space).map((at, axis) => Math.round(((at - [left, top][axis]) / step) * 5) / 5));
})"""
SPACES = ("i1", "i2", "i3", "i4", "i5", "i6", "i7", "t1", "t2", "t3")
LAYOUT = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2], [3.2, 0], [3.2, 1], [3.2, 2]]
"""N1.1: column and row of each, seen from the first; the terrace is beyond a wall."""


def test_every_pub_has_its_spaces_in_the_same_places(house: RunningServer, visit: Open) -> None:
    """One's own and the others', large and small, while furnishing and while moving guests, and in the rules."""
    with play_at_a_table(house, "nuit", 40) as scene:
        page = visit("about:blank", person=scene.people[0])
        for stage in ("first", "card"):
            play_until(scene, at_stage(stage))
            page.goto(house.url + scene.path)
            wait_for_turn(page)
            for size in [*SIZES, (1366, 650)]:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.evaluate(SETTLE, size)
                plans = page.evaluate(PLACES, SPACES)
                assert plans
                assert all(plan == LAYOUT for plan in plans), (stage, size, plans)
        page.goto(f"{house.url}/rules/nuit")
        page.locator(".house svg").wait_for()
        assert page.evaluate(PLACES, SPACES) == [LAYOUT]


FOLLOW = """() => new Promise((done) => {
  const large = new Set(), gains = new Set();
  let far = 0, hasBegun = false, covered = 0;
  const look = () => {
    const shouts = [...document.querySelectorAll(".shout.gain")];
    for (const shout of shouts) {
      const own = document.querySelector(`[data-place="${shout.dataset.at}"]`).getBoundingClientRect();
      const { left, top, width, height } = shout.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      far = Math.max(far, own.left - x, x - own.right, own.top - y - height, y - own.bottom - height);
      gains.add(shout.dataset.at);
      const seat = shout.dataset.at.split(" ")[1];
      const till = document.querySelector(`[data-about="till:${seat}"]`).getBoundingClientRect();
      const isRisen = getComputedStyle(shout).opacity === "1";
      if (isRisen) covered = Math.max(covered, top + height - till.top);
    }
    if (shouts.length) large.add(document.querySelector(".mine .pub").dataset.about);
    hasBegun ||= shouts.length > 0;
    if (hasBegun && !shouts.length) return done({ far, large: large.size, gains: gains.size, covered });
    setTimeout(() => requestAnimationFrame(look));
  };
  look();
})"""
"""Looks at every frame as it is drawn: after the page has done what it does for it."""


def test_gains_are_called_out_over_their_owners_and_no_pub_leaves_its_place(house: RunningServer, visit: Open) -> None:
    """On a phone, while the turn passes on."""
    with play_at_a_table(house, "nuit", 20) as scene:
        rng, update = random.Random(5), scene.people[0].watch(scene.table)
        while update["view"]["to_move"] != 1 or update["view"]["board"]["stage"] != "first":
            update = scene.move(rng, update) or update
        page = visit(house.url + scene.path, person=scene.people[0], size=(390, 664), is_still=False)
        expect(page.locator(".mine .pub")).to_have_attribute("data-about", "pub:0")
        page.evaluate("() => (window.seen = null)")
        page.evaluate(f"() => void ({FOLLOW})().then((seen) => (window.seen = seen))")
        update = scene.people[1].watch(scene.table)
        update = scene.people[1].command(scene.table, "move", number=update["number"], action="cash")
        while update["view"]["to_move"] != 0:
            update = scene.move(rng, update) or update
        seen = page.wait_for_function("() => window.seen").json_value()
        assert seen["gains"] > 1
        assert seen["large"] == 1, "another pub became large"
        assert seen["far"] < 1
        assert seen["covered"] < 2, "a till is covered by what it gained"


WHERE = """() => Object.fromEntries([...document.querySelectorAll(".nuit .pub")].map((pub) => {
  const { left, top, width, height } = pub.getBoundingClientRect();
  return [pub.dataset.about, [left, top, width, height].map(Math.round).join()];
}))"""


@pytest.mark.parametrize(
    ("players", "size"),
    [
        (3, (390, 664)),
        (5, (844, 390)),
        *(pytest.param(*each, marks=pytest.mark.thorough) for each in [(3, (768, 1024)), (5, (390, 664))]),
    ],
)
def test_every_pub_keeps_its_place_while_guests_move(
    house: RunningServer, visit: Open, players: int, size: tuple[int, int]
) -> None:
    with play_at_a_table(house, "nuit", 40, players) as scene:
        page = visit("about:blank", person=scene.people[0], size=size)
        places: list[Json] = []

        def look_around() -> None:
            page.evaluate(SETTLE, size)
            places.append(page.evaluate(WHERE))

        for stage in ("first", "card"):
            view = play_until(scene, at_stage(stage))
            page.goto(house.url + scene.path)
            wait_for_turn(page)
            look_around()
        slot = next(slot for slot in (0, 1) if f"card {slot}" in view["legal"] and moves_guests(view, slot))
        page.locator(HAND).nth(slot).click()
        look_around()
        assert len(places[0]) == players
        assert places == [places[0]] * 3
        open_pubs(page)
        if not leads_to(view, slot):
            page.locator(SOURCES).first.click()
            page.locator(".kind").first.wait_for()
        look_around()
        others = [f"pub:{seat}" for seat in range(1, players)]
        assert [places[3][pub] for pub in others] == [places[0][pub] for pub in others]


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
