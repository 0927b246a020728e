"""All that one needs for a move is in sight, on every screen: the board, the hand, the sentence, the buttons.

Boards mark what must be seen whole with `data-fit`: the board, the own hand, an overview of the others. Whatever can be
touched must be where a finger reaches it: inside the screen, and under nothing else.
"""

import random

import pytest
from playwright.sync_api import Route, expect

from tests.server.people import Json
from tests.server.servers import RunningServer
from tests.web.conftest import PHONE, Open
from tests.web.playing import Scripted, play_from_home, wait_for_turn
from tests.web.scenes import SEED, play_at_a_table

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
SIZES = [
    (1280, 650), (1366, 650), (1366, 860), (1920, 1080), (768, 1024), (1024, 768),
    (390, 844), (390, 664), (360, 640), (844, 390),
]  # fmt: skip
TABLES = [
    ("poule", 2, "fr"), ("poule", 4, "de"), ("reeperbahn", 2, "de"),
    ("nuit", 3, "fr"), ("nuit", 4, "de"), ("nuit", 5, "en"),
]  # fmt: skip
"""In all languages: words are longer in some."""
MOVES = {"poule": (0, 14, 10), "reeperbahn": (0, 12, 48), "nuit": (0, 40, 70)}
"""From the beginning to the middle, and on until near the end."""
SETTLE = """([width, height]) => new Promise((done) => {
  const screen = document.body.appendChild(document.createElement("div"));
  screen.style = "position: fixed; height: 100dvh; width: 1px; visibility: hidden";
  let left = 4;
  const next = () => {
    if (innerWidth === width && innerHeight === height && screen.offsetHeight === height) left -= 1;
    if (left) return requestAnimationFrame(next);
    screen.remove();
    done();
  };
  next();
})"""
"""Until the page knows how high its screen is, and a few frames more: boards measure themselves."""
SMALLEST = 12
"""Pixels: no text in a board is lower than this."""
LOOK = """(smallest) => {
  const wrong = [];
  const name = (node) => node.dataset.fit || node.dataset.target || node.getAttribute("aria-label") || node.className;
  const check = (node, what) => {
    const box = node.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) wrong.push(`${what} ${name(node)} is not shown`);
    else if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      wrong.push(`${what} ${name(node)} ends at ${Math.round(box.right)}, ${Math.round(box.bottom)}`);
    return box;
  };
  const parts = document.querySelectorAll("[data-fit]");
  if (!parts.length) wrong.push("nothing is marked");
  for (const part of parts) check(part, "part");
  check(document.querySelector(".prompt"), "prompt");
  for (const node of document.querySelectorAll(".prompt .ways > button")) check(node, "button");
  for (const node of document.querySelectorAll("[data-touchable]")) {
    const box = check(node, "target");
    const spots = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75]];
    const isHit = spots.some(([x, y]) => {
      const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      return hit && (node.contains(hit) || hit.contains(node));
    });
    if (!isHit) wrong.push(`target ${name(node)} is covered`);
  }
  const texts = document.createTreeWalker(document.querySelector(".board"), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent || parent.closest(".unseen, title, desc, [aria-hidden=true]")) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    const scale = parent instanceof SVGElement ? (parent.getScreenCTM()?.a ?? 1) : 1;
    const box = parent.getBoundingClientRect();
    if (box.width && size * Math.abs(scale) < smallest - 0.5)
      wrong.push(`the text "${node.data.trim().slice(0, 20)}" is ${(size * scale).toFixed(1)} px`);
  }
  const board = document.querySelector(".stage > .board");
  if (board.scrollHeight > board.clientHeight || board.scrollWidth > board.clientWidth) wrong.push("the board scrolls");
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push("the page is too wide");
  return [...new Set(wrong)];
}"""


def find_faults(page: Scripted, size: tuple[int, int]) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLE, size)
    page.evaluate("() => scrollTo(0, 0)")
    faults: list[str] = page.evaluate(LOOK, SMALLEST)
    return [f"{size[0]}x{size[1]}: {fault}" for fault in faults]


@pytest.mark.parametrize(("game", "players", "language"), TABLES)
def test_everything_fits_on_every_screen(
    house: RunningServer, visit: Open, game: str, players: int, language: str
) -> None:
    faults: Json = {}
    rng = random.Random(SEED)
    with play_at_a_table(house, game, 0, players) as scene:
        page = visit("about:blank", person=scene.people[0], language=language)
        for moves in MOVES[game]:
            scene.play(rng, moves)
            page.goto(house.url + scene.path)
            wait_for_turn(page)
            faults[f"{moves} moves later"] = [fault for size in SIZES for fault in find_faults(page, size)]
    assert not any(faults.values()), faults


COVERS = """(notice) => {
  const header = notice.closest("header").getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(notice);
  const { left, top, right, bottom } = words.getBoundingClientRect();
  if (top < header.top || bottom > header.bottom) return "the notice is higher than the bar";
  for (const each of document.querySelectorAll("header .sign, header nav > *, .prompt")) {
    const box = each.getBoundingClientRect();
    if (box.width && box.left < right && box.right > left && box.top < bottom && box.bottom > top)
      return each.outerHTML;
  }
  return "";
}"""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("size", [PHONE, (360, 640), (1366, 650)])
def test_who_is_on_the_way_covers_nothing(
    size: tuple[int, int], language: str, house: RunningServer, visit: Open
) -> None:
    page = visit(house.url, size=size, language=language)
    step = "warming"

    def answer(route: Route) -> None:
        games = route.fetch().json()
        route.fulfill(json=[each | {"readiness": step} for each in games])

    page.route("**/api/games", answer)
    play_from_home(page, "poule")
    notice = page.locator("header .coming")
    expect(notice).to_be_visible()
    assert notice.evaluate(COVERS) == ""
    step = "playable"
    before = notice.inner_text()
    expect(notice).not_to_have_text(before)
    assert notice.evaluate(COVERS) == ""
