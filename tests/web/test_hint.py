"""The hint: whole turns in words with what each may bring, shown on the board, and played with one button."""

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import RunningServer
from tests.web.conftest import DESKTOP, PHONE, Open
from tests.web.playing import answer_hint, hinted, show_hint, wait_for_turn
from tests.web.scenes import Scene, play_at_a_table, wait_at_a_table

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
ROWS = ".hint label"
HANS = (198).to_bytes(32, "big")
"""The deal that gives Anna hans1, hans2 three times, guard2 twice and lola3 twice."""


def leave_alone(scene: Scene) -> None:
    """The others leave for good: hints are for games against the house."""
    for other in scene.people[1:]:
        other.delete("/api/me")


def unfold(page: Page) -> None:
    """Shows all of a hint that made itself small, because it would have covered what it is about."""
    if page.locator(".hint.folded").count():
        page.locator(".hint .fold button").click()


def done(scene: Scene, since: int) -> list[str]:
    """What Anna has played after some event."""
    events = scene.people[0].watch(scene.table)["events"]
    return [
        event["text"] for event in events if event["kind"] == "moved" and event["seat"] == 0 and event["number"] > since
    ]


@pytest.mark.parametrize(
    ("language", "asks", "unit", "legend"),
    [
        (
            "fr",
            "Conseil",
            "écu",
            "Votre avance sur le meilleur des autres à la fin de la manche, en écus · vos chances de gagner",
        ),
        (
            "de",
            "Tipp",
            "Heller",
            "Dein Vorsprung vor dem Besten der anderen am Ende der Runde, in Hellern · deine Gewinnchance",
        ),
    ],
)
def test_three_turns_each_with_its_lead_and_its_chance(
    house: RunningServer, visit: Open, language: str, asks: str, unit: str, legend: str
) -> None:
    with play_at_a_table(house, "poule", 14) as scene:
        leave_alone(scene)
        page = visit(house.url + scene.path, person=scene.people[0], language=language)
        wait_for_turn(page)
        page.locator(f'button[title="{asks}"]').click()
        expect(page.locator(ROWS)).to_have_count(3)
        for text in page.locator(ROWS).all_inner_texts():
            assert unit in text
            assert "%" in text
        expect(page.locator(".hint .legend")).to_have_text(legend, ignore_case=True)
        expect(page.locator(".hint .reason")).to_have_count(1)
        ghosts = []
        for row in page.locator(ROWS).all():  # whoever points at a row sees it on the board
            row.hover()
            ghosts.append(page.locator(".cell:has(.ghost)").get_attribute("data-target"))
        assert len(set(ghosts)) == 3


def test_the_whole_turn_is_played_with_one_button(house: RunningServer, visit: Open) -> None:
    with wait_at_a_table(house, "reeperbahn", deal=HANS) as scene:
        anna, bert = scene.people
        invitation = anna.watch(scene.table)["you"]["invitation"]
        bert.command(scene.table, "sit", seat=1, salt="salt-1", invitation=invitation)
        anna.command(scene.table, "start")
        leave_alone(scene)
        number = anna.watch(scene.table)["number"]
        page = visit(house.url + scene.path, person=anna, size=PHONE)
        wait_for_turn(page)
        turn = ["hans2", "hans1", "end"]
        show_hint(page, *turn)
        expect(page.locator(ROWS)).to_have_text(["Move Blond Hans 3 squares 80%"], use_inner_text=True)
        page.get_by_role("button", name="Play this turn").click()
        expect(page.locator(".hint")).to_have_count(0)
        expect(page.locator('[role="log"]')).to_contain_text("Anna draws 2 cards")
        assert done(scene, number) == turn


def stalls_of(scene: Scene) -> list[str]:
    """Stalls that Anna can put up now, each of another rank or on another cell."""
    return [text for text in scene.people[0].watch(scene.table)["view"]["legal"] if text.startswith("stall")]


