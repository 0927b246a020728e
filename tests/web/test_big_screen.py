"""The family table: the board on a big screen, a hand on every phone, and a code that leads from one to the other."""

import json
import random
import re
from collections.abc import Iterator
from time import perf_counter

import pytest
from playwright.sync_api import Page, expect

from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.camera import read_code
from tests.web.conftest import Open
from tests.web.playing import something_to_do, touch_something, wait_for_turn
from tests.web.scenes import play_at_a_table
from tests.web.test_layout import find_faults
from tests.web.test_several_people import SETTLED

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
SCREEN = (1920, 1080)
PHONE = (390, 664)
TURN = "header > .turn"
SMALLEST = 1.6
"""Hundredths of the screen's height: no text on a big screen is lower than this."""
READ = """(smallest) => {
  const texts = document.createTreeWalker(document.querySelector(".big-screen"), NodeFilter.SHOW_TEXT);
  const wrong = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest(".unseen, title, desc, [aria-hidden=true]")) continue;
    const scale = parent instanceof SVGElement ? (parent.getScreenCTM()?.a ?? 1) : 1;
    const size = (100 * parseFloat(getComputedStyle(parent).fontSize) * scale) / innerHeight;
    if (parent.getBoundingClientRect().width && size < smallest) wrong.push(`${node.data.trim()}: ${size}`);
  }
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) wrong.push("the page scrolls");
  const board = document.querySelector(".board");
  if (board.scrollHeight > board.clientHeight || board.scrollWidth > board.clientWidth) wrong.push("the board is cut");
  return wrong;
}"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A house that others reach, if only from this machine."""
    house = RunningServer(tmp_path_factory.mktemp("home"))
    house.settings["url"] = house.url
    with house:
        yield house


def sit_down(visit: Open, link: str, at: int) -> Page:
    """Whoever scans the code has a name and a seat with one touch."""
    began = perf_counter()
    phone = visit(link, size=PHONE)
    phone.get_by_role("button", name="Sit down", exact=True).click()
    expect(phone.get_by_role("button", name="Stand up")).to_be_visible()
    print(f"phone {at}: seated {perf_counter() - began:.1f} s after the code was read")
    return phone


def take_turn(phone: Page, rng: random.Random) -> None:
    wait_for_turn(phone)
    while something_to_do(phone).count():
        touch_something(phone, rng)
        phone.wait_for_function(SETTLED)


def test_five_phones_join_by_the_code_on_the_screen_and_play(home: RunningServer, visit: Open) -> None:
    screen = visit("about:blank", size=SCREEN, theme="dark")
    heard: list[str] = []
    screen.on("websocket", lambda line: line.on("framereceived", lambda text: heard.append(str(text))))
    screen.goto(f"{home.url}/play/nuit#screen")
    screen.get_by_role("button", name="5 players").click()
    screen.get_by_role("button", name="Set the table").click()
    screen.wait_for_url("**/screen")
    code = screen.locator("[data-link] svg")
    link = read_code(code.screenshot(), int((code.get_attribute("viewBox") or "").split()[-1]))
    assert link == screen.locator("[data-link]").get_attribute("data-link")
    assert link.startswith(f"{home.url}/t/")
    assert "?invitation=" in link

    phones = [sit_down(visit, link, at) for at in range(1, 6)]
    seated = screen.locator("li.ready strong")
    expect(seated).to_have_count(5)
    names = seated.all_inner_texts()
    assert len(set(names)) == 5
    expect(screen.locator("[data-link]")).to_have_count(0)
    phones[0].get_by_role("button", name="Begin").click()

    turn, rng = screen.locator(TURN), random.Random(1)
    for _ in names:
        name = turn.inner_text().removesuffix("’s turn")
        take_turn(phones[names.index(name)], rng)
        expect(turn).not_to_contain_text(name)
    for page in (screen, *phones):
        assert page.get_by_role("alert").count() == 0
    assert [phone.locator(".held").count() for phone in phones] == [1] * 5
    assert screen.locator(".nuit .pub").count() == 5

    nobody = Visitor(home.url)
    table = link.partition("/t/")[2].partition("?")[0]
    assert len(heard) > 10
    for update in map(json.loads, heard):
        assert update["you"]["seats"] == []
        assert update["view"] is None or update["view"]["seat"] is None
        assert update["view"] is None or update["view"]["legal"] == []
    public = nobody.watch(table)["view"]["board"]["hands"]
    assert json.loads(heard[-1])["view"]["board"].get("hands", public) == public
    nobody.close()


