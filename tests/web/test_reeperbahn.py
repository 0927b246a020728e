"""The street in the browser: few taps, marks that can be seen, nothing in the way of what is touched."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.cases import thorough
from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.playing import show_hint, wait_for_turn
from tests.web.scenes import Scene, play_against_the_house, play_at_a_table, wait_at_a_table
from tests.web.test_layout import SETTLE

pytestmark = pytest.mark.compiled
HANS = 198
"""The deal that gives Anna hans1, hans2 three times, guard2 twice and lola3 twice."""
MIXED = 4
"""The deal that gives Anna lilli three times, guard1 twice, hans2, lola2 and lola3."""
SMALL_PHONES = [(390, 664), (360, 640)]


@contextmanager
def sit_down(house: RunningServer, deal: int, *moves: str) -> Iterator[Scene]:
    """A game of Anna, who begins, and Bert, after these moves."""
    with wait_at_a_table(house, "reeperbahn", deal=deal.to_bytes(32, "big")) as scene:
        anna, bert = scene.people
        invitation = anna.watch(scene.table)["you"]["invitation"]
        bert.command(scene.table, "sit", seat=1, salt="salt-1", invitation=invitation)
        anna.command(scene.table, "start")
        for move in moves:
            play(scene, move)
        yield scene


LAPTOP = (1366, 650)
CUT_NAMES = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
OUTLINE = 4
"""What a hint points at is outlined as wide, in pixels."""


def play(scene: Scene, move: str) -> None:
    update = scene.people[0].watch(scene.table)
    scene.people[update["view"]["to_move"]].command(scene.table, "move", number=update["number"], action=move)


def figures(scene: Scene) -> dict[str, int]:
    found: dict[str, int] = scene.people[0].watch(scene.table)["view"]["board"]["figures"]
    return found


def card(page: Page, kind: str) -> Locator:
    return page.locator(f'[data-kind="{kind}"]')


def figure(page: Page, name: str) -> Locator:
    return page.locator(f'.person[data-target="figure:{name}"]')


class Finger:
    """Taps and counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.last = 0.0

    def tap(self, what: Locator) -> None:
        """When it can be touched again: what was tapped before has happened then."""
        expect(self.page.locator(".play button[data-action], [data-touchable]").first).to_be_visible()
        self.page.wait_for_function("last => performance.now() - last > 320", arg=self.last)  # no double click
        what.tap()
        self.last = self.page.evaluate("performance.now()")
        self.taps += 1

    def drag(self, what: Locator, where: Locator) -> None:
        start, end = what.bounding_box(), where.bounding_box()
        assert start
        assert end
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] * 0.3, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
        mouse.up()
        self.taps += 1


def open_on_a_phone(house: RunningServer, visit: Open, scene: Scene) -> Page:
    page = visit(house.url + scene.path, person=scene.people[0], size=PHONE)
    wait_for_turn(page)
    return page


def test_four_cards_of_hans_take_five_taps(house: RunningServer, visit: Open) -> None:
    with sit_down(house, HANS) as scene:
        page = open_on_a_phone(house, visit, scene)
        finger = Finger(page)
        for kind, square in (("hans1", 7), ("hans2", 5), ("hans2", 3), ("hans2", 1)):
            finger.tap(card(page, kind).locator(".card").last)
            expect(figure(page, "hans").locator(".number")).to_have_text(str(square))
        finger.tap(page.locator('button[data-action="end"]'))
        expect(page.locator(".wanted")).to_contain_text("Bert")
        assert finger.taps == 5


def test_five_cards_are_swapped_with_six_touches(house: RunningServer, visit: Open) -> None:
    """The first is dragged onto the discards; touching these first takes one more touch."""
    with sit_down(house, HANS) as scene:
        page = open_on_a_phone(house, visit, scene)
        finger = Finger(page)
        finger.drag(card(page, "hans1").locator(".card"), page.locator('[data-target="discards"]'))
        for left, kind in enumerate(("guard2", "guard2", "lola3", "lola3"), 1):
            expect(page.locator(".discards .total")).to_have_text(str(left))
            finger.tap(card(page, kind).locator(".card").last)
        expect(page.locator('button[data-action="end"]')).to_contain_text("draw 5")
        finger.tap(page.locator('button[data-action="end"]'))
        expect(page.locator(".wanted")).to_contain_text("Bert")
        assert finger.taps == 6


