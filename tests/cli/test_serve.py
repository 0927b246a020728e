"""`estaminet serve`: where other devices reach it."""

import pytest

from estaminet.cli.serve import draw_invitation, find_addresses

EVERYWHERE = ".".join("0000")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "::1"])
def test_a_server_that_only_listens_to_its_own_device_is_reached_by_no_other(host: str) -> None:
    assert find_addresses(host, 8000) == ()


def test_any_other_is_reached_where_it_listens() -> None:
    assert find_addresses("192.168.0.7", 8000) == ("http://192.168.0.7:8000",)
    assert find_addresses("fe80::7", 80) == ("http://[fe80::7]:80",)


def test_one_that_listens_everywhere_names_an_address_that_is_not_everywhere() -> None:
    for address in find_addresses(EVERYWHERE, 8000):
        assert address.startswith("http://")
        assert EVERYWHERE not in address


def test_neighbours_are_shown_an_address_to_type_and_a_code_to_scan() -> None:
    first, *code = draw_invitation(["http://192.168.0.7:8000"]).splitlines()
    assert first.endswith("http://192.168.0.7:8000")
    assert len(code) > 10
    assert len({len(line) for line in code if line}) <= 2
    assert "no network" in draw_invitation([])
