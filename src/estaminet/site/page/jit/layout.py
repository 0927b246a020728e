"""The names in the annotations of rules, which define record layouts as everywhere."""

from typing import Annotated, Any

import numpy as np

from estaminet.engine.jit.records import layout, look_up, reader, unpack

__all__ = ["layout", "look_up", "reader", "unpack"]

Memory = Codes = Ids = PackedOptions = Integers = Amounts = Features = Random = Any
Small = Annotated[int, np.int8]
Short = Annotated[int, np.int16]
Whole = Annotated[int, np.int32]
Smalls = Annotated[Any, np.int8]
Shorts = Annotated[Any, np.int16]
Wholes = Annotated[Any, np.int32]