def test_a_swap_turn_speaks_of_swapping(house: RunningServer, visit: Open) -> None:
    with sit_down(house, HANS) as scene:
        page = open_on_a_phone(house, visit, scene)
        page.locator(".swap").tap()
        expect(page.locator(".wanted")).to_have_text("Swap cards: touch them one after the other.")
        card(page, "hans1").tap()
        expect(page.locator(".discards .total")).to_have_text("1")
        expect(page.locator(".wanted")).to_have_text("Swap more cards, or end your turn and draw.")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_picked_card_and_a_hinted_one_are_marked_on_the_card_itself(
    size: tuple[int, int], house: RunningServer, visit: Open
) -> None:
    with sit_down(house, MIXED) as scene:
        scene.people[1].delete("/api/me")  # for good: hints are for games against the house
        page = visit(house.url + scene.path, person=scene.people[0], size=size)
        wait_for_turn(page)
        card(page, "lilli").click(position={"x": 8, "y": 30})
        expect(card(page, "lilli").locator(".card").last).to_have_css("outline-style", "solid")
        show_hint(page, "hans2")
        expect(card(page, "hans2").locator(".card").last).to_have_css("outline-style", "dashed")
        expect(card(page, "lilli").locator(".card").last).to_have_css("outline-style", "solid")


def test_a_double_click_picks_a_card_and_leaves_it_picked(house: RunningServer, visit: Open) -> None:
    with sit_down(house, MIXED) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        card(page, "guard1").dblclick(position={"x": 8, "y": 30})
        expect(card(page, "guard1")).to_have_attribute("data-picked", "")
        assert page.evaluate("getSelection().toString()") == ""


def test_a_card_dragged_onto_a_figure_moves_it(house: RunningServer, visit: Open) -> None:
    with sit_down(house, MIXED) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        Finger(page).drag(card(page, "guard1").locator(".card").last, figure(page, "e").locator(".hit"))
        expect(page.locator('button[data-action="end"]')).to_be_visible()
        assert figures(scene) == {**figures(scene), "w": 7, "e": 10}


def test_a_click_on_lilli_moves_lilli_alone(house: RunningServer, visit: Open) -> None:
    """Also where her guard would stand after a court move."""
    with sit_down(house, MIXED, "hans2", "end", "lilli", "end") as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        card(page, "lilli").click(position={"x": 8, "y": 30})
        expect(page.locator(".ghost").first).to_be_visible()
        figure(page, "lilli").locator(".hit").click()
        expect(page.locator('button[data-action="end"]')).to_be_visible()
        assert figures(scene) == {**figures(scene), "w": 7, "lilli": 9, "e": 11}


def test_the_jokers_star_goes_out_when_red_means_lola(house: RunningServer, visit: Open) -> None:
    with sit_down(house, MIXED, "lola3", "end", "discard lilli", "end") as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        expect(card(page, "lola2").locator(".star.lit")).to_have_count(1)
        play(scene, "lola2")
        expect(page.locator('button[data-action="end"]')).to_be_visible()
        expect(page.locator(".star.lit")).to_have_count(0)


@pytest.mark.parametrize("size", [SMALL_PHONES[0], *thorough(*SMALL_PHONES[1:])])
def test_on_a_phone_a_jokers_ways_hide_nobody_and_no_square(
    size: tuple[int, int], house: RunningServer, visit: Open
) -> None:
    with sit_down(house, MIXED, "lola3", "end", "discard lilli", "end") as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=size)
        wait_for_turn(page)
        card(page, "lola2").click(position={"x": 8, "y": 30})
        expect(page.locator(".chip")).to_have_count(4)
        hidden = page.evaluate(
            """() => {
              const boxes = (what) => [...document.querySelectorAll(what)].map((node) => node.getBoundingClientRect());
              const street = document.querySelector('[data-fit="board"]').getBoundingClientRect();
              const shown = [...boxes(".person > g"), ...boxes(".street svg:not(.people) .number")];
              const over = [...boxes(".chip"), ...boxes('[data-fit="hand"]')];
              return shown.filter((box) => box.top < street.top - 1 || box.bottom > street.bottom + 1
                || over.some((each) => each.top < box.bottom && each.bottom > box.top
                  && each.left < box.right && each.right > box.left)).length;
            }"""
        )
        assert hidden == 0
        rows = page.locator(".row").first.bounding_box()
        tall = figure(page, "hans").locator("> g").bounding_box()
        assert rows
        assert tall
        assert tall["height"] < 2.6 * rows["height"]


