"""Options: defaults where left out, unknown ones and wrong values refused."""

import pytest

from estaminet.engine.options import Choice, Flag, Number, Options
from tests.refusals import raises_code

OPTIONS = Options(
    Number("rounds", default=3, lowest=1, highest=9, rule="P6.1"),
    Choice("end", ("rounds", "last_stall"), rule="P6.3"),
    Flag("wizard", rule="P6.6"),
)


def test_what_is_left_out_takes_its_default() -> None:
    assert OPTIONS.resolve({"rounds": 5}) == {"rounds": 5, "end": "rounds", "wizard": False}


def test_options_are_packed_in_order() -> None:
    assert OPTIONS.pack(OPTIONS.resolve({"end": "last_stall", "wizard": True})).tolist() == [3, 1, 1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("rounds", value) for value in (0, 10, True, 3.0, "3", None)],
        *[("end", value) for value in ("never", 0, None, ["rounds"])],
        *[("wizard", value) for value in (1, "true", None)],
    ],
)
def test_a_value_that_the_option_does_not_have_is_refused(name: str, value: object) -> None:
    with raises_code("option.value", match=rf"^Option {name} cannot be .*allowed.*\(P6"):
        OPTIONS.resolve({name: value})


def test_an_unknown_option_is_refused() -> None:
    with raises_code("option.unknown", match="no option 'stakes'; the options are: rounds, end, wizard"):
        OPTIONS.resolve({"stakes": 1})


def test_typed_values_are_read() -> None:
    typed = {"rounds": "9", "end": "last_stall", "wizard": "true"}
    assert OPTIONS.parse(typed) == {"rounds": 9, "end": "last_stall", "wizard": True}


@pytest.mark.parametrize(
    ("name", "text"), [("rounds", "many"), ("rounds", "-1"), ("rounds", "9" * 99), ("wizard", "1")]
)
def test_typed_nonsense_is_refused(name: str, text: str) -> None:
    with raises_code("option.value"):
        OPTIONS.parse({name: text})
