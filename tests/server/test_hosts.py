"""A page of another site cannot pass for the house by having its own name lead here."""

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from estaminet.server.http.guard import is_harmless, name_of
from tests.server.people import NO_CERTIFICATES, check_refusal
from tests.server.servers import RunningServer


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A house with names of its own."""
    folder: Path = tmp_path_factory.mktemp("named")
    with RunningServer(folder, url="https://play.example.org/games", names="games.lan, Bücher.example") as running:
        yield running


def ask(server: RunningServer, host: str, path: str = "/api/welcome") -> httpx.Response:
    return httpx.get(server.url + path, headers={"Host": host}, verify=NO_CERTIFICATES)


@pytest.mark.parametrize("path", ["/", "/api/welcome", "/api/games", "/healthz", "/metrics"])
def test_what_is_asked_under_a_strangers_name_is_refused(server: RunningServer, path: str) -> None:
    answer = ask(server, f"rebound.example.com:{server.port}", path)
    assert (answer.status_code, answer.json()["code"]) == (421, "host.unknown")
    assert "rebound.example.com" in answer.json()["sentence"]
    check_refusal(answer.json())


def test_a_strangers_page_gets_no_person_and_no_line(server: RunningServer) -> None:
    headers = {"Host": "rebound.example.com", "Origin": "http://rebound.example.com"}
    answer = httpx.post(f"{server.url}/api/me", json={"name": "Eve"}, headers=headers, verify=NO_CERTIFICATES)
    assert answer.json()["code"] == "host.unknown"
    assert not answer.cookies
    address = f"ws://rebound.example.com:{server.port}/api/tables/any/live"
    origin = f"http://rebound.example.com:{server.port}"
    with socket.create_connection(("127.0.0.1", server.port)) as here, pytest.raises(InvalidStatus) as refused:
        connect(address, origin=Origin(origin), sock=here)
    assert refused.value.response.status_code == 421


@pytest.mark.parametrize("host", ["localhost", "house", "127.0.0.1:1", "[::1]:8000", "10.1.2.3", "estaminet-2.local"])
def test_addresses_and_names_that_no_site_can_have_are_served_everywhere(server: RunningServer, host: str) -> None:
    """Health checks, containers, phones in the same network."""
    assert ask(server, host, "/healthz").status_code == 200


def test_a_house_answers_to_the_names_that_its_operator_gave_it(named: RunningServer) -> None:
    for host in ("play.example.org", "PLAY.example.org.:443", "games.lan:8000", "xn--bcher-kva.example"):
        assert ask(named, host).status_code == 200, host
    for host in ("example.org", "evil.play.example.org", "play.example.org.evil.com", "games.lan@evil.com", "a]b.c"):
        assert ask(named, host).json()["code"] == "host.unknown", host


def test_names_are_read_as_browsers_write_them() -> None:
    assert name_of("//[2001:db8::1]:80") == "2001:db8::1"
    assert is_harmless("2001:db8::1")
    assert name_of("https://Example.org:8443/games") == "example.org"
    assert not any(map(is_harmless, ("", "evil.com", "127.0.0.1.nip.io")))