def test_on_a_phone_five_figures_can_be_told_apart_on_their_chips(house: RunningServer, visit: Open) -> None:
    with sit_down(house, MIXED, "lola3", "end", "discard lilli", "end") as scene:
        page = open_on_a_phone(house, visit, scene)
        card(page, "lola2").click(position={"x": 8, "y": 30})
        expect(page.locator(".ways .chip")).to_have_count(3)
        squeezed = page.locator(".tray .ways").evaluate(
            """(ways) => {
              while (ways.children.length < 5) ways.append(ways.querySelector(".chip").cloneNode(true));
              const parts = [...ways.querySelectorAll(".who, .to")].map((part) => {
                const [box, chip] = [part, part.closest(".chip")].map((each) => each.getBoundingClientRect());
                return box.width > 12 && box.left >= chip.left && box.right <= chip.right
                  && box.top >= chip.top && box.bottom <= chip.bottom;
              });
              return parts.filter((isWhole) => !isWhole).length;
            }"""
        )
        assert squeezed == 0


def test_the_button_that_ends_a_turn_stands_by_the_hand(house: RunningServer, visit: Open) -> None:
    with sit_down(house, HANS, "hans1") as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        for size in ((1366, 650), (390, 664), (844, 390), (768, 1024)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            button = page.locator(".play button[data-action]")
            expect(button).to_have_count(1)
            expect(button).to_be_in_viewport(ratio=1)
            hand, end = page.locator('[data-fit="hand"]').bounding_box(), button.bounding_box()
            assert hand
            assert end
            assert hand["y"] - end["y"] - end["height"] < 120


def test_on_a_phone_the_played_cards_lie_beside_what_ends_the_turn(house: RunningServer, visit: Open) -> None:
    with sit_down(house, HANS, "hans1", "hans2", "hans2", "hans2") as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=(390, 664), language="fr")
        wait_for_turn(page)
        tray = page.locator(".tray").last.bounding_box()
        cards = [each.bounding_box() for each in page.locator(".done svg").all()]
        end = page.locator('button[data-action="end"]').bounding_box()
        assert tray
        assert end
        assert len(cards) == 4
        for each in cards:
            assert each
            assert tray["y"] <= each["y"]
            assert each["y"] + each["height"] <= tray["y"] + tray["height"]
            assert each["x"] + each["width"] <= end["x"]


