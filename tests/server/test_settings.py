"""The settings of the server: declared once, read from options and from the environment."""

import pytest

from estaminet.server.settings import Options, Settings, describe_options, flag_of, variable_of
from tests.cli.conftest import Run, run

__all__ = ["run"]  # a fixture


def test_a_setting_comes_from_its_variable_unless_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESTAMINET_RATE", "3.5")
    monkeypatch.setenv("ESTAMINET_PUSH_HOSTS", "push.example.org, .example.net")
    monkeypatch.setenv("ESTAMINET_URL", "")  # as compose.yaml leaves it
    settings = Settings()
    assert (settings.rate, settings.push_hosts, settings.url) == (3.5, ("push.example.org", ".example.net"), "")
    assert Settings(rate=7).rate == 7


def test_every_setting_says_what_it_sets(run: Run) -> None:
    told = run("serve", "--help").out
    for name in Options.model_fields:
        assert describe_options()[name]
        assert flag_of(name) in told
        assert variable_of(name) in told


@pytest.mark.parametrize("command", ["serve", "doctor"])
def test_a_setting_that_makes_no_sense_is_named(command: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = run(command, "--lines", "-1")
    assert (refused.code, "--lines" in refused.err) == (2, True)
    monkeypatch.setenv("ESTAMINET_PROCESSES", "65")
    refused = run(command)
    assert (refused.code, "--processes" in refused.err) == (2, True)


def test_passwords_are_not_shown() -> None:
    settings = Settings(smtp="smtp://me:secret@example.org", webhook="https://example.org/secret")
    assert "secret" not in repr(settings)
