"""The page is there without a connection, says so, never mixes versions, and puts nothing private aside."""

import itertools
import json
import random
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from estaminet.server.http.routes import pages
from tests.server.people import Visitor
from tests.server.servers import RunningServer
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.playing import play_from_home, play_to_the_end, touch_something, wait_for_turn
from tests.web.test_lessons import do_as_told

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
STOCKED = """async () => {
  const wanted = ["poule", "reeperbahn", "nuit"].map((game) => `/api/games/${game}/lesson`);
  const found = await Promise.all(["/", ...wanted].map((path) => caches.match(path)));
  return navigator.serviceWorker.controller !== null && found.every(Boolean);
}"""
CACHED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const response = await cache.match(url);
      found.push({ name, url, text: await response.text(), headers: JSON.stringify([...response.headers]) });
    }
  }
  return found;
}"""
SHOWN = """async () => {
  const shell = (await caches.keys()).filter((name) => name.includes("shell")).at(-1);
  const cache = await caches.open(shell);
  const page = await (await cache.match("/")).text();
  const files = await Promise.all(page.match(/assets\\/[\\w.-]+/g).map((file) => cache.match("/" + file)));
  return (await Promise.all(files.map((file) => file.text()))).join();
}"""
"""What the page begins with that opens without a connection."""
PUBLIC = r"/(assets/.+|icon.*|manifest.*|api/games/\w+(/lesson)?|api/tables/{}/record|api/replay.*record=\w+)?"
"""What may be put aside when one game is finished."""


def wait_until(page: Page, condition: str) -> None:
    """Until something holds that has to be waited for itself; what never does is an error."""
    loop = "for (; performance.now() < late; await new Promise((go) => setTimeout(go, 100))) if (await holds()) return;"
    late = "const late = performance.now() + 60_000;"
    page.evaluate(f"async () => {{ const holds = {condition}; {late} {loop} throw new Error(`never: ${{holds}}`); }}")


def stock(page: Page) -> None:
    """Until the worker has everything."""
    wait_until(page, STOCKED)


def cut(page: Page, *, is_off: bool = True) -> None:
    page.context.set_offline(is_off)


def finish_against_the_house(page: Page, house: RunningServer) -> str:
    """A game that is played in this browser; its table, when its end is put aside."""
    page.goto(house.url)
    play_from_home(page, "reeperbahn")
    play_to_the_end(page, random.Random(5))
    table = page.url.rpartition("/")[2]
    replay = """async () => (await (await caches.open("estaminet-records-1")).keys()).length >= 3"""
    wait_until(page, replay)
    return table


def test_without_a_connection_the_house_opens_teaches_and_shows_what_was_played(
    house: RunningServer, visit: Open
) -> None:
    page = visit(house.url, has_worker=True, may_fail=True)
    stock(page)
    table = finish_against_the_house(page, house)
    cut(page)
    page.goto(house.url)
    expect(page.locator(".reach").get_by_text("Offline")).to_be_visible()
    expect(page.get_by_text("You are offline.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Play .* now$")).first).to_be_disabled()
    expect(page.get_by_role("link", name="Invite friends")).to_have_count(0)

    page.get_by_role("link", name="Rules").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rules of")
    expect(page.locator("article h2").first).to_be_visible()

    page.goto(house.url)
    page.locator(f'a[href="/replay/{table}"]').click()
    expect(page.locator(".position")).to_contain_text("Action 0 of")
    page.keyboard.press("End")
    page.get_by_label("Seen by").select_option("0")
    expect(page.locator(".board [data-target]").first).to_be_visible()

    page.goto(f"{house.url}/t/{table}")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".position")).to_contain_text("Action 0 of")

    page.goto(f"{house.url}/puzzles/poule")
    expect(page.get_by_text("This needs a connection")).to_be_visible()
    cut(page, is_off=False)
    expect(page.locator(".reach").get_by_text("Back online")).to_be_visible()
    expect(page.get_by_role("heading", name="Puzzles")).to_be_visible()


@pytest.mark.parametrize("game", ["poule", "nuit"])
def test_a_lesson_is_learned_without_a_connection_and_goes_on_with_one(
    game: str, house: RunningServer, visit: Open
) -> None:
    page = visit(house.url, has_worker=True, may_fail=True, size=PHONE)
    stock(page)
    cut(page)
    page.reload()
    page.locator(f'li[data-game="{game}"] .learn button').click()
    expect(page.locator(".play")).to_be_visible()
    while do_as_told(page):
        pass
    go_on = page.get_by_role("button", name="Keep playing")
    expect(go_on).to_be_disabled()
    expect(page.locator(".lesson-end")).to_contain_text("Playing on needs a connection.")
    cut(page, is_off=False)
    go_on.click()
    page.wait_for_url("**/t/*")
    wait_for_turn(page)
    touch_something(page, random.Random(3))


def test_nothing_private_is_put_aside_and_leaving_takes_all_of_it_away(house: RunningServer, visit: Open) -> None:
    page = visit(house.url, has_worker=True)
    stock(page)
    finished = finish_against_the_house(page, house)
    page.goto(house.url)
    play_from_home(page, "nuit")  # a game that goes on, with a hand that nobody else may see
    wait_for_turn(page)
    table = page.url.rpartition("/")[2]
    update = page.request.get(f"{house.url}/api/tables/{table}").json()
    page.goto(f"{house.url}/settings")
    page.get_by_role("button", name="Make a personal link").click()
    expect(page.locator("input[readonly]").first).to_be_visible()
    link = page.locator("input[readonly]").first.input_value()
    cookies = page.context.cookies()
    secrets = [table, update["you"]["invitation"], link.rpartition("/")[2].lstrip("#")]
    secrets.append(json.dumps(update["view"]["board"], separators=(",", ":"), ensure_ascii=False))
    secrets += [text for cookie in cookies for text in (f"{cookie['name']}=", cookie["value"])]
    cached = page.evaluate(CACHED)
    assert {each["name"].rpartition("-")[0] for each in cached} == {
        "estaminet-shell", "estaminet-house", "estaminet-records"
    }  # fmt: skip
    public = re.compile(PUBLIC.format(finished))
    assert [url for each in cached if not public.fullmatch(url := each["url"].removeprefix(house.url))] == []
    assert len(secrets) >= 6
    assert all(secrets)
    for each in cached:
        for secret in secrets:
            assert secret not in each["url"] + each["text"] + each["headers"], each["url"]

    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete my account").click()
    page.wait_for_url(house.url + "/")
    assert page.evaluate("async () => (await caches.keys()).filter((name) => name.includes('records'))") == []


@pytest.fixture
def other_pages(tmp_path: Path) -> Path:
    """A copy of the built page, which a test may replace by a newer one while a server serves it."""
    folder = tmp_path / "pages"
    shutil.copytree(pages.FOLDER, folder, ignore=shutil.ignore_patterns("*.br", "*.gz", "device", "pyodide"))
    return folder


def deploy_newer(folder: Path) -> None:
    """The same page with a word changed: as a build has it, under new names, in a new worker, and the old is gone."""
    worker, index = folder / "worker.js", folder / "index.html"
    texts = {path: path.read_text() for path in (worker, index, *(folder / "assets").iterdir())}
    names = {path.name: f"{path.stem}x{path.suffix}" for path in texts if path.parent.name == "assets"}
    for path, text in texts.items():
        for old, new in names.items():
            text = text.replace(old, new)
        if path == worker:
            text = re.sub("`[0-9a-f]{12}`", "`another`", text)
        path.write_text(text.replace("good company.", "new company."))
        if path.name in names:
            path.rename(path.with_name(names[path.name]))


def test_a_new_version_comes_without_a_stale_page_a_mixture_or_an_error(
    other_pages: Path, tmp_path: Path, visit: Open
) -> None:
    served = f"""