@pytest.mark.parametrize(
    ("language", "level"), [("fr", "apprentice"), pytest.param("de", "guest", marks=pytest.mark.thorough)]
)
def test_on_a_phone_names_are_whole_and_the_level_is_said(
    house: RunningServer, visit: Open, language: str, level: str
) -> None:
    with play_against_the_house(house, "reeperbahn", level=level) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=(390, 664), language=language)
        expect(page.locator(".far small")).to_be_visible()
        for width, height in ((390, 664), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.locator(".far .person").evaluate(BESIDE)
        for width, height in ((390, 664), (664, 390)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLE, [width, height])
            assert page.locator(".side :is(.who, b, .name)").evaluate_all(CUT_NAMES) == []


BESIDE = """(person) => {
  const [name, level] = [...person.children].map((each) => each.getBoundingClientRect());
  return level.left > name.right - 1 && level.top < name.bottom;
}"""
"""Whether how well somebody plays stands beside their name, and not below it, where it is not seen."""


def test_who_looks_on_reads_both_clubs_though_both_hands_lie_there(house: RunningServer, visit: Open) -> None:
    anna = Visitor(house.url, "Anna")
    table = anna.set_up("reeperbahn", ["apprentice", "me"])["id"]
    anna.command(table, "sit", salt="annas-salt")
    anna.command(table, "start")
    page = visit(f"{house.url}/t/{table}")
    expect(page.locator(".side .face")).to_be_attached()
    expect(page.locator(".side .cards")).to_have_count(2)
    for size in (*SMALL_PHONES, (1024, 700), LAPTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(SETTLE, size)
        assert page.locator(".side :is(.who, b)").evaluate_all(CUT_NAMES) == []
    anna.close()


def test_what_the_other_did_stays_until_ones_own_next_move(house: RunningServer, visit: Open) -> None:
    with sit_down(house, MIXED) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        card(page, "hans2").click()
        page.locator('button[data-action="end"]').click()
        expect(page.locator(".wanted")).to_contain_text("Bert")
        play(scene, "lilli")
        play(scene, "end")
        wait_for_turn(page)
        expect(page.locator(".trails .trail")).to_have_count(1)
        expect(page.locator(".trails").first).to_have_attribute("data-seat", "1")
        card(page, "lilli").click(position={"x": 8, "y": 30})
        expect(page.locator(".trails .trail")).to_have_count(1)
        figure(page, "lilli").locator(".hit").click()
        expect(page.locator(".trails").first).to_have_attribute("data-seat", "0")


def test_keys_go_on_in_the_hand(house: RunningServer, visit: Open) -> None:
    with sit_down(house, HANS) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        page.keyboard.press("ArrowDown")
        card(page, "hans1").focus()
        expect(card(page, "hans1").locator(".card").last).to_have_css("outline-style", "solid")
        page.keyboard.press("Enter")
        expect(page.locator('button[data-action="end"]')).to_be_visible()
        expect(card(page, "hans2")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator('[role="log"] p').last).to_contain_text("Hans goes to 5")


def test_names_tell_what_a_move_brings(house: RunningServer, visit: Open) -> None:
    with sit_down(house, HANS, "hans2", "hans2", "end", "discard lilli", "end") as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        expect(card(page, "hans2")).to_have_attribute(
            "aria-label", "Card Hans 2. Hans moves 2 squares towards you. To square 2, then Charly +1."
        )


@pytest.mark.parametrize("language", ["de", *thorough("en", "fr")])
def test_the_known_cards_of_the_other_can_be_looked_at(house: RunningServer, visit: Open, language: str) -> None:
    with play_at_a_table(house, "reeperbahn", 75) as scene:
        known = scene.people[0].watch(scene.table)["view"]["board"]["known"][1]
        page = visit(house.url + scene.path, person=scene.people[0], size=PHONE, language=language)
        wait_for_turn(page)
        page.locator(".far button.cards").tap()
        expect(page.locator("dialog[open] li")).to_have_count(len(known))
        assert known
        assert page.locator("dialog[open] table").evaluate(
            "(table) => table.offsetLeft + table.offsetWidth <= table.parentElement.clientWidth"
        )


def test_no_number_of_a_trail_is_cut_on_a_phone(house: RunningServer, visit: Open) -> None:
    with sit_down(house, HANS, "hans2", "hans2", "end") as scene:
        page = visit(house.url + scene.path, person=scene.people[1], size=PHONE)
        wait_for_turn(page)
        numbers = page.locator(".orders circle")
        expect(numbers.first).to_be_visible()
        edge = page.locator('[data-about="street"]').evaluate("(street) => street.getBoundingClientRect().left")
        assert all(
            number.evaluate("(circle) => circle.getBoundingClientRect().left") >= edge for number in numbers.all()
        )


@pytest.mark.parametrize("size", [(390, 664), *thorough((1366, 650), (844, 390))])
def test_the_street_stays_where_it_is_through_a_turn(size: tuple[int, int], house: RunningServer, visit: Open) -> None:
    with sit_down(house, MIXED, "lola3", "end", "discard lilli", "end") as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=size)
        wait_for_turn(page)
        street = page.locator('[data-fit="board"]')
        before = street.bounding_box()
        card(page, "lola2").click(position={"x": 8, "y": 30})
        expect(page.locator(".ways .chip").first).to_be_visible()
        assert street.bounding_box() == before
        page.locator(".ways .chip").first.click()
        expect(page.locator('button[data-action="end"]')).to_be_visible()
        assert street.bounding_box() == before


def drop(page: Page, kind: str, x: float, y: float) -> None:
    box = card(page, kind).locator(".card").last.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("size", [(1366, 650), *thorough((390, 664))])
def test_a_card_that_falls_near_somebody_moves_them(size: tuple[int, int], house: RunningServer, visit: Open) -> None:
    with sit_down(house, MIXED) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=size)
        wait_for_turn(page)
        box = figure(page, "e").locator(".hit").bounding_box()
        assert box
        drop(page, "guard1", box["x"] + box["width"] + 30, box["y"] + box["height"] / 2)
        expect(page.locator('button[data-action="end"]')).to_be_visible()
        assert figures(scene) == {**figures(scene), "w": 7, "e": 10}


def test_a_card_that_can_do_one_thing_does_it_anywhere_on_the_street(house: RunningServer, visit: Open) -> None:
    with sit_down(house, MIXED) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        street = page.locator('[data-fit="board"]').bounding_box()
        assert street
        drop(page, "hans2", street["x"] + street["width"] - 30, street["y"] + street["height"] - 30)
        expect(page.locator('button[data-action="end"]')).to_be_visible()
        assert figures(scene)["hans"] == 6


