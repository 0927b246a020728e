"""A database that is made at once has the shape of one that went through all steps."""

from sqlalchemy import Engine, create_engine, inspect, text

from estaminet.server.store.migrations import HEAD, create, migrate


def shape_of(engine: Engine) -> dict[str, list[str]]:
    """Every table with its columns, its key and its indexes."""
    found = inspect(engine)
    return {
        name: sorted(
            [f"{each['name']} {each['type']} {each['nullable']} {each['default']}" for each in found.get_columns(name)]
            + [f"{each['name']} {each['column_names']} {each['unique']}" for each in found.get_indexes(name)]
            + [str(found.get_pk_constraint(name))]
        )
        for name in found.get_table_names()
    }


def test_a_new_database_has_the_shape_to_which_all_steps_lead() -> None:
    at_once, by_steps = create_engine("sqlite://"), create_engine("sqlite://")
    with at_once.begin() as connection:
        create(connection)
    with by_steps.begin() as connection:
        migrate(connection)
    assert shape_of(at_once) == shape_of(by_steps)
    with at_once.connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == HEAD
