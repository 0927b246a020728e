"""The largest numbers that a square can have, around it: nothing of them is cut, on no screen."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.cases import thorough
from tests.server.people import Json
from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import wait_for_turn
from tests.web.scenes import SEED, Scene, play_at_a_table

pytestmark = pytest.mark.compiled
SIZES = [(1366, 650), (390, 664), (844, 390), (360, 640), (1280, 800), (768, 1024)]
ANNA_FIRST = (477).to_bytes(32, "big")
"""The deal of a game of four in which Anna begins, and fires, purse and curse come early."""
CELLS = [column + row for row in "12345" for column in "abcdef"]
SQUARES = {
    "two fires in a row": """
        .     .     1III  .     2II   .
        purse -6    fire  +6    fire  0IIII
        1II   3III  0III  2III  -4    3II
        +5    0II   +4    2IIII 1IIII 1III
        .     .     2III  .     3IIII .
    """,
    "two fires in a column": """
        0IIII 1IIII 2IIII 3IIII purse -6
        -4    fire  0III  1III  2III  3III
        curse 0II   +6    1II   +4    2II
        +5    fire  1III  2III  3III  0II
        .     -1    3II   .     .     .
    """,
    "fire, curse and purse in a row": """
        curse purse -6    fire  -4    0IIII
        1IIII 2III  0III  +6    fire  3IIII
        +5    1II   2II   3II   2IIII 1III
        .     .     +4    0II   .     3III
        .     .     .     .     .     .
    """,
    "fire, curse and purse in a column": """
        purse 0IIII 1IIII 2IIII 1III  +6
        -6    .     0III  1III  fire  2II
        curse +5    .     .     -4    3III
        fire  1II   2II   3II   3IIII +4
        0II   .     .     .     2III  0II
    """,
    "three digits": """
        purse +6    +5    +4    0IIII 0III
        -6    1II   .     .     .     .
        -4    .     2II   .     .     .
        1IIII .     .     3II   .     .
        1III  .     .     .     .     .
    """,
}
"""Stalls by seat and rank, tiles by value or name; a dot is a cell for whatever else is drawn."""
LOOK = """() => [...document.querySelectorAll('.margin[data-about]')].flatMap((margin) => {
  const wrong = [];
  const frame = margin.getBoundingClientRect();
  const parts = [];
  for (const node of margin.querySelectorAll('.stretch *')) {
    if (node.closest('.unseen') || node instanceof SVGElement && node.tagName !== 'svg') continue;
    const texts = [...node.childNodes].filter((each) => each.nodeType === 3 && each.data.trim());
    const size = parseFloat(getComputedStyle(node).fontSize);
    for (const each of node.tagName === 'svg' ? [node] : texts) {
      const range = document.createRange();
      range.selectNodeContents(each);
      const box = each === node ? node.getBoundingClientRect() : range.getBoundingClientRect();
      if (!box.width) continue;
      const name = each === node ? node.getAttribute('class') : each.data.trim();
      if (each !== node && size < 11) wrong.push(`${name} has ${size} px`);
      // A line of text is higher than its figures.
      const [top, bottom] = each === node ? [box.top, box.bottom] : [box.top + size * 0.25, box.bottom - size * 0.25];
      parts.push({ name, left: box.left, right: box.right, top, bottom });
    }
  }
  for (const part of parts) {
    if (part.left < frame.left - 0.5 || part.right > frame.right + 0.5 ||
        part.top < frame.top - 0.5 || part.bottom > frame.bottom + 0.5) wrong.push(`${part.name} is cut`);
    for (const other of parts) {
      if (other === part) break;
      if (Math.min(part.right, other.right) - Math.max(part.left, other.left) > 1 &&
          Math.min(part.bottom, other.bottom) - Math.max(part.top, other.top) > 1)
        wrong.push(`${part.name} lies on ${other.name}`);
    }
  }
  for (const each of margin.querySelectorAll('.stretch'))
    if (each.scrollWidth > each.clientWidth) wrong.push(`${each.dataset.stretch} is too wide`);
  return wrong.map((text) => `${margin.dataset.about}: ${text}`);
})"""
READ = """() => Object.fromEntries([...document.querySelectorAll('.stretch')].map((each) => [each.dataset.stretch, [
  each.querySelector('.total').textContent.trim(),
  ...[...each.querySelectorAll('.player')].map(({ lastElementChild }) => lastElementChild.textContent),
]]))"""

SMALL = """() => [...document.querySelectorAll('.board svg text')]
  .map((each) => [each.textContent, parseFloat(getComputedStyle(each).fontSize) * (each.getScreenCTM()?.a ?? 1)])
  .filter(([, size]) => size && size < 10.95)"""


def write(tile: Json) -> str:
    value = tile["value"]
    return f"{value:+}" if value else str(tile["name"])


@contextmanager
def lay_out(house: RunningServer, square: str) -> Iterator[Scene]:
    """A game of four in which these stalls and tiles were put where they are drawn, and other tiles elsewhere."""
    drawn = [(cell, piece) for cell, piece in zip(CELLS, square.split(), strict=True) if piece != "."]
    spare = [cell for cell, piece in zip(CELLS, square.split(), strict=True) if piece == "."]
    with play_at_a_table(house, "poule", 0, 4, ANNA_FIRST) as scene:
        while drawn:
            seat = scene.people[0].watch(scene.table)["view"]["to_move"]
            update = scene.people[seat].watch(scene.table)
            board = update["view"]["board"]
            wanted = {piece: cell for cell, piece in drawn}
            stall = next((piece for piece in wanted if piece[0] == str(seat)), None)
            if board["drawn"]:
                done = write(board["drawn"])
                action = f"place {wanted.get(done) or spare.pop()}"
            elif stall:
                done, action = stall, f"stall {stall[1:]} {wanted[stall]}"
            elif board["secret"] and write(board["secret"]) in wanted:
                done = write(board["secret"])
                action = f"secret {wanted[done]}"
            else:
                done, action = "", "draw"
            if done in wanted:
                drawn.remove((wanted[done], done))
            scene.people[seat].command(scene.table, "move", number=update["number"], action=action)
        yield scene


def signed(value: int) -> str:
    return f"{value:+}".replace("-", "−") if value else "0"


def read_expected(board: Json) -> dict[str, list[str]]:
    """What is written around the square, by stretch: its total, and how the viewer and then the others stand."""
    return {
        f"{each['line']} {each['cells'][0]}": [
            signed(each["value"]),
            *(signed(ranks * each["value"]) if each["value"] else f"×{ranks}" for ranks in each["ranks"] if ranks),
        ]
        for each in board["segments"]
    }


def find_faults(page: Page, size: tuple[int, int]) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    faults: list[str] = page.evaluate(LOOK)
    faults += [f"{text} has {height} px" for text, height in page.evaluate(SMALL)]
    return [f"{size[0]}x{size[1]}: {fault}" for fault in faults]


@pytest.mark.parametrize(
    "square",
    [
        "two fires in a row", "fire, curse and purse in a column", "three digits",
        *thorough("two fires in a column", "fire, curse and purse in a row"),
    ],
)  # fmt: skip
def test_no_total_is_cut(square: str, house: RunningServer, visit: Open) -> None:
    with lay_out(house, SQUARES[square]) as scene:
        board = scene.people[0].watch(scene.table)["view"]["board"]
        page = visit(house.url + scene.path, person=scene.people[0])
        expect(page.locator(".stretch")).to_have_count(len(board["segments"]))
        assert page.evaluate(READ) == read_expected(board)
        assert [fault for size in SIZES for fault in find_faults(page, size)] == []


def test_no_total_is_cut_while_a_move_is_considered(house: RunningServer, visit: Open) -> None:
    with lay_out(house, SQUARES["fire, curse and purse in a row"]) as scene:
        scene.play(random.Random(SEED), 0)
        page = visit(house.url + scene.path, person=scene.people[0], size=SIZES[0])
        wait_for_turn(page)
        page.locator('[data-target="secret"]').click()
        for cell in page.locator(".cell[data-touchable]").all():
            cell.hover()
            expect(cell).to_have_attribute("data-considered", "")
            assert page.evaluate(LOOK) == []
