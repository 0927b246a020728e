"""The same games in the engines of other browsers: Firefox's, and WebKit, which every iPhone has."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import ViewportSize

from tests.server.servers import RunningServer
from tests.web.engine import Engine, Missing, middle, wait_for
from tests.web.firefox import Firefox
from tests.web.playing import play_to_the_end, touch_something, wait_for_turn
from tests.web.scenes import PLAYERS, Scene, play_against_the_house, play_at_a_table
from tests.web.static import NEEDS, open_site
from tests.web.test_layout import MOVES, find_faults
from tests.web.webkit import WebKit

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
ENGINES: dict[str, type[Engine]] = {"firefox": Firefox, "webkit": WebKit}
GAMES = list(PLAYERS)
LAPTOP, PHONE = (1366, 650), (390, 664)
USUAL: dict[type[Engine], ViewportSize] = {
    Firefox: {"width": LAPTOP[0], "height": LAPTOP[1]},
    WebKit: {"width": PHONE[0], "height": PHONE[1]},
}
"""Where most people have it."""


@pytest.fixture(scope="module", params=list(ENGINES))
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    try:
        started = ENGINES[request.param](tmp_path_factory.mktemp(request.param))
    except Missing as reason:
        pytest.skip(str(reason))
    with started as running:
        yield running


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with open_site(tmp_path_factory.mktemp("site") / "files") as address:
        yield address


def come_in(engine: Engine, house: RunningServer, scene: Scene, motion: str = "none") -> None:
    """As Anna, who is known to the house and has settled whether pieces move."""
    engine.goto(house.url)
    name, _, value = scene.people[0].cookie.partition("=")
    engine.set_cookie(name, value)
    engine.evaluate(
        "(settled) => localStorage.setItem('estaminet.settings', JSON.stringify(settled))", {"motion": motion}
    )
    engine.goto(house.url + scene.path)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played(game: str, house: RunningServer, engine: Engine) -> None:
    with play_against_the_house(house, game) as scene:
        engine.set_viewport_size(USUAL[type(engine)])
        come_in(engine, house, scene)
        play_to_the_end(engine, random.Random(3))
        assert engine.errors == []


@pytest.mark.parametrize("game", GAMES)
def test_everything_fits(game: str, house: RunningServer, engine: Engine) -> None:
    with play_at_a_table(house, game, MOVES[game][1]) as scene:
        come_in(engine, house, scene)
        wait_for_turn(engine)
        assert [fault for size in (LAPTOP, PHONE) for fault in find_faults(engine, size)] == []
        assert engine.errors == []


def test_a_stall_is_dragged_to_its_cell(house: RunningServer, engine: Engine) -> None:
    """With a real pointer, and with pieces that move."""
    with play_at_a_table(house, "poule", 14) as scene:
        engine.set_viewport_size(USUAL[type(engine)])
        come_in(engine, house, scene, motion="full")
        wait_for_turn(engine)
        engine.gesture(middle(engine, '[data-target="rank:II"]'), middle(engine, '[data-target="cell:a1"]'))
        wait_for(engine, ".prompt:not(.mine)")
        assert scene.people[0].watch(scene.table)["view"]["to_move"] != 0
        assert engine.evaluate("() => getSelection().toString()") == ""
        assert engine.errors == []


@pytest.mark.parametrize("game", GAMES, ids=[f"device-{game}" for game in GAMES])
@NEEDS[0]
@NEEDS[1]
def test_a_whole_game_is_played_without_a_server(game: str, site: str, engine: Engine) -> None:
    """On the device, and the page is loaded anew in the middle."""
    engine.set_viewport_size(USUAL[type(engine)])
    engine.goto(site)
    engine.evaluate("() => localStorage.setItem('estaminet.settings', JSON.stringify({ motion: 'none' }))")
    engine.goto(f"{site}index.html")
    wait_for(engine, f'li[data-game="{game}"] .quick button')
    engine.evaluate("(game) => document.querySelector(`li[data-game='${game}'] .quick button`).click()", game)
    rng = random.Random(3)
    for _ in range(5):
        wait_for_turn(engine)
        touch_something(engine, rng)
    wait_for_turn(engine)
    assert engine.errors == []
    address = engine.evaluate("() => location.href")
    engine.goto("about:blank")
    engine.goto(address)
    play_to_the_end(engine, rng)
    assert engine.errors == []
