"""Powers and logarithms that are the same on every machine are right, too."""

import struct
from hashlib import sha256
from math import exp, log, ulp

import pytest

from estaminet.engine.jit.arithmetic import GREATEST_POWER, exponential, logarithm


@pytest.mark.parametrize("power", [0.0, -1e-9, -0.5, 0.34657359, -0.34657360, -7.25, 30.0, -59.0, 699.5, -699.5])
def test_powers_of_e_are_right(power: float) -> None:
    assert abs(exponential(power) - exp(power)) <= 2 * ulp(exp(power))


def test_powers_of_e_end_somewhere() -> None:
    assert exponential(0.0) == 1
    assert exponential(-1000.0) == 0
    assert exponential(1000.0) == exponential(GREATEST_POWER) > 1e300


def test_powers_of_e_are_the_same_on_every_machine_and_uncompiled() -> None:
    powers = [exponential(-40 + 80 * number / 997) for number in range(998)]
    digest = "246907c9b06a73950303c555466e5b84d9ce77923374a4e9c013cb495f508400"
    assert sha256(struct.pack("<998d", *powers)).hexdigest() == digest


@pytest.mark.parametrize("number", [1.0, 0.75, 1.5, 1.4999, 0.7501, 99.0, 0.0101, 396.0, 1e-9, 1e9])
def test_logarithms_are_right(number: float) -> None:
    assert logarithm(number) == pytest.approx(log(number), rel=1e-12, abs=1e-15)
