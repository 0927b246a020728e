"""The memory layout of arrays: strides along each axis, and the order in which NumPy visits the numbers.

Sums depend on that order in their last bit, and decisions depend on sums.
"""

from functools import lru_cache

Shape = tuple[int, ...]
KEPT = 1 << 10
"""Arrays have few, recurring shapes: this many are cached."""


@lru_cache(KEPT)
def pack(shape: Shape, step: int = 1) -> Shape:
    """The strides of an array without gaps, the last axis innermost."""
    steps = []
    for length in reversed(shape):
        steps.append(step)
        step *= length or 1
    return tuple(reversed(steps))


@lru_cache(KEPT)
def is_whole(shape: Shape, steps: Shape, step: int) -> bool:
    """Whether an array with such strides is whole."""
    packed = pack(shape, step)
    return packed == steps or all(
        length == 1 or own == wanted for length, own, wanted in zip(shape, steps, packed, strict=True)
    )


@lru_cache(KEPT)
def join_shapes(*shapes: Shape) -> Shape:
    """Shape to which all of these can be broadcast."""
    joined: list[int] = []
    for shape in shapes:
        joined = [1] * (len(shape) - len(joined)) + joined
        for at in range(1, len(shape) + 1):
            if joined[-at] == 1:
                joined[-at] = shape[-at]
            elif shape[-at] not in (1, joined[-at]):
                raise ValueError(f"an array of the shape {shape} does not go with one of the shape {tuple(joined)}")
    return tuple(joined)


@lru_cache(KEPT)
def find_order(shape: Shape, *all_steps: Shape) -> Shape:
    """The axes of some arrays of one shape, from the outermost in memory; unchanged where they disagree."""
    order: list[int] = []
    for axis in reversed(range(len(shape))):
        place = len(order)
        for at in reversed(range(len(order))):
            pairs = [
                (abs(steps[axis]), abs(steps[order[at]]))
                for steps in all_steps
                if steps[axis] and steps[order[at]] and shape[axis] != 1 and shape[order[at]] != 1
            ]
            if all(own < other for own, other in pairs):
                place = at if pairs else place
            else:
                break
        order.insert(place, axis)
    return tuple(reversed(order))
