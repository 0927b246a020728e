"""Nothing moves that nobody moved: during a whole game every control stays where it was, and no two share a place."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import ANYTHING, OVER, STEP, wait_for_turn
from tests.web.scenes import play_against_the_house

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
SIZES = [(1366, 650), (390, 664), (844, 390)]
WATCH = """() => {
  window.boxes = {};
  const controls = {
    undo: ".prompt .undo button", hint: ".prompt .ask button", menu: ".prompt .ways:not(.cancel) > button:last-of-type",
    skip: ".prompt .skip button", cancel: ".prompt .cancel button", yes: ".prompt [data-yes]", bar: ".prompt",
  };
  const look = () => {
    for (const [name, selector] of Object.entries(controls)) {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (!box?.width) continue;
      const at = [box.left, box.top, box.right, box.bottom].map(Math.round).join();
      (window.boxes[name] ??= {})[at] = true;
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes in every frame where each control is."""
CONFIRMS = """() => localStorage.setItem("estaminet.settings", JSON.stringify({ confirmsMoves: true }))"""
YES = """() => document.querySelector(".prompt [data-yes]")?.click()"""


def overlap(one: list[int], other: list[int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["poule", "reeperbahn", "nuit"])
def test_every_control_stays_in_its_place_during_a_whole_game(
    game: str, size: tuple[int, int], house: RunningServer, visit: Open
) -> None:
    rng = random.Random(7)
    with play_against_the_house(house, game) as scene:
        page = visit(house.url, person=scene.people[0], size=size)
        page.evaluate(CONFIRMS)
        page.goto(house.url + scene.path)
        wait_for_turn(page)
        page.evaluate(WATCH)
        for _ in range(2000):
            if page.evaluate(STEP, [ANYTHING, OVER, rng.random()]):
                break
            page.evaluate(YES)
        seen: dict[str, dict[str, Any]] = page.evaluate("window.boxes")
    places = {name: [list(map(int, box.split(","))) for box in boxes] for name, boxes in seen.items()}
    for name in ("undo", "hint", "menu", "bar", "cancel", "skip"):
        assert len(places[name]) == 1, (name, places[name])
    apart = ["undo", "hint", "menu", "yes", "cancel", "skip"]
    for at, one in enumerate(apart):
        for other in apart[at + 1 :]:
            shared = [(a, b) for a in places.get(one, []) for b in places[other] if overlap(a, b)]
            assert not shared, (one, other, shared)
    assert places["yes"], "nothing was asked"


def test_the_street_stays_while_a_device_goes_round(house: RunningServer, visit: Open) -> None:
    page = visit(f"{house.url}/play/reeperbahn#local")
    page.get_by_role("button", name="Begin").click()
    street, handing = page.locator(".parts > .street"), page.get_by_role("button", name="I am ")
    expect(handing).to_be_visible()
    covered = street.bounding_box()
    handing.click()
    expect(page.locator('[data-fit="hand"] .card').first).to_be_visible()
    assert street.bounding_box() == covered
    expect(page.get_by_role("heading", name="Since your turn")).to_have_count(0)
