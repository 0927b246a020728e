"""The opponents: chosen at the set-up, seen at the table, and as strong as suits."""

from playwright.sync_api import expect

from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.test_endings import give_up


def test_whoever_was_chosen_sits_at_the_table_and_the_end_says_how_the_next_game_will_be(
    house: RunningServer, visit: Open
) -> None:
    page = visit(f"{house.url}/play/reeperbahn")
    choices = page.locator(".seats li").nth(1).locator("select")
    choices.first.select_option("house")
    choices.nth(1).select_option("adapt")
    choices.nth(2).select_option("greta")
    page.locator('button[type="submit"]').click()
    greta = page.locator('.play [data-about="club:1"]')
    expect(greta).to_contain_text("Greta Regular")
    expect(greta.locator('[data-character="greta"]')).to_be_visible()
    give_up(page)
    end = page.locator("dialog[open] .end")
    expect(end).to_contain_text("Greta Regular")
    expect(end).to_contain_text("Next time your opponent goes a little easier on you.")
