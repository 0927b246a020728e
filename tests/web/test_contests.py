"""The deal of the day and challenges in the page: what one may see before, at the table, and afterwards."""

import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect

import estaminet
from estaminet.contests import HOUSE_GAMES, Contest, Result
from tests.server.people import Json, Visitor
from tests.server.servers import RunningServer
from tests.server.test_contests import fill_in_house_games, play_to_the_end, put, sit_down
from tests.web.conftest import Open
from tests.web.playing import answer_hint

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
LAPTOP, PHONE = (1366, 650), (390, 664)
GAMES = ("poule", "reeperbahn", "nuit")


@pytest.fixture
def people(house: RunningServer) -> Iterator[tuple[Visitor, Visitor]]:
    anna, bert = Visitor(house.url, "Anna"), Visitor(house.url, "Bert")
    yield anna, bert
    for person in (anna, bert):
        person.close()


def play_at_random(game: str, day: str, seed: int) -> tuple[list[str], Result]:
    """A game of a deal of the day as somebody plays it who knows nothing, the house players included."""
    contest = Contest.daily(estaminet.game(game), date.fromisoformat(day))
    rng, position = random.Random(seed), contest.start()
    while not position.is_over:
        position.play(rng.choice(position.legal()))
    return list(position.actions), Result.of(position, contest.seat)