def test_the_screen_and_the_phones_go_on_to_the_next_game_together(home: RunningServer, visit: Open) -> None:
    owner, anna, bert = (Visitor(home.url, name) for name in ("Screen", "Anna", "Bert"))
    made = owner.set_up("reeperbahn", ["open", "open"], has_screen=True)
    for person in (anna, bert):
        person.command(made["id"], "sit", invitation=made["invitation"])
    address = f"{home.url}/t/{made['id']}"
    screen = visit(f"{address}/screen", size=SCREEN, person=owner)
    expect(screen.get_by_role("button", name="Begin")).to_be_enabled()
    phones = [visit(address, size=PHONE, person=person) for person in (anna, bert)]
    phones[0].get_by_role("button", name="Begin").click()
    expect(screen.locator(".reeperbahn")).to_be_visible()
    for phone in phones:
        expect(phone.locator(".held")).to_be_visible()
    bert.command(made["id"], "resign")
    expect(screen.get_by_role("region", name="The end")).to_contain_text("Anna wins")
    phones[0].get_by_role("button", name="Play again").click()
    screen.wait_for_url(lambda url: made["id"] not in url)
    assert screen.url.endswith("/screen")
    for phone in phones:
        phone.wait_for_url(screen.url.removesuffix("/screen"))
    screen.get_by_role("button", name="Begin").click()
    for phone in phones:
        expect(phone.locator(".held")).to_be_visible()
    for person in (owner, anna, bert):
        person.close()


@pytest.mark.parametrize(("game", "players", "moves"), [("poule", 4, 30), ("reeperbahn", 2, 14), ("nuit", 5, 40)])
def test_the_board_is_read_from_the_sofa_and_the_hand_fits_on_a_phone(
    home: RunningServer, visit: Open, game: str, players: int, moves: int
) -> None:
    with play_at_a_table(home, game, moves, players) as scene:
        anna = scene.people[0]
        screen = visit(f"{home.url}{scene.path}/screen", size=(1366, 768), person=anna)
        expect(screen.locator(TURN)).to_contain_text("Anna")
        assert screen.evaluate(READ, SMALLEST) == []
        phone = visit(home.url + scene.path, size=PHONE, person=anna)
        wait_for_turn(phone)
        expect(phone.locator(".held")).to_be_visible()
        assert [fault for size in (PHONE, (360, 640)) for fault in find_faults(phone, size)] == []
        phone.get_by_role("button", name="More").click()
        phone.get_by_label("The board is on the big screen").uncheck()
        expect(phone.locator(".held")).to_have_count(0)
        phone.reload()
        wait_for_turn(phone)
        expect(phone.locator(".held")).to_have_count(0)


def test_whoever_has_no_camera_types_the_address_on_the_screen(home: RunningServer, visit: Open) -> None:
    screen = visit(f"{home.url}/play/nuit#screen", size=SCREEN)
    screen.get_by_role("button", name="Set the table").click()
    address = screen.locator(".typed").inner_text().removeprefix("or open ")
    assert re.fullmatch(rf"127\.0\.0\.1:{home.port}/j/[a-z]{{6}}", address)
    phone = visit(f"http://{address.upper().replace('/J/', '/j/')}", size=PHONE)
    phone.get_by_role("button", name="Sit down", exact=True).click()
    expect(screen.locator("li.ready strong")).to_have_count(1)
    other = visit(f"{home.url}/j/zzzzzz", size=PHONE, may_fail=True)
    expect(other.get_by_text("No table with this code is waiting for players.")).to_be_visible()


def test_a_house_that_is_closed_to_phones_says_what_to_do(house: RunningServer, visit: Open) -> None:
    screen = visit(f"{house.url}/play/nuit#screen", size=SCREEN)
    expect(screen.get_by_role("note")).to_contain_text("start it again with “estaminet --lan”")
    screen.get_by_role("button", name="Set the table").click()
    expect(screen.locator(".way .alert")).to_contain_text("estaminet --lan")
