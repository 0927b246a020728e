"""The page's replacement for NumPy gives what NumPy gives, to the last bit and in the same memory order."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from numpy.typing import NDArray

from estaminet.games import REGISTRY

page: Any = import_module("estaminet.site.page.numpy")
KINDS: Final = ("int8", "uint8", "int16", "int32", "int64", "uint64", "float32", "float64", "bool")
FRACTIONS: Final = ("float64",)
Array = NDArray[Any]
Pair = tuple[Any, Any]
"""The page's array and NumPy's."""


def make(seed: int, shape: tuple[int, ...], kind: str) -> Pair:
    """The same numbers as both. Small ones, so that whole numbers do not become too large."""
    rng = np.random.default_rng(seed)
    numbers = rng.standard_normal(shape) if kind.startswith("float") else rng.integers(0, 5, shape)
    there = np.ascontiguousarray(numbers.astype(kind))
    return copy(there), there


def copy(there: Array) -> Any:  # noqa: ANN401  # the page's array
    """NumPy's array as the page's."""
    kind = str(there.dtype)
    data = bytearray(there.tobytes() or b"\0" * 8)
    return page.ndarray(there.shape, getattr(page, kind + "_" * (kind == "bool")), data)


def assert_same(here: Any, there: Any) -> None:  # noqa: ANN401  # numbers or arrays
    """The same numbers, of the same kind, in the same order in memory."""
    found = np.asarray(there)
    if not found.shape:
        assert not isinstance(here, page.ndarray) or here.shape == ()
        assert (
            np.array(here.item() if isinstance(here, page.ndarray) else here, found.dtype).tobytes() == found.tobytes()
        )
        return
    assert here.shape == found.shape
    assert here.dtype.__name__ == str(found.dtype)
    assert here.tobytes() == found.tobytes()
    assert here.tolist() == found.tolist() or np.isnan(np.asarray(found, float)).any()
    if found.size:
        long = [axis for axis, length in enumerate(found.shape) if length > 1]
        assert [here.strides[axis] for axis in long] == [found.strides[axis] for axis in long]


shapes = some.lists(some.integers(1, 5), min_size=1, max_size=4).map(tuple)
seeds = some.integers(0, 1 << 30)


@some.composite
def pairs(draw: some.DrawFn, kinds: tuple[str, ...] = KINDS) -> Pair:
    """An array, or some part of one, seen from some side."""
    shape = draw(shapes)
    if draw(some.booleans()):  # long enough for sums in several blocks
        at = draw(some.integers(0, len(shape) - 1))
        shape = (*shape[:at], draw(some.integers(6, 300)), *shape[at + 1 :])
    here, there = make(draw(seeds), shape, draw(some.sampled_from(kinds)))
    for _ in range(draw(some.integers(0, 3))):
        here, there = look(draw, here, there)
    return here, there


def look(draw: some.DrawFn, here: Any, there: Array) -> Pair:  # noqa: ANN401  # the page's array
    """A part of an array, or all of it, without a copy as a rule."""
    match draw(some.sampled_from(["part", "turn", "fields", "rows"])):
        case "turn":
            order = draw(some.permutations(range(there.ndim)))
            return here.transpose(order), there.transpose(order)
        case "fields" if there.ndim > 1:
            source, target = (draw(some.integers(-there.ndim, there.ndim - 1)) for _ in range(2))
            return page.moveaxis(here, source, target), np.moveaxis(there, source, target)
        case "rows" if there.ndim > 1 and there.flags.c_contiguous:
            return here.reshape(there.shape[0], -1), there.reshape(there.shape[0], -1)
    key = draw(keys(there.shape))
    found = there[key]
    return (here[key], found) if found.ndim and found.size else (here, there)


@some.composite
def keys(draw: some.DrawFn, shape: tuple[int, ...]) -> Any:  # noqa: ANN401  # what stands in brackets
    """Whole numbers, slices, None and an Ellipsis."""
    parts: list[Any] = []
    for length in shape[: draw(some.integers(0, len(shape)))]:
        start, stop = sorted(draw(some.lists(some.integers(0, length), min_size=2, max_size=2)))
        part = draw(
            some.sampled_from([0, -1, None, slice(start, stop), slice(start, None), slice(None), slice(0, length, 2)])
        )
        parts.append(part)
        if part is None:
            parts.append(slice(None))
    if draw(some.booleans()):
        # Of what an Ellipsis skips, the keys behind it cannot say the length.
        parts.append(...)
    return tuple(parts)


def axes_of(there: Array) -> some.SearchStrategy[Any]:
    """None, an axis, or several of them."""
    each = some.integers(-there.ndim, there.ndim - 1)
    several = some.sets(some.integers(0, there.ndim - 1), min_size=1).map(lambda found: tuple(sorted(found)))
    return some.none() | each | several


@settings(max_examples=100, deadline=None)
@given(pairs(), some.data())
def test_parts_are_the_same_and_share_their_numbers(pair: Pair, data: some.DataObject) -> None:
    here, there = pair
    assert_same(here, there)
    key = data.draw(keys(there.shape))
    assert_same(here[key], there[key])
    value = there.max() if data.draw(some.booleans()) else there[key].copy()
    here[key] = copy(value) if value.ndim else value.item()
    there[key] = value
    assert_same(here, there)
    assert_same(here.copy(), there.copy())
    assert_same(here.reshape(-1), there.reshape(-1).copy())
    assert here.list_numbers() == list(there.flat) == list(here.flat)


@settings(max_examples=100, deadline=None)
@given(pairs(FRACTIONS), some.data())
def test_sums_are_added_up_in_the_same_order(pair: Pair, data: some.DataObject) -> None:
    here, there = pair
    axis = data.draw(axes_of(there))
    keeps = data.draw(some.booleans())
    assert_same(here.sum(axis=axis, keepdims=keeps), there.sum(axis=axis, keepdims=keeps))
    assert_same(here.mean(axis=axis, keepdims=keeps), there.mean(axis=axis, keepdims=keeps))
    assert_same(here.std(axis=axis), there.std(axis=axis))
    assert_same((here - 1).sum(axis=axis), (there - 1).sum(axis=axis))


@settings(max_examples=100, deadline=None)
@given(pairs(), some.data())
def test_what_many_numbers_come_to(pair: Pair, data: some.DataObject) -> None:
    here, there = pair
    axis, keeps = data.draw(axes_of(there)), data.draw(some.booleans())
    for name in ("max", "min", "any", "all"):
        assert_same(
            getattr(page, name)(here, axis=axis, keepdims=keeps), getattr(np, name)(there, axis=axis, keepdims=keeps)
        )
    assert here.argmax() == there.argmax()
    assert here.argmin() == there.argmin()
    assert_same(here.sum(axis=axis, dtype=page.float64), there.sum(axis=axis, dtype=np.float64))
    if there.dtype != np.float32:
        assert_same(here.sum(axis=axis), there.sum(axis=axis))
        assert_same(here.mean(axis=axis), there.mean(axis=axis))


@pytest.mark.parametrize("length", [7, 8, 9, 127, 128, 129, 136, 1000, 9000, 70_001])
def test_long_sums_are_added_up_in_the_same_blocks(length: int) -> None:
    here, there = make(length, (length,), "float64")
    assert_same(here.sum(), there.sum())
    assert_same(here[::3].sum(), there[::3].sum())
    assert_same(here.std(ddof=1), there.std(ddof=1))


OPERATIONS: Final[tuple[Callable[[Any, Any], Any], ...]] = (
    lambda one, other: one + other,
    lambda one, other: one * other,
    lambda one, other: one / (other + 7),
    lambda one, other: other - one,
    lambda one, other: one < other,
    lambda one, other: one == other,
    lambda one, other: (one > other) & (one >= 1) | ~(other != one),
)


@settings(max_examples=100, deadline=None)
@given(pairs(), some.sampled_from(KINDS), some.sampled_from(OPERATIONS), some.data())
def test_arithmetic_is_the_same(
    pair: Pair, kind: str, operation: Callable[[Any, Any], Any], data: some.DataObject
) -> None:
    here, there = pair
    shape = tuple(data.draw(some.sampled_from([length, 1])) for length in there.shape)
    other, same = make(data.draw(seeds), shape[data.draw(some.integers(0, len(shape) - 1)) :], kind)
    numbers = data.draw(some.sampled_from([(other, same), (2, 2), (1.5, 1.5), (other[None], same[None])]))
    with np.errstate(all="ignore"):
        try:
            wanted = operation(there, numbers[1])
        except TypeError:  # marks are no numbers
            return
        is_whole = wanted.dtype.kind in "iu"
        if is_whole and not np.array_equal(wanted, operation(there.astype(float), np.asarray(numbers[1], float))):
            return  # too large
        if there.dtype == bool == wanted.dtype and operation in OPERATIONS[:4]:
            return
        assert_same(operation(here, numbers[0]), wanted)


@settings(max_examples=100, deadline=None)
@given(pairs(), some.data())
def test_what_is_chosen_is_the_same(pair: Pair, data: some.DataObject) -> None:
    """By indices, by masks, and by numbers."""
    here, there = pair
    at = data.draw(some.integers(0, there.ndim - 1))
    places = data.draw(some.lists(some.integers(-there.shape[at], there.shape[at] - 1), max_size=4))
    before = [data.draw(some.sampled_from([0, slice(None), slice(0, 1), None])) for _ in range(at)]
    before = [part for each in before for part in ([None, slice(None)] if each is None else [each])]
    more: list[list[Any]] = [[-1], [slice(0, 1)]] if at + 1 < there.ndim else []
    behind: list[Any] = data.draw(some.sampled_from([[], [...], [..., None], *more]))
    chosen = np.array(places, np.int64)
    for key, same in (
        ((*before, places, *behind), (*before, chosen, *behind)),
        ((*before, page.asarray(places, page.int64), *behind), (*before, chosen, *behind)),
    ):
        found = there[same]
        assert_same(here[key], found)
    if there.dtype.kind == "f" and found.ndim and found.size:
        assert_same(here[key].sum(axis=0, dtype=page.float64), found.sum(axis=0, dtype=np.float64))
    here[key], there[same] = 1, 1
    assert_same(here, there)
    given = make(1, found.shape, str(there.dtype))
    if len({place % there.shape[at] for place in places}) == len(places):
        here[key], there[same] = given
        assert_same(here, there)
    marks = here == here.max(), there == there.max()
    assert_same(here[marks[0]], there[marks[1]])
    here[marks[0]], there[marks[1]] = 0, 0
    assert_same(here, there)


@settings(max_examples=100, deadline=None)
@given(pairs(("float64", "float32", "int16")), some.data())
def test_numbers_in_other_places_are_the_same(pair: Pair, data: some.DataObject) -> None:
    here, there = pair
    axis = data.draw(some.integers(-there.ndim, there.ndim - 1))
    assert_same(page.concatenate([here, here], axis), np.ascontiguousarray(np.concatenate([there, there], axis)))
    assert_same(page.stack([here, here], axis), np.ascontiguousarray(np.stack([there, there], axis)))
    assert page.repeat(here, 2, axis).tolist() == np.repeat(there, 2, axis).tolist()
    assert page.repeat(here, 3).tolist() == np.repeat(there, 3).tolist()
    assert page.delete(here, 0, axis).tolist() == np.delete(there, 0, axis).tolist()
    assert page.diff(here.astype(page.float64), axis).tolist() == np.diff(there.astype(np.float64), axis=axis).tolist()
    assert page.tile(here.ravel(), 2).tolist() == np.tile(there.ravel(), 2).tolist()
    assert page.argsort(here.ravel()).tolist() == np.argsort(there.ravel(), kind="stable").tolist()
    assert (
        page.cumsum(here.astype(page.float64).ravel()).tolist() == np.cumsum(there.astype(np.float64).ravel()).tolist()
    )
    assert page.flatnonzero(here > 0).tolist() == np.flatnonzero(there > 0).tolist()
    assert page.where(here > 0, here, 1.0).tolist() == np.where(there > 0, there, 1.0).tolist()
    assert page.maximum(here, 0.5).tolist() == np.maximum(there, 0.5).tolist()
    assert_same(page.abs(-here), np.abs(-there))
    numbers = sorted(here.list_numbers())
    found = page.searchsorted(page.asarray(numbers), numbers[0], "right")
    assert found == np.searchsorted(np.array(numbers), numbers[0], "right")


@pytest.mark.parametrize("name", ["poule", "reeperbahn", "nuit"])
def test_records_lie_as_numpy_lays_them_out(name: str) -> None:
    state = REGISTRY.find(name).modules[0].STATE
    fields = [(each, getattr(page, str(kind.base)), kind.shape) for each, (kind, _) in state.fields.items()]
    found = page.dtype((page.record, page.dtype(fields, align=True)))
    assert found.itemsize == state.itemsize
    assert {each: offset for each, (_, offset) in found.fields.items()} == {
        each: offset for each, (_, offset, *_) in state.fields.items()
    }
    data = bytes(at * 7 % 251 for at in range(6 * state.itemsize))
    values = zip(page.ndarray((), found, data).item(), np.ndarray((), state, data).item(), strict=True)
    for here, there in values:
        assert_same(here, there)
    rows = page.ndarray((3, 2, state.itemsize), page.uint8, bytearray(data))[:, [1, 0]]
    others = np.frombuffer(data, np.uint8).reshape(3, 2, -1)[:, [1, 0]]
    records, same = rows.view(found)[..., 0], others.view(state)[..., 0]
    for each in found.fields:
        assert_same(records[each], same[each])
        assert_same(records[each][..., 0] == 1, same[each][..., 0] == 1)
        records[each] = records[each][::-1].copy()
        same[each] = same[each][::-1].copy()
    assert rows.tobytes() == others.tobytes()


def test_what_has_no_numbers_is_no_error() -> None:
    empty = page.zeros((0, 3))
    assert empty.tolist() == []
    assert empty.sum(axis=0).tolist() == [0.0] * 3
    here, there = make(1, (0, 3, 2), "float64")
    for axis in (None, 0, 1, 2, (0, 1), (1, 2)):
        assert_same(here.sum(axis=axis), there.sum(axis=axis))
        assert_same(here[:, [1, 2], 1].sum(axis=0), there[:, [1, 2], 1].sum(axis=0))
    assert page.concatenate([empty, page.asarray([[1.0, 2.0, 3.0]])]).tolist() == [[1.0, 2.0, 3.0]]
    assert page.zeros(3)[[]].tolist() == []
    assert page.frombuffer(b"", page.int16).tolist() == []


def test_what_numpy_would_do_silently_is_refused() -> None:
    """Rather no answer than another one."""
    small = page.asarray([100, 100], page.int8)
    with pytest.raises(OverflowError):
        small + small
    with pytest.raises(TypeError, match="dtype"):
        page.zeros(3, page.float32).sum()
    with pytest.raises(TypeError, match="fractions"):
        small /= 2
    with pytest.raises(IndexError):
        small[2]
    with pytest.raises(ValueError, match="does not go with"):
        page.zeros((2, 3)) + page.zeros((2, 2))
    with pytest.raises(ValueError, match="spread"):
        small[:] = [1, 2, 3]
    with pytest.raises(TypeError, match="gaps"):
        _ = page.zeros((3, 3))[:, 0].address


@settings(max_examples=50, deadline=None)
@given(seeds, some.integers(1, 6), some.integers(1, 6))
def test_products_of_matrices_are_those_of_a_library_but_for_the_last_bits(seed: int, rows: int, columns: int) -> None:
    here, there = make(seed, (rows, columns), "float64")
    assert (here.T @ here).ravel().tolist() == pytest.approx((there.T @ there).ravel().tolist())
    assert (here @ here[0]).tolist() == pytest.approx((there @ there[0]).tolist())
    square, same = here.T @ here + page.eye(columns), there.T @ there + np.eye(columns)
    assert page.linalg.inv(square).ravel().tolist() == pytest.approx(np.linalg.inv(same).ravel().tolist())
    assert page.diag(square).tolist() == pytest.approx(np.diag(same).tolist())
