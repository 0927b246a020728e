"""Where the numbers of arrays lie: how many steps it is along each axis, and in which order NumPy goes through them.

Sums depend on that order in their last bit, and with them decisions.
"""

from collections.abc import Iterable, Sequence

Shape = tuple[int, ...]


def pack(shape: Shape, step: int = 1) -> Shape:
    """The steps of an array without gaps, the last axis the innermost."""
    steps = []
    for length in reversed(shape):
        steps.append(step)
        step *= length or 1
    return tuple(reversed(steps))


def join_shapes(shapes: Iterable[Shape]) -> Shape:
    """The shape to which all of these can be spread."""
    joined: list[int] = []
    for shape in shapes:
        joined = [1] * (len(shape) - len(joined)) + joined
        for at in range(1, len(shape) + 1):
            if joined[-at] == 1:
                joined[-at] = shape[-at]
            elif shape[-at] not in (1, joined[-at]):
                raise ValueError(f"an array of the shape {shape} does not go with one of the shape {tuple(joined)}")
    return tuple(joined)


def find_order(shape: Shape, all_steps: Sequence[Shape]) -> list[int]:
    """The axes of some arrays of one shape, from the outermost in memory; where they do not agree, as they are."""
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
    return order[::-1]
