"""Every house player at a table is somebody, and stays who they are."""

import pytest

from estaminet.players.levels import STYLES as ALL_STYLES
from estaminet.server.rules.plan import CHARACTERS, STYLES, seat_characters
from tests.server.conftest import Meet
from tests.server.people import Json, Refused
from tests.server.servers import RunningServer


def test_each_style_is_that_of_three_people() -> None:
    assert sorted(STYLES.values()) == sorted(ALL_STYLES * 3)
    assert set(STYLES) == set(CHARACTERS)


def test_nobody_sits_twice_and_whoever_was_chosen_sits_where_they_were_put() -> None:
    for number in range(40):
        seats = seat_characters(f"table-{number}", [None, "rosa", None, None, "felix"])
        assert len(set(seats)) == 5
        assert (seats[1], seats[4]) == ("rosa", "felix")


def test_one_meets_everybody_sooner_or_later() -> None:
    met = {seat_characters(f"table-{number}", [None, None])[1] for number in range(200)}
    assert met == set(CHARACTERS)


def test_a_table_of_ten_is_filled_too() -> None:
    assert set(seat_characters("table", [None] * 10)) == set(CHARACTERS)


def house(seats: list[Json]) -> dict[str, str]:
    """The house players, and their levels."""
    return {seat["character"]: seat["level"] for seat in seats if seat["level"]}


@pytest.mark.compiled
def test_house_players_stay_who_they_are_in_lists_rematches_and_records(server: RunningServer, meet: Meet) -> None:
    anna = meet(server, "Anna")
    chosen = {"kind": "house", "level": "waiter", "character": "greta"}
    table = anna.set_up("poule", ["me", chosen, "guest"], options={"rounds": 1})["id"]
    people = house(anna.watch(table)["table"]["seats"])
    assert people["greta"] == "waiter"
    assert sorted(people.values()) == ["guest", "waiter"]
    for _ in range(2):
        anna.command(table, "sit")
        anna.command(table, "start")
        assert house(next(each for each in anna.get("/api/me/tables") if each["id"] == table)["seats"]) == people
        anna.command(table, "offer_stop")
        record = anna.get(f"/api/tables/{table}/record")
        named = zip(record["characters"], record["names"], strict=True)
        assert {who: name for who, name in named if who} == people
        table = anna.post(f"/api/tables/{table}/rematch")["id"]
        assert house(anna.watch(table)["table"]["seats"]) == people


@pytest.mark.compiled
def test_nobody_of_the_house_is_put_on_two_seats(server: RunningServer, meet: Meet) -> None:
    rosa = {"kind": "house", "character": "rosa"}
    with pytest.raises(Refused, match="two seats"):
        meet(server, "Anna").set_up("poule", ["me", rosa, rosa])
