"""The table for somebody who hears it: a whole turn of each game in what a screen reader gets to know."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import RunningServer
from tests.web.conftest import Open
from tests.web.playing import PLAIN, TOUCHABLE, wait_for_turn
from tests.web.scenes import play_at_a_table

pytestmark = [pytest.mark.compiled, pytest.mark.thorough]
CONTROLS: Final = {"button", "link", "checkbox", "combobox", "textbox", "searchbox", "slider", "radio", "switch", "img"}
UNSPOKEN: Final = re.compile(r"[a-z_]+:[a-z0-9_]|undefined|NaN|\[object|[a-z]_[a-z]")
"""How programs talk."""
SCENES: Final = {
    "poule": (
        22,
        """
        - heading "La Poule aux œufs d’or" [level=1]
        - paragraph: Choose a cell for the burgher’s wife, +3.
        - paragraph: Choose a cell for the burgher’s wife, +3.
        - region "The market square":
          - table "The market square":
            - row:
              - columnheader "a"
            - row:
              - rowheader "1"
              - cell:
                - 'button "Cell a1: row −5, column +7, for you 0"'
              - cell:
                - 'button "Cell b1: row −5, column 0, for you 0"'
              - 'cell "c1: Preacher −5"'
              - 'cell "f1: Carl’s stall, rank I"'
              - 'cell "Row 1 is worth −5. Carl: −5."'
        - complementary:
          - region "At the table"
          - region "Game log":
            - log "Game log":
              - paragraph: Anna draws the burgher’s wife +3.
        """,
    ),
    "reeperbahn": (
        12,
        """
        - heading "Auf der Reeperbahn" [level=1]
        - paragraph: Play another grey card, or end your turn.
        - paragraph: Play another grey card, or end your turn.
        - button "Undo"
        - paragraph: /Champagne Charly, on square 8. Blond Hans, on square 8. The Delta guard, on square 7/
        - button "End turn · draw 1 · Charly +1"
        - list:
          - listitem: Card Lilli. Brilli-Lilli moves one square towards you; two cards together bring both guards along.
          - listitem:
            - button "Card Guards 1+1 or 2. Both guards move one square each towards you, or one guard moves two."
        - complementary:
          - region "At the table"
          - region "Game log":
            - log "Game log":
              - paragraph: "Anna plays Guard 1: the Carré guard goes to 10."
        """,
    ),
    "nuit": (
        60,
        """
        - heading "Volle Hütte" [level=1]
        - paragraph: "Take a new card: an open one, or the top one of the stack."
        - paragraph: "Take a new card: an open one, or the top one of the stack."
        - region "Charlys Pub, Anna":
          - list "Your cards":
            - listitem: From the dance floor, paying
          - group /Charlys Pub, inside 1, foosball table, 4 free/
        - heading "Moving guests"
        - button "take the top card of the stack"
        - button "take “From foosball, without paying”"
        - region "Schwarze Sau, Bert":
          - group /Schwarze Sau, inside 1, bar, 2 guests \\(1 yellow, 1 red\\)/
        - complementary:
          - region "At the table"
          - region "Game log":
            - log "Game log":
              - paragraph: Bert seats 2 guests (1 yellow, 1 red) at the bar (inside 1).
        """,
    ),
}
"""How many moves into the game, and what is to be heard there."""
LISTEN: Final = """() => {
  window.heard = [];
  const region = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest("[aria-live], [role=status]");
  new MutationObserver((changes) => {
    const news = new Set();
    for (const change of changes) {
      const said = region(change.target);
      if (!said || said.getAttribute("aria-live") === "off") continue;
      if (change.type === "characterData") news.add(change.target.textContent);
      for (const node of change.addedNodes) news.add(node.textContent);
    }
    window.heard.push(...[...news].filter((text) => text.trim()));
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""


def list_controls(page: Page) -> list[tuple[str, str]]:
    """Role and name of everything that can be used, and of every picture that is not mere decoration."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    found = [node for node in nodes if not node["ignored"] and node["role"]["value"] in CONTROLS]
    return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in found]


@pytest.mark.parametrize("game", SCENES)
def test_a_turn_can_be_heard(game: str, house: RunningServer, visit: Open) -> None:
    moves, spoken = SCENES[game]
    with play_at_a_table(house, game, moves) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        expect(page.locator("main")).to_match_aria_snapshot(spoken)
        controls = list_controls(page)
        assert len(controls) > 5
        assert [control for control in controls if not control[1].strip() or UNSPOKEN.search(control[1])] == []


@pytest.mark.parametrize("game", SCENES)
def test_a_move_is_announced_once_and_then_what_is_wanted(game: str, house: RunningServer, visit: Open) -> None:
    with play_at_a_table(house, game, SCENES[game][0]) as scene:
        page = visit(house.url + scene.path, person=scene.people[0])
        wait_for_turn(page)
        page.evaluate(LISTEN)
        last = page.locator('[role="log"] p').last
        before, asked = last.inner_text(), page.locator(".wanted").inner_text()
        while last.inner_text() == before:
            wait_for_turn(page)
            page.locator(f"{TOUCHABLE}, {PLAIN}").first.focus()
            page.keyboard.press("Enter")
            page.wait_for_function("asked => document.querySelector('.wanted').textContent !== asked", arg=asked)
            asked = page.locator(".wanted").inner_text()
        said = last.inner_text()
        heard = page.evaluate("window.heard")
        assert [text for text in heard if said in text] == [said]
        assert heard[-1] == page.locator(".wanted").inner_text()
