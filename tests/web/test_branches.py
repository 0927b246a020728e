"""What if: from a review to another way for a game, played to its end, compared, kept in a record, opened again."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import estaminet
from tests.server.servers import RunningServer
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.playing import play_to_the_end
from tests.web.reviews import answer_with, invent_review
from tests.web.scenes import Scene, play_at_a_table

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
AT = 12
CLEAR = """() => {
  const sign = document.querySelector(".branch");
  const words = document.createRange();
  words.selectNodeContents(sign);
  const said = words.getBoundingClientRect();
  const isBeside = ({ left, right, top, bottom }) =>
    right <= said.left || said.right <= left || bottom <= said.top || said.bottom <= top;
  const others = [...document.querySelectorAll("header nav > *, .prompt")];
  return sign.scrollWidth <= sign.clientWidth && others.every((each) => isBeside(each.getBoundingClientRect()));
}"""
"""Whether all of the sign of a branch is seen, and it covers nothing."""


@pytest.fixture(scope="module")
def scene(house: RunningServer) -> Iterator[Scene]:
    """A finished game between two people, a short one."""
    with play_at_a_table(house, "poule", 10_000, 2, options={"rounds": 1}) as scene:
        yield scene


def branch_off(page: Page, *, is_imagined: bool) -> None:
    """Decide otherwise where the game is looked at, against the weakest players."""
    page.locator("[data-what-if]").click()
    dialog = page.get_by_role("dialog", name="What if…")
    expect(dialog).to_contain_text(f"After action {AT} you decide for ")
    dialog.get_by_role("radio", name=re.compile("^Dealt anew" if is_imagined else "^As it lay")).check()
    dialog.get_by_role("combobox").select_option("guest")
    dialog.get_by_role("button", name="Play on from here").click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_game_goes_another_way_and_comes_back_in_a_record(
    scene: Scene, visit: Open, tmp_path: Path, size: tuple[int, int]
) -> None:
    anna = scene.people[0]
    page = visit(f"{anna.url}/rules", person=anna, size=size)
    record = anna.get(f"/api/tables/{scene.table}/record")
    answer_with(page, invent_review(record))
    page.goto(f"{anna.url}/review/{scene.table}#{AT}")
    expect(page.locator(".position")).to_contain_text(f"Action {AT} of ")
    branch_off(page, is_imagined=False)
    # At a table that says what it is, in every language, beside whatever else is there.
    languages = page.locator("header select")
    for language, says in (("fr", "Et si…"), ("de", "Was wäre, wenn …"), ("en", "What if…")):
        languages.select_option(language)
        expect(page.locator(".branch")).to_have_text(says)
        for width, height in ((360, 640), size):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(CLEAR), (language, width)
    expect(page.locator("aside [data-branch-note]")).to_contain_text(f"from action {AT} on.")
    play_to_the_end(page, random.Random(4))
    tree = page.locator("dialog [data-branches]")
    expect(tree).to_contain_text("What really happened")
    page.locator("dialog").get_by_role("link", name="Back to the game").click()
    expect(page).to_have_url(re.compile(rf"/review/{scene.table}#{AT}$"))
    # Beside what really happened.
    branch = page.locator("[data-branch]")
    expect(branch).to_contain_text("Branch 1")
    expect(branch).to_contain_text(f"from action {AT} on, instead: ")
    expect(branch).to_contain_text(re.compile(r"(Anna|Bert|,)+ won, −?\d+ : −?\d+"))
    branch.get_by_role("button", name="Compare the chances").click()
    expect(branch.get_by_role("status")).to_contain_text(re.compile(r"Chances of \w+ after it: \d+%"))
    branch.get_by_role("button", name=re.compile("^Rename")).click()
    page.get_by_role("textbox", name="Name of this branch").fill("  The bold way ")
    page.keyboard.press("Enter")
    expect(branch.get_by_role("link", name="The bold way")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record with its branches").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    found = estaminet.read_record(file.read_text(encoding="utf-8"))
    found.replay()
    assert [(each.name, each.at) for each in found.variations] == [("The bold way", AT)]
    # Somebody else opens the file.
    other = visit(f"{anna.url}/replay", size=size)
    other.locator('input[type="file"]').set_input_files(file)
    other.locator("[data-branch]").get_by_role("button", name="The bold way").click()
    expect(other.locator(".position")).to_contain_text(f" of {len(found.follow(found.variations[0]).actions)}.")
    # Nothing of it is in the list of games; it goes when it is not wanted.
    page.goto(f"{anna.url}/mine")
    expect(page.locator(f'a[href$="/t/{scene.table}"]')).to_be_visible()
    expect(page.locator(".tables > li")).to_have_count(1)
    page.goto(f"{anna.url}/replay/{scene.table}")
    page.get_by_role("button", name="Delete: The bold way").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("[data-branch]")).to_have_count(0)


def test_a_file_leads_to_a_branch_and_the_branch_back_to_the_file(scene: Scene, visit: Open, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(scene.people[0].get(f"/api/tables/{scene.table}/record")))
    page = visit(f"{scene.people[0].url}/replay")
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.locator(".position")).to_contain_text("Action 0 of ")
    for _ in range(AT):
        page.keyboard.press("ArrowRight")
    branch_off(page, is_imagined=True)
    note = page.locator("aside [data-branch-note]")
    expect(note).to_contain_text("What was hidden is dealt anew.")
    note.get_by_role("link", name="Back to the game").click()
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.locator(".position")).to_contain_text(f"Action {AT} of ")
    expect(page.locator("[data-branch]")).to_contain_text("still going on")
    # Where nobody decides nothing can be decided otherwise.
    page.keyboard.press("End")
    page.locator("[data-what-if]").click()
    expect(page.get_by_role("dialog", name="What if…")).to_contain_text("The game is over here")
