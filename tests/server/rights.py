"""Permissions: every route of the server and every message to a table, and the outcome for each role."""

from typing import NamedTuple

from tests.server.people import Json

ANYBODY, KNOWN, NEW, LINK = "anybody", "known", "new", "link"
ROUTES: dict[tuple[str, str], str] = {
    ("post", "/api/me"): NEW,
    ("get", "/api/me"): KNOWN,
    ("delete", "/api/me"): KNOWN,
    ("post", "/api/me/link"): KNOWN,
    ("post", "/api/me/link/look"): LINK,
    ("post", "/api/me/claim"): LINK,
    ("get", "/api/me/devices"): KNOWN,
    ("delete", "/api/me/devices"): KNOWN,
    ("delete", "/api/me/devices/{device}"): KNOWN,
    ("post", "/api/me/token"): KNOWN,
    ("get", "/api/me/level"): KNOWN,
    ("get", "/api/me/play"): KNOWN,
    ("get", "/api/me/records"): KNOWN,
    ("get", "/api/me/tables"): KNOWN,
    ("get", "/api/me/reminders"): KNOWN,
    ("put", "/api/me/reminders"): KNOWN,
    ("delete", "/api/me/reminders"): KNOWN,
    ("post", "/api/me/reminders/channels"): KNOWN,
    ("delete", "/api/me/reminders/channels/{channel}"): KNOWN,
    ("post", "/api/me/reminders/channels/{channel}/test"): KNOWN,
    ("post", "/reminders/confirm"): LINK,
    ("post", "/reminders/stop"): LINK,
    ("get", "/api/welcome"): ANYBODY,
    ("get", "/api/tables"): ANYBODY,
    ("post", "/api/tables"): KNOWN,
    ("get", "/api/tables/{table_id}"): ANYBODY,
    ("get", "/api/tables/{table_id}/home"): ANYBODY,
    ("get", "/api/tables/{table_id}/events"): ANYBODY,
    ("get", "/api/tables/{table_id}/views"): ANYBODY,
    ("post", "/api/tables/{table_id}/commands"): KNOWN,
    ("get", "/api/tables/{table_id}/talk"): KNOWN,
    ("get", "/api/tables/codes/{code}"): ANYBODY,
    ("post", "/api/tables/{table_id}/rematch"): KNOWN,
    ("post", "/api/tables/{table_id}/advice"): KNOWN,
    ("post", "/api/tables/{table_id}/calendar"): KNOWN,
    ("delete", "/api/tables/{table_id}/calendar"): KNOWN,
    ("get", "/api/tables/{table_id}/deadline.ics"): KNOWN,
    ("get", "/api/tables/{table_id}/record"): ANYBODY,
    ("post", "/api/tables/lessons/{game}"): KNOWN,
    ("post", "/api/tables/{table_id}/review"): ANYBODY,
    ("get", "/api/tables/{table_id}/turning-point"): ANYBODY,
    ("post", "/api/reviews"): ANYBODY,
    ("get", "/api/reviews/{key}"): ANYBODY,
    ("get", "/api/puzzles/{name}"): ANYBODY,
    ("get", "/api/puzzles/{name}/{puzzle_id}"): ANYBODY,
    ("post", "/api/puzzles/{name}/{puzzle_id}"): ANYBODY,
    ("get", "/api/daily"): ANYBODY,
    ("post", "/api/contests"): KNOWN,
    ("get", "/api/contests/{contest_id}"): ANYBODY,
    ("post", "/api/contests/{contest_id}/deals/{number}/table"): KNOWN,
    ("get", "/api/contests/{contest_id}/deals/{number}"): KNOWN,
    ("put", "/api/contests/{contest_id}/listing"): KNOWN,
    ("get", "/api/branches"): KNOWN,
    ("post", "/api/branches"): KNOWN,
    ("delete", "/api/branches/{table_id}"): KNOWN,
    ("post", "/api/replay"): ANYBODY,
    ("post", "/api/verify"): ANYBODY,
    ("get", "/api/games"): ANYBODY,
    ("get", "/api/games/{name}"): ANYBODY,
    ("get", "/api/games/{name}/lesson"): ANYBODY,
    ("get", "/healthz"): ANYBODY,
    ("get", "/metrics"): ANYBODY,
}
"""Users of each route: anybody, a known person, a person that the route creates, or the owner of a link."""

OWN, NOTHING = "own", "nothing"
"""Concerns one's own seat alone; changes nothing."""
IDLE = "table.idle"


