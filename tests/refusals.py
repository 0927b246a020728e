"""Errors that are told apart by their code."""

import pytest

from estaminet.engine.errors import EstaminetError


def raises_code(code: str, match: str | None = None) -> pytest.RaisesExc[EstaminetError]:
    """Like `pytest.raises`, for an error with this code."""

    def check(error: EstaminetError) -> bool:
        assert error.code == code
        return True

    return pytest.raises(EstaminetError, match=match, check=check)