def fill_in(house: RunningServer, key: str, games: list[tuple[list[str], Result]]) -> None:
    """In a thread of its own: the browser's driver has a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(fill_in_house_games, house, key, games).result()


def let_the_house_play(house: RunningServer, day: str, game: str = "reeperbahn", count: int = HOUSE_GAMES) -> str:
    """A deal of a day that is past, which the house has played so often already; its address."""
    key = f"daily-{day}-{game}"
    fill_in(house, key, [play_at_random(game, day, seed) for seed in range(count)])
    return f"/c/{key}"


def give_up(person: Visitor, contest: str) -> str:
    table = sit_down(person, contest)
    person.command(table, "resign")
    return table


def challenge(person: Visitor, deals: int = 1) -> str:
    """Against players who answer at once; the house has played none of it."""
    plan = {"game": "reeperbahn", "players": 2, "level": "guest", "deals": deals}
    contest: str = person.post("/api/contests", plan)["id"]
    return contest


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_deals_of_the_day_and_all_games_are_in_sight_on_a_phone(
    house: RunningServer, visit: Open, language: str
) -> None:
    page = visit(house.url, size=PHONE, language=language)
    for game in GAMES:
        expect(page.locator(f'.today li[data-deal="{game}"] b')).to_be_in_viewport(ratio=1)
        for part in ("h2", ".quick > button", ".learn > *"):
            expect(page.locator(f'.cards li[data-game="{game}"] {part}')).to_be_in_viewport(ratio=1)


def test_the_deals_of_a_day_are_asked_for_once(house: RunningServer, visit: Open) -> None:
    page = visit("about:blank")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in ("/daily", "/daily?date=2026-02-05"):
        page.goto(house.url + path)
        expect(page.locator("main h2").first).to_be_visible()
        page.wait_for_load_state("networkidle")
    assert 1 <= sum("/api/daily?date=2026-02-05" in url for url in asked) <= 2, asked


def test_the_first_page_shows_how_far_one_is_and_does_not_move_for_it(
    house: RunningServer, visit: Open, people: tuple[Visitor, Visitor]
) -> None:
    anna, _ = people
    day: Json = anna.get("/api/daily")
    sit_down(anna, f"daily-{day['date']}-poule")
    give_up(anna, f"daily-{day['date']}-reeperbahn")
    page = visit("about:blank", size=LAPTOP, person=anna)
    page.route("**/api/daily", lambda _: None)
    page.goto(house.url)
    before = page.locator(".cards").bounding_box()
    page.unroute_all(behavior="ignoreErrors")
    page.goto(house.url)
    deals = page.locator(".today li")
    expect(deals.nth(0)).to_contain_text("in play")
    expect(deals.nth(1)).to_contain_text("lost")
    expect(deals.nth(2)).to_contain_text("to play")
    assert page.locator(".cards").bounding_box() == before


def test_days_can_be_leafed_through_and_tomorrow_cannot_be_seen(house: RunningServer, visit: Open) -> None:
    page = visit(house.url, language="de")
    page.locator(".today h2 a").click()
    expect(page.get_by_role("button", name="Tag danach")).to_be_disabled()
    today = page.locator(".page h2").inner_text()
    page.get_by_role("button", name="Tag davor").click()
    expect(page.locator(".page h2")).not_to_contain_text("Heute")
    expect(page.locator(".page li")).to_have_count(len(estaminet.games()))
    page.get_by_role("button", name="Tag danach").click()
    expect(page.locator(".page h2")).to_have_text(today)


def test_before_playing_one_is_told_what_it_is_and_sees_nothing_of_others(
    house: RunningServer, visit: Open, people: tuple[Visitor, Visitor]
) -> None:
    address = let_the_house_play(house, "2026-02-01")
    anna, _ = people
    table = give_up(anna, address.removeprefix("/c/"))
    page = visit(house.url + address, may_fail=True)
    expect(page.get_by_role("heading", level=1)).to_contain_text("February 1, 2026")
    expect(page.locator(".conditions")).to_contain_text("Everybody plays the same deal")
    expect(page.get_by_text("One person has finished this deal.")).to_be_visible()
    expect(page.locator("table")).to_have_count(0)
    page.goto(f"{house.url}/t/{table}")
    expect(page.get_by_text("You have not finished this deal yet")).to_be_visible()


def test_at_the_table_stands_why_nothing_is_taken_back(
    house: RunningServer, visit: Open, people: tuple[Visitor, Visitor]
) -> None:
    anna, _ = people
    page = visit(f"{house.url}/c/{challenge(anna)}", person=anna)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".play .wanted")).not_to_be_empty()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.get_by_role("button", name="Challenge", exact=True).click()
    expect(page.locator(".prompt .note")).to_contain_text("Everybody plays this deal once.")
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("button", name="End the game here")).to_have_count(0)
    page.get_by_role("button", name="Give up", exact=True).click()
    page.locator("dialog[open] .main").click()
    page.locator("dialog[open] .end").get_by_role("link", name="See the results").click()
    expect(page.get_by_text("You gave up: that counts as lost.")).to_be_visible()


def test_what_is_played_again_is_practice_with_hints(
    house: RunningServer, visit: Open, people: tuple[Visitor, Visitor]
) -> None:
    address = let_the_house_play(house, "2026-02-02")
    anna, _ = people
    give_up(anna, address.removeprefix("/c/"))
    page = visit(house.url + address, person=anna)
    page.get_by_role("button", name="Play it again for practice").click()
    expect(page.get_by_text("Practice: you have played this deal before.")).to_be_visible()
    page.locator(".prompt.mine").wait_for()
    answer_hint(page)
    expect(page.locator(".prompt")).to_contain_text("The house has nothing to say just now.")


def test_a_name_stands_in_the_list_of_a_day_if_its_owner_wants_it(
    house: RunningServer, visit: Open, people: tuple[Visitor, Visitor]
) -> None:
    address = let_the_house_play(house, "2026-02-03")
    for person in people:
        give_up(person, address.removeprefix("/c/"))
    anna, bert = people
    page = visit(house.url + address, person=anna)
    others = visit(house.url + address, person=bert)
    rows = others.locator("tbody tr")
    expect(rows.filter(has_text="somebody")).to_have_count(1)
    switch = page.get_by_role("checkbox", name="Show my name in this list")
    expect(switch).not_to_be_checked()
    switch.check()
    expect(switch).to_be_enabled()
    others.reload()
    expect(rows.filter(has_text="Anna")).to_have_count(1)
    rows.filter(has_text="Anna").get_by_role("button", name="same connection").click()
    expect(others.get_by_role("status").filter(has_text="It may be the same person twice")).to_be_visible()


PLACES = "(each) => [each.offsetTop, each.offsetHeight]"


def test_the_dots_of_the_house_grow_while_it_plays_and_nothing_moves(
    house: RunningServer, visit: Open, people: tuple[Visitor, Visitor]
) -> None:
    address = let_the_house_play(house, "2026-02-04")
    anna, _ = people
    give_up(anna, address.removeprefix("/c/"))
    page = visit("about:blank", size=PHONE, person=anna)
    done = iter([3, HOUSE_GAMES])

    def answer(route: Route) -> None:
        data = route.fetch().json()
        count = next(done, HOUSE_GAMES)
        data["house"] = {**data["house"], "done": count, "results": data["house"]["results"][:count]}
        if count > 3:  # others have finished in the meantime
            data["entries"] += [{**data["entries"][0], "is_you": False, "table": str(each)} for each in range(9)]
        route.fulfill(json=data)

    page.route("**/deals/0", answer)
    page.goto(house.url + address)
    expect(page.locator("figure > svg circle")).to_have_count(3)
    expect(page.locator("figcaption")).to_contain_text("3 of 24 games so far")
    everybody = page.get_by_role("region", name="Everybody’s results")
    places = everybody.evaluate(PLACES)
    expect(page.locator("figure > svg circle")).to_have_count(HOUSE_GAMES)
    expect(everybody.locator("tbody tr")).to_have_count(10)
    assert everybody.evaluate(PLACES) == places


def test_where_one_parted_from_the_house_is_shown_on_the_board(
    house: RunningServer, visit: Open, people: tuple[Visitor, Visitor]
) -> None:
    """Anna does what nobody of the house did."""
    key = "daily-2026-02-05-reeperbahn"
    contest = Contest.daily(estaminet.game("reeperbahn"), date(2026, 2, 5))
    anna, _ = people
    table = sit_down(anna, key)
    actions = play_to_the_end(anna, table)
    ply = next(at for at in range(len(actions)) if is_own(contest, actions[:at]))
    position = contest.start()
    for action in actions[:ply]:
        position.play(action)
    better = next(action for action in position.legal() if action != actions[ply])
    fill_in(house, key, [([*actions[:ply], better], Result(1.0, 4.0))] * HOUSE_GAMES)
    page = visit(f"{house.url}/c/{key}", size=PHONE, person=anna)
    parting = page.get_by_role("region", name="Where you and the house part")
    expect(parting).to_contain_text("It was your first decision.")
    expect(parting).to_contain_text("The house, in 24 of 24 games:")
    expect(parting).to_contain_text("it then won 100% of the time, on average +4 squares")
    expect(parting.locator("[data-hinted]").first).to_be_attached()
    parting.get_by_role("link", name="See it in the replay").click()
    expect(page).to_have_url(re.compile(rf"/replay/{table}#{ply}$"))


def is_own(contest: Contest, before: list[str]) -> bool:
    """Whether one decides oneself after these actions, with something to choose."""
    position = contest.start()
    for action in before:
        position.play(action)
    return position.to_move == contest.seat and len(position.legal()) > 1


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_two_games_are_gone_through_side_by_side_from_where_they_part(
    house: RunningServer, visit: Open, people: tuple[Visitor, Visitor], size: tuple[int, int]
) -> None:
    anna, _ = people
    contest = challenge(anna)
    games = []
    for seed, person in enumerate(people):
        table = sit_down(person, contest)
        games.append(play_to_the_end(person, table, seed))
    parted = next(at for at, (one, other) in enumerate(zip(*games, strict=False)) if one != other)
    last = max(map(len, games))
    page = visit(f"{house.url}/c/{contest}", size=size, person=anna)
    page.get_by_role("link", name="Compare with Bert").click()
    said = page.locator(".said")
    expect(said).to_have_text(f"Action {parted} of {last}. Here the games part.")
    expect(page.locator(".boards .last").first).to_contain_text("Next: ")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(f"Action {parted + 1} of {last}. The games have parted.")
    page.keyboard.press("Home")
    expect(said).to_contain_text("Up to here both games are the same." if parted else "Here the games part.")
    page.keyboard.press("End")
    page.get_by_role("button", name="To where they part").click()
    expect(said).to_contain_text("Here the games part.")
    if size == LAPTOP:
        expect(page.locator(".boards .board")).to_have_count(2)
        for board in page.locator(".boards .board").all():
            expect(board).to_be_in_viewport(ratio=1)
    else:
        page.get_by_role("tab", name="Game of Bert").click()
        expect(page.locator(".boards .board")).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Back to the results").click()
    expect(page.get_by_role("heading", name="Everybody’s results")).to_be_visible()


def test_a_challenge_is_set_up_sent_and_added_up(
    house: RunningServer, visit: Open, people: tuple[Visitor, Visitor]
) -> None:
    anna, bert = people
    page = visit(f"{house.url}/play/reeperbahn", size=LAPTOP, person=anna)
    page.get_by_role("link", name="Same deal with friends").click()
    page.get_by_label("The house plays as").select_option("guest")
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("button", name="Set up the challenge").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna’s challenge")
    expect(page.get_by_role("button", name="Play: Deal 1")).to_be_in_viewport(ratio=1)
    link = page.get_by_role("textbox", name="Send this link to your friends").input_value()
    contest = link.rsplit("/", 1)[1]
    for deal in range(2):
        for seed, person in enumerate(people):
            play_to_the_end(person, sit_down(person, contest, deal), seed)
    page.reload()
    sums = page.get_by_role("region", name="All deals together").locator("tbody tr")
    expect(sums).to_have_count(2)
    wins = {row.locator("th").inner_text(): row.locator("td").nth(3).inner_text() for row in sums.all()}
    mine = bert.get(f"/api/contests/{contest}")["mine"]
    assert wins["Bert"] == str(int(sum(each["share"] for each in mine if each)))
    expect(page.get_by_role("button", name="Play: Deal 3")).to_be_visible()
    page.get_by_role("link", name="See the results").nth(1).click()
    expect(page.get_by_role("heading", name="Deal 2")).to_be_in_viewport()
    other = visit(link, size=PHONE, language="fr")
    expect(other.get_by_role("heading", level=1)).to_have_text("Le défi d’Anna")
    expect(other.get_by_role("button", name="Jouer: Donne 1")).to_be_visible()


def test_a_result_can_be_taken_elsewhere_as_a_picture_and_gives_nothing_away(
    house: RunningServer, visit: Open, people: tuple[Visitor, Visitor], tmp_path: Path
) -> None:
    address = let_the_house_play(house, "2026-02-06")
    anna, _ = people
    give_up(anna, address.removeprefix("/c/"))
    page = visit(house.url + address, person=anna, is_own=True)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as picture").click()
    path = tmp_path / "card.png"
    download.value.save_as(path)
    with Image.open(path) as picture:
        assert picture.size == (1200, 630)
        assert len(picture.convert("RGB").getcolors(1 << 20) or []) > 10
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as text").click()
    text: str = page.evaluate("navigator.clipboard.readText()")
    assert text.count("●") + text.count("◐") + text.count("○") == HOUSE_GAMES
    assert text.count("◆") == 1
    assert "Deal of the day, February 6, 2026" in text
    assert "http" not in text  # this server is reached from its own device alone


def no_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.mark.parametrize(("language", "day"), [("en", "2026-02-07"), ("fr", "2026-02-08"), ("de", "2026-02-09")])
def test_the_results_fit_a_phone(
    house: RunningServer, visit: Open, people: tuple[Visitor, Visitor], language: str, day: str
) -> None:
    address = let_the_house_play(house, day)
    for person in people:
        give_up(person, address.removeprefix("/c/"))
        put(person, f"/api/contests/{address.removeprefix('/c/')}/listing", {"is_listed": True})
    page = visit(house.url + address, size=PHONE, language=language, person=people[0])
    expect(page.locator("table:has(.place) tbody tr")).to_have_count(2)
    assert no_sideways(page)