class Row(NamedTuple):
    """A message, and what comes of it at a table that waits, one where a game goes on, and one where it is over."""

    message: Json
    stranger: tuple[str, str, str]
    """A named person without a seat."""
    other: tuple[str, str, str]
    """Person on seat 1; seat 0 has set up the table and is to move."""


NOT_MINE = ("table.foreign", "table.foreign", "table.foreign")
MESSAGE_ROWS = [
    Row({"type": "move", "action": "place a1"}, (IDLE, "seat.foreign", IDLE), (IDLE, "move.turn", IDLE)),
    Row({"type": "undo"}, (IDLE, "seat.foreign", IDLE), (IDLE, "undo.refused", IDLE)),
    Row({"type": "ask_undo"}, (IDLE, "seat.foreign", IDLE), (IDLE, OWN, IDLE)),
    Row({"type": "accept_undo"}, (IDLE, "seat.foreign", IDLE), (IDLE, "undo.not_asked", IDLE)),
    Row({"type": "decline_undo"}, (IDLE, "seat.foreign", IDLE), (IDLE, "undo.not_asked", IDLE)),
    Row({"type": "sit"}, ("invitation.invalid", "invitation.invalid", "table.started"), (OWN, OWN, OWN)),
    Row({"type": "sit", "seat": 0, "invitation": "let-me-in-let-me-in-let"},
        ("invitation.invalid", "invitation.invalid", "table.started"), ("seat.second", "seat.second", "table.started")),
    Row({"type": "ask_seat", "seat": 3}, (IDLE, "invitation.invalid", IDLE), (IDLE, "seat.second", IDLE)),
    Row({"type": "accept_guest"}, (IDLE, "seat.foreign", IDLE), (IDLE, "seat.not_asked", IDLE)),
    Row({"type": "decline_guest"}, (IDLE, "seat.foreign", IDLE), (IDLE, "seat.not_asked", IDLE)),
    Row({"type": "leave"}, (NOTHING, NOTHING, NOTHING), (OWN, OWN, OWN)),
    Row({"type": "give", "seat": 0}, ("seat.foreign", "seat.foreign", IDLE), ("seat.foreign", "seat.foreign", IDLE)),
    Row({"type": "give", "seat": 2}, ("table.foreign", "seat.taken", IDLE), ("table.foreign", "seat.taken", IDLE)),
    Row({"type": "open", "seat": 2}, NOT_MINE, NOT_MINE),
    Row({"type": "start"}, NOT_MINE, NOT_MINE),
    Row({"type": "resign"}, (IDLE, "seat.foreign", IDLE), (IDLE, OWN, IDLE)),
    Row({"type": "offer_stop"}, (IDLE, "seat.foreign", IDLE), (IDLE, OWN, IDLE)),
    Row({"type": "accept_stop"}, (IDLE, "seat.foreign", IDLE), (IDLE, "stop.not_offered", IDLE)),
    Row({"type": "decline_stop"}, (IDLE, "seat.foreign", IDLE), (IDLE, "stop.not_offered", IDLE)),
    Row({"type": "name_branch", "name": "Mine"}, ("branch.foreign",) * 3, ("branch.foreign",) * 3),
    Row({"type": "say", "phrase": "hello"}, ("seat.foreign",) * 3, (OWN,) * 3),
    *(
        Row(message, ("seat.foreign",) * 3, ("table.unfinished", "table.unfinished", "look.apart"))
        for message in (
            {"type": "look_at", "ply": 0}, {"type": "ask_lead"}, {"type": "keep_lead"},
            {"type": "give_lead", "seat": 0}, {"type": "point_at", "target": "stack"},
        )
    ),
    *(
        Row({"type": kind}, ("seat.foreign",) * 3, ("table.unfinished", "table.unfinished", NOTHING))
        for kind in ("look_together", "look_alone")
    ),
    Row({"type": "watch_seat", "seat": 0}, ("seat.foreign",) * 3, ("seat.foreign",) * 3),
]  # fmt: skip
LIVE_ONLY = {
    "watch_seat", "say", "look_together", "look_alone", "look_at", "ask_lead", "keep_lead", "give_lead", "point_at",
}  # fmt: skip
NUMBERED = {"move", "undo", "ask_undo", "accept_undo"}
STATUSES = {
    "person.unknown": 401, "seat.foreign": 403, "table.foreign": 403, "invitation.invalid": 403, "link.invalid": 403,
    "origin.foreign": 403, "person.bot": 403, "branch.foreign": 403,
}  # fmt: skip
"""All others are conflicts: 409."""
