"""A game without a folder in the page, connect four, on the generic board: drawn in letters, played from a list."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.examples.installation import install_once
from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.playing import play_from_home, play_to_the_end, wait_for_turn

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
GAME = "connect_four"
EMPTY = ". . . . . . .\n" * 6 + "a b c d e f g"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose Python has connect four installed."""
    python = install_once(tmp_path_factory).python
    with RunningServer(tmp_path_factory.mktemp("house"), python=python) as running:
        yield running


def drawing(page: Page) -> str:
    """The board, as it is written."""
    return page.locator(".drawing pre").inner_text().strip()


def drop(page: Page, column: str) -> None:
    wait_for_turn(page)
    page.locator(f'[data-touchable][data-action="drop {column}"]').click()


def share_a_device(page: Page, house: RunningServer) -> None:
    """Anna and Bert at one device."""
    page.goto(f"{house.url}/play/{GAME}#local")
    page.locator(".seats input").fill("Bert")
    page.get_by_label("Your name").fill("Anna")
    page.locator('button[type="submit"]').click()
    uncover(page, "Anna")


def uncover(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"I am {name}").click()


def test_the_first_page_has_a_card_for_it_without_rules(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    card = page.locator(f'li[data-game="{GAME}"]')
    expect(card.get_by_role("heading")).to_have_text("Connect four")
    expect(card).to_contain_text("2 players")
    expect(card.get_by_role("link", name="Rules")).to_have_count(0)
    expect(page.locator("ul.cards > li")).to_have_count(4)
    page.goto(f"{house.url}/rules/{GAME}")
    expect(page.get_by_text("There is nothing at this address.")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "language", "prompt"),
    [
        (DESKTOP, "fr", "À vous\u00a0: choisissez une action."),
        (PHONE, "de", "Du bist dran: Wähle eine Aktion."),
    ],
)
def test_a_whole_game(size: tuple[int, int], language: str, prompt: str, house: RunningServer, visit: Open) -> None:
    page = visit(house.url, size=size, language=language)
    play_from_home(page, GAME)
    wait_for_turn(page)
    expect(page.locator(".wanted")).to_have_text(prompt)
    assert len(page.locator("[data-touchable]").all()) == 7
    play_to_the_end(page, random.Random(5))
    expect(page.locator("dialog[open] .end ol li")).to_have_count(2)
    expect(page.locator("dialog[open] .end details")).to_have_count(0)


def test_pieces_have_the_colours_of_their_seats_and_the_last_one_is_marked(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    share_a_device(page, house)
    assert drawing(page) == EMPTY
    drop(page, "d")
    uncover(page, "Bert")
    drop(page, "d")
    uncover(page, "Anna")
    assert drawing(page).splitlines()[4:6] == [". . . O . . .", ". . . X . . ."]
    pieces = page.locator(".drawing .piece")
    expect(pieces).to_have_text(["O", "X"])
    colours = pieces.evaluate_all("pieces => pieces.map((piece) => getComputedStyle(piece).color)")
    assert len(set(colours)) == 2
    expect(page.locator(".drawing .new")).to_have_text(["O"])
    log = page.locator('[role="log"] p')
    expect(log).to_have_text(["Anna drops a disc into column d.", "Bert drops a disc into column d."])


def test_keys_alone_are_enough(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    share_a_device(page, house)
    wait_for_turn(page)
    page.locator('[data-action="drop a"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    uncover(page, "Bert")
    assert drawing(page).splitlines()[5] == ". X . . . . ."


def test_a_hint_marks_what_the_house_would_do(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    play_from_home(page, GAME)
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("[data-hinted]")).to_have_count(1)
    hinted = page.locator("[data-hinted]").get_attribute("data-action")
    expect(page.locator(".hint label").first).to_contain_text(str(hinted), ignore_case=True)
    expect(page.locator(".hint")).to_contain_text("chance of winning", ignore_case=True)


def test_a_move_is_taken_back(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    share_a_device(page, house)
    drop(page, "g")
    page.get_by_role("button", name="Undo").click()
    uncover(page, "Anna")
    expect(page.locator('[role="log"] p')).to_have_count(2)
    assert drawing(page) == EMPTY


def finish(house: RunningServer) -> str:
    """A game that Anna wins in column a; its table."""
    anna = Visitor(house.url, "Anna")
    table: str = anna.set_up(GAME, ["me", "local:Bert"])["id"]
    anna.command(table, "sit", salt="s")
    anna.command(table, "start")
    for column in "abababa":
        number = anna.get(f"/api/tables/{table}")["number"]
        anna.command(table, "move", number=number, action=f"drop {column}")
    anna.close()
    return table


def test_a_game_is_looked_at_again(house: RunningServer, visit: Open) -> None:
    page = visit(f"{house.url}/replay/{finish(house)}")
    position = page.locator(".position")
    expect(position).to_contain_text("Action 0 of 7")
    assert drawing(page) == EMPTY
    page.keyboard.press("End")
    expect(position).to_have_text("Action 7 of 7. Anna drops a disc into column a. Anna has four in a line and wins.")
    assert drawing(page).splitlines()[5] == "X O . . . . ."


def test_the_server_checks_the_deal_and_the_page_says_so(house: RunningServer, visit: Open) -> None:
    page = visit(f"{house.url}/fair/{finish(house)}")
    expect(page.locator(".verdict")).to_have_text(
        "Yes, if this is the promise that you were given before you sat down."
    )
    expect(page.locator("section")).to_contain_text("the server has checked the deal")
