"""Commands whose options are the settings of the server: `serve` and `doctor`."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, Final, ParamSpec, get_args, get_origin

import typer

from estaminet.extras import require_server

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from estaminet.server.settings import Settings

P = ParamSpec("P")
PASS_ON: Final = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
"""The settings of a Typer command that passes all its arguments to another."""
NOTHING: Final = (None, "", (), False)
"""Defaults that the help omits."""


def settings_command(function: "Callable[Concatenate[Settings, P], None]") -> Callable[[typer.Context], None]:
    """A command that gets the settings, with an option for each.

    They are looked up when it runs, so that all other commands start faster and need no server packages.
    """

    def command(context: typer.Context) -> None:
        require_server()
        app = typer.Typer(rich_markup_mode="rich", pretty_exceptions_enable=False, add_completion=False)
        app.command()(_with_options(function))
        app(context.args, prog_name=context.command_path)

    command.__name__, command.__doc__ = function.__name__, function.__doc__
    return command


def _with_options(function: "Callable[Concatenate[Settings, P], None]") -> Callable[..., None]:
    """The function as Typer reads it: its own options, then one for every setting."""
    from estaminet.server.settings import Options

    own = [each for each in signature(function).parameters.values() if each.name != "settings"]
    options = [_make_option(name, field) for name, field in Options.model_fields.items()]

    @wraps(function)
    def command(*args: P.args, **given: P.kwargs) -> None:
        settings = _read({each.name: given.pop(each.name) for each in options})
        function(settings, *args, **given)

    parameters = [*own, *options]
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # what Typer reads
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def _make_option(name: str, field: "FieldInfo") -> Parameter:
    from estaminet.server.settings import describe_options, flag_of, variable_of

    kind: Any = field.annotation
    if get_origin(kind) is tuple:
        kind = str
    elif type(None) in get_args(kind):  # a number that may be left out
        kind = int | None
    option = typer.Option(
        flag_of(name),
        envvar=variable_of(name),
        help=describe_options()[name],
        show_default=field.default not in NOTHING,
    )
    default = "" if field.default == () else field.default
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option])


def _read(given: dict[str, object]) -> "Settings":
    """The settings; an invalid one is named in the error, without its value, which may be a secret."""
    from pydantic import ValidationError

    from estaminet.server.settings import Settings, flag_of

    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        raise typer.BadParameter(first["msg"], param_hint=flag_of(str(first["loc"][0]))) from None
