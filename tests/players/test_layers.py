"""Powers and logarithms that are the same on every machine are right, too."""

from math import exp, log

import pytest

from estaminet.players.networks.layers import exponential, logarithm


@pytest.mark.parametrize("power", [0.0, -1e-9, -0.5, -1.0, -7.25, -30.0, -59.0])
def test_powers_of_e_are_right(power: float) -> None:
    assert exponential(power) == pytest.approx(exp(power), rel=1e-12)
    assert exponential(-1000.0) == 0


@pytest.mark.parametrize("number", [1.0, 0.75, 1.5, 1.4999, 0.7501, 99.0, 0.0101, 396.0, 1e-9, 1e9])
def test_logarithms_are_right(number: float) -> None:
    assert logarithm(number) == pytest.approx(log(number), rel=1e-12, abs=1e-15)
