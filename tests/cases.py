"""Cases of a test: one in every run, and more of the same where there is time."""

import pytest
from _pytest.mark.structures import ParameterSet


def thorough(*values: object) -> list[ParameterSet]:
    """More values for one parameter: another size, another language, another number of players."""
    return [pytest.param(value, marks=pytest.mark.thorough) for value in values]
