"""People at one table: what they suggest to each other, what they say, and that everybody gets an answer."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import wait_for_turn
from tests.web.scenes import Scene, play_at_a_table
from tests.web.test_several_people import next_mover

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
LAPTOP, PHONE = (1366, 650), (390, 664)


@pytest.fixture
def scene(house: RunningServer) -> Iterator[Scene]:
    """Anna and Bert, whose game has just begun."""
    with play_at_a_table(house, "poule", 0, 2) as scene:
        yield scene


@pytest.fixture
def pages(house: RunningServer, visit: Open, scene: Scene) -> tuple[Page, Page]:
    """Anna at a laptop, in English; Bert at a phone, in German."""
    anna = visit(house.url + scene.path, size=LAPTOP, person=scene.people[0])
    bert = visit(house.url + scene.path, size=PHONE, language="de", person=scene.people[1])
    for page in (anna, bert):
        expect(page.locator(".play")).to_be_visible()
    return anna, bert


def choose(page: Page, more: str, name: str) -> None:
    page.get_by_role("button", name=more, exact=True).click()
    page.get_by_role("button", name=name).click()


def test_against_people_a_hint_is_refused_and_why_is_said(pages: tuple[Page, Page]) -> None:
    anna, bert = pages
    anna.get_by_role("button", name="Hint").click(force=True)  # greyed, but it answers
    expect(anna.locator(".news")).to_have_text("No hints while you play against other people.")
    bert.get_by_role("button", name="Tipp").click(force=True)
    expect(bert.locator(".news")).to_have_text("Keine Tipps, solange du gegen andere Menschen spielst.")


def test_whoever_suggests_stopping_sees_that_it_is_pending_and_declined(pages: tuple[Page, Page]) -> None:
    anna, bert = pages
    choose(anna, "More", "Suggest stopping")
    expect(anna.get_by_role("alert")).to_contain_text("Waiting for an answer")
    expect(bert.get_by_role("alert")).to_contain_text("Anna schlägt vor, die Partie ohne Sieger zu beenden.")
    bert.get_by_role("button", name="Weiterspielen").click()
    expect(anna.get_by_role("alert")).to_contain_text("Bert would rather play on.")
    anna.get_by_role("button", name="All right").click()
    expect(anna.get_by_role("alert")).to_have_count(0)


def test_whoever_suggested_stopping_can_take_it_back_and_both_see_it(pages: tuple[Page, Page]) -> None:
    anna, bert = pages
    choose(anna, "More", "Suggest stopping")
    expect(bert.get_by_role("alert")).to_contain_text("Anna schlägt vor")
    anna.get_by_role("button", name="Never mind").click()
    expect(anna.get_by_role("alert")).to_contain_text("Withdrawn. The game goes on.")
    expect(bert.get_by_role("alert")).to_contain_text("Anna zieht das zurück")
    for page, name in ((anna, "All right"), (bert, "Gut")):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.locator("dialog[open]")).to_have_count(0)


def test_whoever_agrees_to_stop_ends_it_for_both(pages: tuple[Page, Page]) -> None:
    anna, bert = pages
    choose(bert, "Mehr", "Aufhören vorschlagen")
    anna.get_by_role("button", name="Agree").click()
    expect(anna.locator("dialog[open] .said")).to_contain_text("All agreed to stop.")
    expect(bert.locator("dialog[open] .said")).to_contain_text("Alle wollten aufhören.")


def test_a_move_after_the_turn_is_taken_back_if_the_other_allows_it(scene: Scene, pages: tuple[Page, Page]) -> None:
    anna, bert = pages
    rng = random.Random(4)
    scene.play(rng, 6)
    wait_for_turn(anna)
    choose(anna, "More", "Ask to take back my move")
    expect(anna.get_by_role("alert")).to_contain_text("Waiting for an answer")
    expect(bert.get_by_role("alert")).to_contain_text("Die Partie zählt dann als Übung.")
    bert.get_by_role("button", name="Nein", exact=True).click()
    expect(anna.get_by_role("alert")).to_contain_text("Bert would rather leave it as it is.")
    anna.get_by_role("button", name="All right").click()
    scene.play(rng, 2)
    before = scene.people[0].watch(scene.table)["view"]["ply"]
    wait_for_turn(anna)
    choose(anna, "More", "Ask to take back my move")
    bert.get_by_role("button", name="Erlauben").click()
    expect(anna.get_by_role("alert")).to_contain_text("Agreed: decide anew.")
    expect(anna.get_by_text("Practice: moves were taken back.")).to_be_visible()
    expect(bert.locator(".news")).to_contain_text("Anna nimmt zurück")
    after = scene.people[0].watch(scene.table)["view"]
    assert (after["to_move"], after["ply"] < before) == (0, True)


def test_what_one_says_the_other_reads_in_their_own_language_and_as_plain_text(pages: tuple[Page, Page]) -> None:
    anna, bert = pages
    anna.get_by_role("button", name="Talk").click()
    anna.get_by_role("button", name="Good luck!").click()
    expect(bert.locator(".bubble")).to_contain_text("Viel Glück!")
    anna.get_by_placeholder("Write something").fill("<b>Hi</b> http://example.org")
    anna.keyboard.press("Enter")
    expect(bert.locator(".bubble")).to_contain_text("<b>Hi</b> http://example.org")
    bert.locator(".bubble").click()
    said = bert.locator("dialog[open] .said")
    expect(said.locator("li")).to_have_count(2)
    expect(said.locator("a, b b")).to_have_count(0)
    bert.reload()
    bert.get_by_role("button", name="Reden").click()
    expect(said.locator("li")).to_have_count(2)
    expect(bert.locator(".bubble")).to_have_count(0)


def test_whoever_is_muted_stays_so_on_this_device(pages: tuple[Page, Page]) -> None:
    anna, bert = pages
    anna.get_by_role("button", name="Talk").click()
    anna.get_by_role("button", name="Your turn!").click()
    bert.locator(".bubble").click()
    bert.get_by_role("button", name="Anna stummschalten").click()
    expect(bert.locator("dialog[open] .said")).not_to_contain_text("Du bist dran!")
    bert.reload()
    expect(bert.get_by_role("button", name="Reden")).to_be_visible()
    anna.get_by_role("button", name="Your turn!").click()
    expect(anna.locator("dialog[open] .said li")).to_have_count(2)
    bert.get_by_role("button", name="Reden").click()
    expect(bert.locator("dialog[open]")).to_contain_text("Anna ist auf diesem Gerät stummgeschaltet.")
    expect(bert.locator("dialog[open] .said")).not_to_contain_text("Du bist dran!")
    bert.get_by_role("button", name="Anna wieder lesen").click()
    expect(bert.locator("dialog[open] .said li")).to_have_count(2)


def test_a_word_takes_nothing_out_of_a_hand(pages: tuple[Page, Page]) -> None:
    """Whoever talks while they choose goes on where they were."""
    anna, bert = pages
    mover = next_mover(anna, bert)
    stall = mover.locator("[data-touchable]").first
    stall.click()
    chosen = mover.locator(".wanted").inner_text()
    label = "Talk" if mover is anna else "Reden"
    mover.get_by_role("button", name=label).click()
    mover.locator("dialog[open] .phrases button").first.click()
    expect(mover.locator("dialog[open] .said li")).to_have_count(1)
    assert mover.locator(".wanted").inner_text() == chosen


def test_whoever_only_watches_sees_no_way_to_talk(visit: Open, pages: tuple[Page, Page]) -> None:
    guest = visit(pages[0].url)
    expect(guest.locator(".play")).to_be_visible()
    expect(guest.get_by_role("button", name="More", exact=True)).to_be_visible()
    expect(guest.get_by_role("button", name="Talk")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_all_games_are_in_sight_at_once_on_a_phone(house: RunningServer, visit: Open, language: str) -> None:
    page = visit(house.url, size=PHONE, language=language)
    names = {"poule": "Kingdoms", "reeperbahn": "Royal Visit", "nuit": "Volle Hütte"}
    for game, name in names.items():
        offer = page.locator(f'li[data-game="{game}"]')
        expect(offer).to_contain_text(name)
        for part in ("h2", ".quick > button", ".learn > *"):
            expect(offer.locator(part)).to_be_in_viewport(ratio=1)


def test_nothing_moves_while_a_table_is_set(house: RunningServer, visit: Open) -> None:
    page = visit(house.url, size=PHONE, language="fr")
    # The house never answers.
    page.route("**/api/tables", lambda _: None)
    controls = page.locator('li[data-game="nuit"] .quick > *')
    boxes = [control.bounding_box() for control in controls.all()]
    play = controls.last
    expect(play).to_have_text("Jouer")
    play.click()
    expect(play).to_have_attribute("aria-busy", "true")
    assert [control.bounding_box() for control in controls.all()] == boxes


def test_whoever_comes_back_to_a_laptop_still_sees_how_to_play(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0, 2) as scene:
        page = visit(house.url, size=(1366, 650), person=scene.people[0], language="fr")
        expect(page.locator(".begun li")).to_have_count(1)
        for play in page.get_by_role("button", name="Jouer tout de suite").all():
            expect(play).to_be_in_viewport(ratio=0.8)


def test_every_running_game_can_be_found_on_the_first_page(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 0, 2) as scene:
        anna = scene.people[0]
        for _ in range(5):
            table = anna.set_up("poule", ["me", "apprentice"])["id"]
            anna.command(table, "sit")
            anna.command(table, "start")
        page = visit(house.url, size=PHONE, person=anna)
        expect(page.locator(".begun li")).to_have_count(1)
        expect(page.locator('li[data-game="nuit"] h2')).to_be_in_viewport()
        page.get_by_role("button", name="Show all 6").click()
        expect(page.locator(".begun li")).to_have_count(6)