def test_a_row_says_why_its_chance_is_better_though_its_lead_is_worse(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 14) as scene:
        leave_alone(scene)
        first, second, third, *_ = stalls_of(scene)
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        rows = [
            hinted(first, share=0.4, lead=-20, risk="riskier"),
            hinted(second, share=0.396, lead=-10, is_as_good=True),
            hinted(third, share=0.3, lead=0),
        ]
        answer_hint(page, *rows, reason="reason.close")
        texts = page.locator(ROWS)
        expect(texts.nth(0)).to_contain_text(re.compile(r"riskier: you are behind.*−20\s*écus.*40\s*%", re.DOTALL))
        expect(texts.nth(1)).to_contain_text(re.compile(r"as good.*−10\s*écus.*40\s*%", re.DOTALL))
        expect(texts.nth(2)).to_contain_text(re.compile(r"0\s*écus.*30\s*%", re.DOTALL))
        expect(page.locator(".hint .reason")).to_have_text("Close call: the second choice is about as good.")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_where_the_gain_comes_later_it_is_shown_how(size: tuple[int, int], house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 14) as scene:
        leave_alone(scene)
        first, second, *_ = stalls_of(scene)
        page = visit(house.url + scene.path, person=scene.people[0], size=size)
        wait_for_turn(page)
        follow = [
            follows(0, first, "stall", rank="I", cell="a1"),
            follows(1, "draw", "draw", tile="king", value=6),
            follows(1, "place b2", "place", tile="king", value=6, cell="b2"),
            follows(2, "pass", "pass"),
        ]
        rows = hinted(first, share=0.4, lead=-20, risk="later"), hinted(second, share=0.3, lead=0)
        answer_hint(page, *rows, reason="reason.later", follow=follow)
        expect(page.locator(".hint .reason")).to_contain_text("The gain comes later")
        button = page.get_by_role("button", name="Likely continuation")
        if size == PHONE:
            unfold(page)
            expect(button).to_have_attribute("aria-expanded", "false")
            button.click()
        expect(page.get_by_role("list", name="Likely continuation").get_by_role("listitem")).to_have_text(
            ["Anna puts up a stall of rank I on a1.", re.compile("puts the king"), re.compile("passes")]
        )
        page.get_by_role("radio").nth(1).check()
        expect(button).to_be_disabled()  # nobody has said what follows that one
        expect(page.get_by_role("list", name="Likely continuation")).to_have_count(0)


def test_on_a_phone_nothing_in_the_foot_of_a_hint_overlaps(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 14) as scene:
        leave_alone(scene)
        first, *_ = stalls_of(scene)
        page = visit(house.url + scene.path, person=scene.people[0], size=(360, 640), language="de")
        wait_for_turn(page)
        page.route(
            "**/advice",
            lambda route: route.fulfill(
                json={"turns": [hinted(first)], "reason": None, "follow": [follows(0, "pass", "pass")]}
            ),
        )
        page.locator('.prompt button[title="Tipp"]').click()
        expect(page.locator(".hint")).to_be_visible()
        unfold(page)
        expect(page.get_by_role("button", name="Wie es weiterginge")).to_be_visible()
        boxes = page.locator(".hint footer button").evaluate_all(
            """(buttons) => buttons.map((each) => {
              const { left, right } = each.getBoundingClientRect();
              return [left, Math.max(right, left + each.scrollWidth)];
            })"""
        )
        assert len(boxes) == 4
        assert all(right <= left + 0.5 for (_, right), (left, _) in itertools.pairwise(boxes))
        page.locator(".hint .fold button").click()
        hint, prompt = page.locator(".hint").bounding_box(), page.locator(".prompt").bounding_box()
        assert hint
        assert prompt
        assert prompt["y"] < hint["y"], "it covers what is wanted"
        assert hint["y"] + hint["height"] <= prompt["y"] + prompt["height"], "it covers the board"


def follows(seat: int, action: str, line: str, **gaps: str | int) -> object:
    """An action that is expected, with what the log would say."""
    return {"seat": seat, "action": action, "lines": [{"key": f"poule.{line}", "arguments": {"seat": seat, **gaps}}]}


def test_a_turn_is_not_played_on_when_something_else_was_done(house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "poule", 14) as scene:
        leave_alone(scene)
        update = scene.people[0].watch(scene.table)
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        stalls = [text for text in update["view"]["legal"] if text.startswith("stall")]
        show_hint(page, stalls[0], stalls[1])  # it is somebody else's turn after the first
        page.get_by_role("button", name="Play this turn").click()
        expect(page.locator(".hint")).to_have_count(0)
        expect(page.locator('[role="log"]')).to_contain_text(f"on {stalls[0].split()[-1]}.")
        wait_for_turn(page)  # the others have played
        assert done(scene, update["number"]) == stalls[:1]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_keys_choose_and_escape_gives_the_focus_back(size: tuple[int, int], house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, "nuit", 45, 4) as scene:
        leave_alone(scene)
        page = visit(house.url + scene.path, person=scene.people[0], size=size)
        wait_for_turn(page)
        before = measure(page)
        page.locator('button[title="Hint"]').focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"{ROWS} input").first).to_be_focused()
        assert measure(page) == before, "nothing moves"
        unfold(page)
        page.locator(f"{ROWS} input").first.focus()
        page.keyboard.press("ArrowDown")
        expect(page.locator(f"{ROWS} input").nth(1)).to_be_checked()
        page.keyboard.press("Escape")
        expect(page.locator(".hint")).to_have_count(0)
        expect(page.locator("[data-hinted]")).to_have_count(0)
        expect(page.locator('button[title="Hint"]')).to_be_focused()


def measure(page: Page) -> object:
    """Where the board and what stands above it are."""
    return page.evaluate(
        "[...document.querySelectorAll('.prompt, .board')].map((each) => each.getBoundingClientRect().toJSON())"
    )
