"""Part of pydantic that plans and messages need, as its replacement in a page: strict, unknown members forbidden."""

import json
import re
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")
MISSING = object()


class ValidationError(ValueError):
    """Input does not have the required shape."""

    def __init__(self, place: tuple[str | int, ...], sentence: str) -> None:
        super().__init__(f"{'.'.join(map(str, place))}: {sentence}" if place else sentence)
        self._found = {"loc": place, "msg": sentence}

    def errors(self, **_kwargs: bool) -> list[dict[str, Any]]:
        return [self._found]


class FieldInfo:
    """The constraints of a member."""

    def __init__(self, default: Any = MISSING, *, default_factory: Any = None, **limits: Any) -> None:
        self.default, self.default_factory, self.limits = default, default_factory, limits


def Field(default: Any = MISSING, **said: Any) -> Any:
    return FieldInfo(default, **said)


def ConfigDict(**_settings: Any) -> dict[str, Any]:
    return {}


class BaseModel:
    """An immutable value with validated members."""

    _members: ClassVar[dict[str, tuple[Any, FieldInfo]]]

    def __init__(self, **given: Any) -> None:
        self.__dict__.update(check_members(type(self), given, ()))

    def __setattr__(self, name: str, value: Any) -> None:
        raise ValidationError((name,), "Instance is frozen")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    @classmethod
    def members(cls) -> dict[str, tuple[Any, FieldInfo]]:
        """The type of each member and its default, read once from the annotations."""
        if "_members" not in cls.__dict__:
            hints = get_type_hints(cls, include_extras=True)
            found = {name: getattr(cls, name, MISSING) for name in hints if name != "_members"}
            cls._members = {
                name: (hints[name], default if isinstance(default, FieldInfo) else FieldInfo(default))
                for name, default in found.items()
            }
        return cls._members

    @classmethod
    def model_validate(cls, value: Any) -> Self:
        return check(value, cls, ())

    @classmethod
    def model_validate_json(cls, text: str | bytes) -> Self:
        return cls.model_validate(read_json(text))

    def model_copy(self, *, update: dict[str, Any] | None = None) -> Self:
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, **(update or {}))
        return copy

    def model_dump(self, *, mode: str = "python") -> dict[str, Any]:
        return {name: dump(value) for name, value in self.__dict__.items()}


class TypeAdapter(Generic[T]):
    """Checks types but models."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    def validate_python(self, value: Any) -> T:
        return check(value, self._kind, ())

    def validate_json(self, text: str | bytes) -> T:
        return self.validate_python(read_json(text))


def read_json(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ValidationError((), f"Invalid JSON: {error}") from None


def dump(value: Any) -> Any:
    match value:
        case BaseModel():
            return value.model_dump()
        case list() | tuple():
            return [dump(each) for each in value]
        case dict():
            return {name: dump(each) for name, each in value.items()}
    return value


def check(value: Any, kind: Any, place: tuple[str | int, ...]) -> Any:
    """The validated value, or an error with its location."""
    arguments = get_args(kind)
    match get_origin(kind) or kind:
        case origin if origin is Annotated:
            return check_annotated(value, arguments[0], arguments[1:], place)
        case origin if origin is Literal:
            if value in arguments and type(value) in map(type, arguments):
                return value
            raise ValidationError(place, f"Input should be {' or '.join(map(repr, arguments))}")
        case origin if origin in (Union, UnionType):
            return check_union(value, arguments, place)
        case origin if origin is list:
            require(value, list, place)
            return [check(each, arguments[0], (*place, at)) for at, each in enumerate(value)]
        case origin if origin is dict:
            require(value, dict, place)
            return {
                check(name, arguments[0], (*place, name)): check(each, arguments[1], (*place, name))
                for name, each in value.items()
            }
        case origin if isinstance(origin, type) and issubclass(origin, BaseModel):
            if isinstance(value, origin):
                return value
            require(value, dict, place)
            found = object.__new__(origin)
            found.__dict__.update(check_members(origin, value, place))
            return found
        case origin if origin is Any:
            return value
        case origin if origin is float and type(value) is int:
            return float(value)
        case origin:
            return require(value, origin, place)


def require(value: Any, kind: type, place: tuple[str | int, ...]) -> Any:
    """No conversion: a flag is not a number."""
    if type(value) is not kind:
        name = "null" if kind is NoneType else kind.__name__
        raise ValidationError(place, f"Input should be a valid {name}")
    return value


def check_members(model: type[BaseModel], given: dict[str, Any], place: tuple[str | int, ...]) -> dict[str, Any]:
    members = model.members()
    for name in given:
        if name not in members:
            raise ValidationError((*place, name), "Extra inputs are not permitted")
    found = {}
    for name, (kind, field) in members.items():
        if name in given:
            found[name] = check_limits(check(given[name], kind, (*place, name)), field, (*place, name))
        elif field.default_factory is not None:
            found[name] = field.default_factory()
        elif field.default is not MISSING:
            found[name] = field.default
        else:
            raise ValidationError((*place, name), "Field required")
    return found


def check_annotated(value: Any, kind: Any, said: tuple[Any, ...], place: tuple[str | int, ...]) -> Any:
    for field in said:
        if isinstance(field, FieldInfo) and (tag := field.limits.get("discriminator")):
            return check_tagged(value, kind, tag, place)
    value = check(value, kind, place)
    for field in said:
        if isinstance(field, FieldInfo):
            check_limits(value, field, place)
    return value


def check_tagged(value: Any, kind: Any, tag: str, place: tuple[str | int, ...]) -> Any:
    """One of several models, chosen by the discriminating member."""
    if isinstance(value, get_args(kind)):
        return value
    require(value, dict, place)
    for model in get_args(kind):
        if value.get(tag) in get_args(model.members()[tag][0]):
            return check(value, model, (*place, str(value[tag])))
    raise ValidationError(place, f"Input tag {value.get(tag)!r:.60} does not match any of the expected ones")


def check_union(value: Any, kinds: tuple[Any, ...], place: tuple[str | int, ...]) -> Any:
    error = None
    for kind in kinds:
        try:
            return check(value, kind, place)
        except ValidationError as found:
            error = error or found
    raise error or ValidationError(place, "Input should be something")


def check_limits(value: Any, field: FieldInfo, place: tuple[str | int, ...]) -> Any:
    """The value within its bounds, unless omitted."""
    limits = field.limits
    if value is None:
        return value
    if "ge" in limits and not value >= limits["ge"]:
        raise ValidationError(place, f"Input should be greater than or equal to {limits['ge']}")
    if "le" in limits and not value <= limits["le"]:
        raise ValidationError(place, f"Input should be less than or equal to {limits['le']}")
    if len(value) > limits["max_length"] if "max_length" in limits else False:
        raise ValidationError(place, f"Value should have at most {limits['max_length']} items")
    if len(value) < limits["min_length"] if "min_length" in limits else False:
        raise ValidationError(place, f"Value should have at least {limits['min_length']} items")
    if "pattern" in limits and not re.search(limits["pattern"], value):
        raise ValidationError(place, f"String should match pattern '{limits['pattern']}'")
    return value