from pathlib import Path
from estaminet.server.http.routes import pages
pages.FOLDER = Path({str(other_pages)!r})
from estaminet.cli import main
main()"""
    with RunningServer(tmp_path, program=served) as house:
        page = visit(house.url, has_worker=True)
        stock(page)
        old = page.evaluate("caches.keys()")
        deploy_newer(other_pages)

        # The old page goes on: what it has not loaded yet is no longer at the house, but here.
        page.get_by_role("link", name="Settings").click()
        expect(page.get_by_role("heading", name="Settings")).to_be_visible()

        # It hears of the new one, which comes with the next screen.
        page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        expect(page.locator(".reach")).to_contain_text("There is a new version.")
        page.set_viewport_size({"width": 360, "height": 640})
        bar = page.locator("header nav > *").evaluate_all(
            "(all) => all.map((each) => [each.getBoundingClientRect().left, each.getBoundingClientRect().right])"
        )
        assert all(right <= left for (_, right), (left, _) in itertools.pairwise(bar))
        assert bar[-1][1] <= 360
        assert set(page.evaluate("caches.keys()")) & set(old), "an old page may still be open elsewhere"
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        page.get_by_role("link", name="Home").click()
        expect(page.get_by_text("new company.")).to_be_visible()
        expect(page.locator(".reach")).not_to_contain_text("There is a new version.")

        # And it is the new one, too, that opens without a connection.
        stock(page)
        assert "new company." in page.evaluate(SHOWN)


def test_the_house_offers_to_be_installed_until_that_is_declined(house: RunningServer, visit: Open) -> None:
    page = visit(house.url)
    page.evaluate("dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))")
    expect(page.get_by_role("button", name="Install Estaminet")).to_be_visible()
    page.get_by_role("button", name="Not now").click()
    page.reload()
    page.locator("li button").first.click(trial=True)
    page.evaluate("dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))")
    expect(page.get_by_role("button", name="Install Estaminet")).to_have_count(0)


def test_the_worker_and_the_manifest_are_asked_for_anew_and_files_are_for_ever(house: RunningServer) -> None:
    anna = Visitor(house.url, "Anna")
    for path, kind in {
        "/worker.js": "text/javascript",
        "/manifest.fr.webmanifest": "application/manifest+json",
        "/": "text/html",
    }.items():
        answer = anna.http.get(path)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
        assert answer.headers["content-type"].startswith(kind)
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    [script] = re.findall(r'src="(/assets/[^"]+)"', anna.http.get("/").text)
    assert "immutable" in anna.http.get(script).headers["cache-control"]
    anna.close()