def test_a_card_that_falls_far_from_everybody_asks_whom_it_moves(house: RunningServer, visit: Open) -> None:
    with sit_down(house, MIXED) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        street = page.locator('[data-fit="board"]').bounding_box()
        assert street
        drop(page, "guard1", street["x"] + street["width"] - 30, street["y"] + street["height"] - 30)
        expect(page.locator(".wanted")).to_have_text("Move one guard, or swap the card.")
        expect(card(page, "guard1")).to_have_attribute("data-picked", "")


@pytest.mark.parametrize("size", [(390, 664), *thorough((1366, 650), (844, 390))])
def test_swapping_and_ending_a_turn_have_places_of_their_own(
    size: tuple[int, int], house: RunningServer, visit: Open
) -> None:
    with sit_down(house, MIXED, "lola3", "end", "discard lilli", "end") as scene:
        page = visit(house.url + scene.path, person=scene.people[0], size=size)
        wait_for_turn(page)
        swap = page.locator(".swap").bounding_box()
        assert swap
        boxes = []
        for kind in ("lilli", "guard1", "lola2"):
            card(page, kind).press("Enter")
            expect(card(page, kind)).to_have_attribute("data-picked", "")
            expect(page.locator(".ways .chip").first).to_be_visible()
            assert page.locator(".swap").bounding_box() == swap
            boxes += [chip.bounding_box() for chip in page.locator(".ways .chip").all()]
        page.locator(".ways .chip").first.click()
        boxes = [swap, page.locator('button[data-action="end"]').bounding_box(), *boxes]
        swap, end, *chips = [box for box in boxes if box]
        assert not any(overlap(one, other) for one, other in [(swap, end), *((end, chip) for chip in chips)])
        assert not any(overlap(swap, chip) for chip in chips)


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


CUT = """() => [...document.querySelectorAll('.tray, .tray :is(div, button), .piles .open, .piles .name, .wanted')]
  .filter((each) => each.clientWidth && each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.className}: ${each.textContent.trim()}`)"""
SMALL = """() => [...document.querySelectorAll('.board text, .board :is(b, small, strong, em, p, span)')]
  .filter((each) => each.textContent.trim() && !each.closest('.unseen') && each.getBoundingClientRect().width)
  .map((each) => {
    const scale = each instanceof SVGElement ? Math.abs(each.getScreenCTM()?.a ?? 1) : 1;
    return [each.textContent.trim(), parseFloat(getComputedStyle(each).fontSize) * scale];
  })
  .filter(([, size]) => size < 10.95)"""


@pytest.mark.parametrize("language", ["fr", *thorough("en", "de")])
def test_what_ends_a_turn_and_what_was_discarded_is_whole_and_can_be_read(
    language: str, house: RunningServer, visit: Open
) -> None:
    with play_at_a_table(house, "reeperbahn", 60) as scene:
        page = visit(house.url + scene.path, person=scene.people[0], language=language)
        wait_for_turn(page)
        hand = scene.people[0].watch(scene.table)["view"]["board"]["hand"]
        for kind in list(hand)[:3]:
            play(scene, f"discard {kind}")
        expect(page.locator('button[data-action="end"]')).to_be_visible()
        for width, height in ((1366, 650), (390, 664), (844, 390), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            for wrong in (CUT, SMALL):  # the board takes its new size in a moment
                page.wait_for_function(f"() => ({wrong})().length === 0")


@pytest.mark.parametrize("language", ["de", *thorough("en", "fr")])
def test_what_ends_the_turn_is_whole_on_a_laptop_with_its_outline(
    language: str, house: RunningServer, visit: Open
) -> None:
    with sit_down(house, MIXED, "court") as scene:
        page = visit(house.url + scene.path, person=scene.people[0], language=language, size=LAPTOP)
        end = page.locator('[data-action="end"]')
        end.focus()
        button, board = end.bounding_box(), page.locator(".stage > .board").bounding_box()
        assert button
        assert board
        assert button["x"] + button["width"] + OUTLINE <= board["x"] + board["width"]
        assert button["y"] + button["height"] + OUTLINE <= board["y"] + board["height"]
        assert end.evaluate("(button) => button.scrollHeight <= button.clientHeight")
        assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
