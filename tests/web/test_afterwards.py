"""After the game: the browser draws the deal again, and the game can be looked at again."""

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.table.people import Json, Visitor
from tests.table.running import RunningServer
from tests.web.conftest import Open

pytestmark = pytest.mark.compiled
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


@pytest.mark.parametrize("game", GAMES)
def test_the_browser_finds_an_honest_deal_fair(game: str, house: RunningServer, visit: Open) -> None:
    table, _ = give_up_soon(house, game)
    page = visit(f"{house.url}/fair/{table}")
    expect(page.locator('[role="status"]')).to_have_text("Yes: the deal could not be chosen.")


def test_and_a_deal_with_options_too(house: RunningServer, visit: Open) -> None:
    table, _ = give_up_soon(house, "poule", wizard=True, rounds=2)
    page = visit(f"{house.url}/fair/{table}")
    expect(page.locator('[role="status"]')).to_have_text("Yes: the deal could not be chosen.")


def test_the_browser_finds_out_a_card_that_was_exchanged(house: RunningServer, visit: Open, tmp_path: Path) -> None:
    _, record = give_up_soon(house, "poule")
    tiles = record["deal"]["rounds"][0]
    tiles[0] = tiles[1]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))
    page = visit(f"{house.url}/fair")
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.locator('[role="status"]')).to_have_text("No: this deal is not the promised one.")


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


def test_a_file_that_is_no_record_gets_a_sentence(house: RunningServer, visit: Open, tmp_path: Path) -> None:
    file = tmp_path / "diary.json"
    file.write_text('{"dear": "diary"}')
    page = visit(f"{house.url}/replay", may_fail=True)
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("not the record of a game")
