"""The table, with made-up numbers."""

import pytest
from rich.console import Console

from bench.harness import A_SECOND, BYTES, COUNT, LOST, MEMORY, PERCENT, SECONDS, Asked, Peer, Row, Task, Unit
from bench.table import lay_out, machine, processor, read_model, summary, to_json, troubles, write, write_asked

HEARTS = Peer("hearts", Task("peers", "hearts"))


def rate(ours: list[float], theirs: list[float], times: float | None = None) -> Row:
    asked = None if times is None else Asked("times", times)
    return Row("play", "poule", A_SECOND, None, HEARTS, asked, ours=ours, theirs=theirs)


def time(ours: list[float], theirs: list[float], limit: float | None = None) -> Row:
    asked = None if limit is None else Asked("under", limit)
    return Row("calls", "poule", SECONDS, None, HEARTS, asked, ours=ours, theirs=theirs)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (1_413_000, A_SECOND, "1.41 M/s"),
        (80_770, A_SECOND, "80.8 k/s"),
        (647, A_SECOND, "647 /s"),
        (0.5, A_SECOND, "0.50 /s"),
        (45, SECONDS, "45.0 s"),
        (0.0031, SECONDS, "3.10 ms"),
        (2.6e-6, SECONDS, "2.60 µs"),
        (4e-10, SECONDS, "0.40 ns"),
        (364, BYTES, "364 bytes"),
        (0.975, PERCENT, "98%"),
        (0.01234, LOST, "0.0123"),
        (226e6, MEMORY, "226 MB"),
        (87_300, MEMORY, "87.3 kB"),
        (0, COUNT, "0"),
    ],
)
def test_numbers_have_three_figures(value: float, unit: Unit, text: str) -> None:
    assert write(value, unit) == text


def test_a_ratio_is_the_middle_of_neighbouring_measurements() -> None:
    # The machine was busy for the second pair: both are slow, their ratio is not.
    assert rate([80, 8, 90], [10, 1, 10]).ratio == 8
    assert time([1, 10, 2], [4, 40, 6]).ratio == 4


def test_a_ratio_of_times_is_how_many_times_as_fast() -> None:
    assert time([2e-6], [6e-6]).ratio == pytest.approx(3)
    assert rate([2e6], [6e6]).ratio == pytest.approx(1 / 3)


def test_a_verdict_compares_with_what_is_asked() -> None:
    assert rate([80], [10], times=8).verdict == "ok"
    assert rate([79], [10], times=8).verdict == "below"
    assert time([2.9e-6], [], limit=3e-6).verdict == "ok"
    assert time([3e-6], [], limit=3e-6).verdict == "below"
    assert rate([80], [10]).verdict == ""


def test_a_rate_can_be_asked_for_without_a_peer() -> None:
    asked = Asked("at least", 30_000)
    assert write_asked(asked, A_SECOND) == "≥ 30.0 k/s"
    for ours, verdict in (([30_000.0], "ok"), ([29_999.0], "below"), ([], "not measured")):
        assert Row("search", "poule", A_SECOND, asked=asked, ours=ours).verdict == verdict


def test_what_is_missing_has_no_verdict() -> None:
    assert rate([80], [], times=8).verdict == "not measured"
    assert time([], [3e-6], limit=3e-6).verdict == "not measured"


def test_the_table_shows_ours_theirs_and_the_verdict() -> None:
    uno = Peer("RLCard uno", Task("peers", "uno"))
    lost = Row("play", "nuit", A_SECOND, None, uno, Asked("times", 1), ours=[5.0], peer_trouble="No module [rlcard]\nx")
    rows = [rate([9.3e6], [3.1e6], times=2.5), lost, time([4e-6], [2e-6], limit=3e-6)]
    console = Console(width=120, color_system=None)
    with console.capture() as captured:
        console.print(lay_out(rows, "a machine"))
    lines = [line for line in captured.get().splitlines() if line.startswith("│")]
    cells = [[cell.strip() for cell in line.strip("│").split("│")] for line in lines]
    assert cells == [
        ["play", "", "", "", "", ""],
        ["poule", "9.30 M/s", "hearts  3.10 M/s", "3.00×", "≥ 2.5×", "ok"],
        ["nuit", "5.00 /s", "RLCard uno  not measured", "", "≥ 1×", "not measured"],
        ["calls", "", "", "", "", ""],
        ["poule", "4.00 µs", "hearts  2.00 µs", "0.50×", "< 3.00 µs", "below"],
    ]
    assert summary(rows) == "1 of 3 asked for are ok; 1 below, 1 not measured."
    assert troubles(rows) == ["RLCard uno: No module [rlcard]"]


def test_the_summary_when_all_is_well() -> None:
    assert summary([rate([80], [10], times=8), rate([1], [1])]) == "1 of 1 asked for are ok."


def test_json_keeps_every_measurement() -> None:
    row = to_json(rate([80, 90], [10, 10], times=8))
    assert row["all_ours"] == [80, 90]
    assert row["all_theirs"] == [10, 10]
    assert (row["ours"], row["theirs"], row["ratio"], row["asked"], row["verdict"]) == (85, 10, 8.5, "≥ 8×", "ok")


def test_an_aim_is_shown_but_not_asked_for() -> None:
    asked = Asked("times", 1.5, 2.5)
    assert write_asked(asked, A_SECOND) == "≥ 1.5×, aim 2.5×"
    assert Row("g", "w", A_SECOND, None, HEARTS, asked, ours=[1600], theirs=[1000]).verdict == "ok"
    assert Row("g", "w", A_SECOND, None, HEARTS, asked, ours=[1400], theirs=[1000]).verdict == "below"


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Vendor ID:   GenuineIntel\n  BIOS Model name: pc\n  Model name:  Intel(R) Xeon(R)\n", "Intel(R) Xeon(R)"),
        ("Vendor ID:   ARM\nModel name:   Neoverse-N1\nModel:  1\n", "Neoverse-N1"),
        (
            "processor\t: 0\nmodel\t\t: 85\nmodel name\t: AMD EPYC 7763 64-Core Processor\n",
            "AMD EPYC 7763 64-Core Processor",
        ),
        ("Model name:   -\nmodel name: Apple M2\n", "Apple M2"),
        ("processor\t: 0\nBogoMIPS\t: 50.00\nmodel name: \n", ""),
    ],
)
def test_a_processor_has_the_name_that_the_system_gives_it(said: str, name: str) -> None:
    assert read_model(said) == name


def test_a_machine_is_named_by_its_processor() -> None:
    assert processor()
    assert machine().startswith(processor())
