"""What if: a game that is over goes another way."""

from typing import Any

from estaminet.device.house import PERSON, House
from estaminet.device.paths import Arguments, read_plan, route
from estaminet.device.routes.tables import describe_new
from estaminet.engine.record import parse_line
from estaminet.server.errors import Refusal
from estaminet.server.live.branches import BranchPlan, describe_branch, list_below, list_family, seat_branch
from estaminet.server.live.records import write_record
from estaminet.server.rules.permissions import require_own_branch


@route("GET", "/api/branches")
async def list_branches(house: House, arguments: Arguments, _body: str) -> object:
    """All branches here, or those of a table's game or of a record."""
    found, source = await house.store.list_branches(), arguments.query.get("source", "")
    return [describe_branch(each) for each in (list_family(found, source) if source else found)]


@route("POST", "/api/branches")
async def set_up_branch(house: House, _arguments: Arguments, body: str) -> object:
    """A table at which a game that is over goes another way."""
    plan = read_plan(BranchPlan, body)
    if (plan.table is None) == (plan.record is None):
        raise Refusal("message.invalid", "A branch belongs to a table or to a record: name one of them.")
    members: Any = plan.record
    if plan.table:
        members = parse_line(write_record((await house.session(plan.table)).state))
    await house.load_game_of(members)
    seating = seat_branch(plan, members, house.registry.find, (PERSON, await house.find_name()))
    return describe_new((await house.add(house.registry.find(seating.plan.game), seating)).terms)


@route("DELETE", "/api/branches/NAME")
async def remove_branch(house: House, arguments: Arguments, _body: str) -> object:
    """Delete a branch, with those that leave it."""
    table_id = arguments.names[0]
    require_own_branch((await house.session(table_id)).state, PERSON)
    for each in list_below(await house.store.list_branches(), table_id):
        await house.remove(each.id)
    await house.remove(table_id)
    return None
