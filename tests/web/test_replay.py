"""After the game: the browser draws the deal again, and the game can be looked at again."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.people import Json, Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import PHONE, Open
from tests.web.playing import play_from_home

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
GAMES = {"poule": ["me", "apprentice"], "reeperbahn": ["me", "apprentice"], "nuit": ["me", "apprentice", "apprentice"]}


def give_up_soon(house: RunningServer, game: str, **options: object) -> tuple[str, Json]:
    """A game of some moves in which everybody else wins; its table and its record."""
    anna = Visitor(house.url, "Anna")
    table = anna.set_up(game, GAMES[game], options=options)["id"]
    anna.command(table, "sit", salt="annas-salt")
    line = anna.sit_live(table)
    line.next_update()
    line.send("start")
    rng, moved = random.Random(2), 0
    while moved < 5:
        update = line.next_update()
        if update["view"] and update["view"]["legal"]:
            line.send("move", number=update["number"], action=rng.choice(update["view"]["legal"]))
            moved += 1
    anna.command(table, "leave")
    record: Json = anna.get(f"/api/tables/{table}/record")
    anna.close()
    return table, record


FAIR = "Yes: nobody could have chosen the deal."
SOUND = "Yes, if this is the promise that you were given before you sat down."
UNFAIR = "No: this deal is not the promised one."


def expect_verdict(page: Page, verdict: str, *lines: str) -> None:
    expect(page.locator('[role="status"]')).to_have_text(verdict)
    for line in lines:
        expect(page.locator("section li").filter(has_text=line)).to_be_visible()


def drop(page: Page, house: RunningServer, record: Json, tmp_path: Path) -> None:
    """Have the file of a record checked."""
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    page.goto(f"{house.url}/fair")
    page.locator('input[type="file"]').set_input_files(file)


def play_and_give_up(page: Page, house: RunningServer) -> tuple[str, Json]:
    """A game of somebody in their browser; its table and its record."""
    page.goto(house.url)
    play_from_home(page, "poule")
    table = page.url.rpartition("/")[2]
    page.request.post(f"{house.url}/api/tables/{table}/commands", data={"type": "resign"})
    return table, page.request.get(f"{house.url}/api/tables/{table}/record").json()


@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_finds_an_honest_deal_sound(game: str, house: RunningServer, visit: Open) -> None:
    table, _ = give_up_soon(house, game)
    expect_verdict(visit(f"{house.url}/fair/{table}"), SOUND, "This browser has no note of this table")


def test_and_a_deal_with_options_too(house: RunningServer, visit: Open) -> None:
    table, _ = give_up_soon(house, "poule", wizard=True, rounds=2)
    expect_verdict(visit(f"{house.url}/fair/{table}"), SOUND)


def test_whoever_sat_there_finds_it_fair_by_what_the_browser_noted(
    house: RunningServer, visit: Open, tmp_path: Path
) -> None:
    page = visit(house.url)
    table, record = play_and_give_up(page, house)
    page.goto(f"{house.url}/fair/{table}")
    expect_verdict(page, FAIR, "The promise is the one that this browser noted")
    drop(page, house, record, tmp_path)
    expect_verdict(page, FAIR, "The promise is the one that this browser noted")


def test_it_needs_nothing_that_a_browser_has_only_over_https(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    table, _ = play_and_give_up(page, house)
    page.goto(f"{house.url}/fair/{table}")
    expect_verdict(page, FAIR)


def test_whoever_stood_up_and_sat_down_again_finds_their_first_salt(house: RunningServer, visit: Open) -> None:
    anna, page = Visitor(house.url, "Anna"), visit(house.url)
    table = anna.set_up("poule", ["me", "open"])
    anna.command(table["id"], "sit", salt="annas-salt")
    page.goto(f"{house.url}/t/{table['id']}?invitation={table['invitation']}")
    for _ in range(2):
        page.get_by_role("button", name="Sit down", exact=True).click()
        page.get_by_role("button", name="Stand up").click()
    page.get_by_role("button", name="Sit down", exact=True).click()
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    anna.command(table["id"], "start")
    anna.command(table["id"], "resign")
    anna.close()
    page.goto(f"{house.url}/fair/{table['id']}")
    expect_verdict(page, FAIR)


def test_a_record_with_another_promise_is_loud(house: RunningServer, visit: Open, tmp_path: Path) -> None:
    """A server that shows the sound record of another deal, or that had another commitment all along."""
    page = visit(house.url)
    table, record = play_and_give_up(page, house)
    _, other = give_up_soon(house, "poule")
    page.route("**/api/tables/*/record", lambda route: route.fulfill(json=other))
    page.goto(f"{house.url}/fair/{table}")
    expect_verdict(page, UNFAIR, "The promise is not the one that this browser noted")
    record["fairness"] |= {"commitment": "0" * 64}
    drop(page, house, record, tmp_path)
    expect_verdict(page, UNFAIR, "The promise is not the one that this browser noted")


def test_a_record_without_the_players_own_salt_is_loud(house: RunningServer, visit: Open, tmp_path: Path) -> None:
    page = visit(house.url)
    _, record = play_and_give_up(page, house)
    record["fairness"]["salts"][0] = "another"
    drop(page, house, record, tmp_path)
    expect_verdict(page, UNFAIR, "The salt that this browser added for you is not in the record.")


def exchange_a_card(record: Json) -> None:
    tiles = record["deal"]["rounds"][0]
    tiles[0] = tiles[1]


TRICKS: dict[str, Callable[[Json], None]] = {
    "a card that was exchanged": exchange_a_card,
    "a deal without cards": lambda record: record.update(deal={}),
    "another option": lambda record: record["options"].update(purse_start=40),
    "an older proof": lambda record: record["fairness"].pop("version"),
}


@pytest.mark.parametrize("trick", TRICKS)
def test_the_browser_finds_out(trick: str, house: RunningServer, visit: Open, tmp_path: Path) -> None:
    _, record = give_up_soon(house, "poule")
    page = visit(house.url)
    drop(page, house, record, tmp_path)
    expect_verdict(page, SOUND)
    TRICKS[trick](record)
    drop(page, house, record, tmp_path)
    expect_verdict(page, UNFAIR)


def test_a_proof_of_an_unknown_version_gets_a_sentence(house: RunningServer, visit: Open, tmp_path: Path) -> None:
    _, record = give_up_soon(house, "poule")
    record["fairness"]["version"] = 3
    page = visit(house.url)
    drop(page, house, record, tmp_path)
    expect(page.get_by_role("alert")).to_have_text("This proof is of a version that this page does not know.")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_looked_at_again_with_keys_and_slider(game: str, house: RunningServer, visit: Open) -> None:
    table, record = give_up_soon(house, game)
    last = len(record["actions"])
    page = visit(f"{house.url}/replay/{table}")
    position = page.locator(".position")
    expect(position).to_contain_text(f"Action 0 of {last}")
    page.keyboard.press("ArrowRight")
    expect(position).to_contain_text(f"Action 1 of {last}")
    page.keyboard.press("End")
    expect(position).to_contain_text(f"Action {last} of {last}")
    page.locator('input[type="range"]').fill("2")
    expect(position).to_contain_text(f"Action 2 of {last}")
    expect(page).to_have_url(f"{house.url}/replay/{table}#2")
    page.reload()
    expect(position).to_contain_text(f"Action 2 of {last}")


ROWS = """(controls) => new Set([...controls.querySelectorAll("button, select")]
  .filter((each) => each.checkVisibility())
  .map((each) => Math.round(each.getBoundingClientRect().bottom))).size"""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_on_a_phone_all_buttons_of_a_replay_are_in_one_row(language: str, house: RunningServer, visit: Open) -> None:
    table, _ = give_up_soon(house, "poule")
    page = visit(f"{house.url}/replay/{table}", size=PHONE, language=language)
    assert page.locator(".controls").evaluate(ROWS) == 1


def test_whoever_looks_through_somebodys_eyes_is_not_taken_for_them(house: RunningServer, visit: Open) -> None:
    table, _ = give_up_soon(house, "nuit")
    page = visit(f"{house.url}/replay/{table}")
    page.get_by_label("Seen by").select_option("0")
    hand = page.get_by_role("list", name=": hand").locator("[data-target]").first
    expect(hand).not_to_contain_text("hidden card")
    hand.click()
    expect(page.locator(".about")).to_be_visible()
    expect(page.locator(".about")).not_to_contain_text("only you")


def test_a_file_that_is_no_record_gets_a_sentence(house: RunningServer, visit: Open, tmp_path: Path) -> None:
    file = tmp_path / "diary.json"
    file.write_text('{"dear": "diary"}')
    page = visit(f"{house.url}/replay", may_fail=True)
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("not the record of a game")
