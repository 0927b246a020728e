"""Checks a server's set-up from outside: what is right, what could be better, what is wrong, and the remedies."""

import os
import shutil
import stat
import time
from collections.abc import Iterator
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import Connection, text

from estaminet import players
from estaminet.engine.errors import EstaminetError
from estaminet.engine.jit import cache, compiler
from estaminet.engine.jit.layout import JIT_IS_OFF
from estaminet.games import REGISTRY
from estaminet.server.http.routes.pages import FOLDER
from estaminet.server.reminders.dispatcher import HAS_EXTRA, make_senders
from estaminet.server.rules.plan import DAY
from estaminet.server.settings import Settings
from estaminet.server.store.database import Store
from estaminet.server.store.files import COMPANIONS, OTHERS
from estaminet.server.store.migrations import HEAD
from estaminet.server.store.retention import FINISHED, KINDS

LITTLE: Final = 1_000_000_000
"""Bytes of free disk below which there is a warning."""
LEAST: Final = 100_000_000
"""Bytes without which a server soon stops."""
MOST_SECONDS: Final = 2.0
"""How far the clocks of the machine and of PostgreSQL may be apart."""
SOON_DAYS: Final = 30
"""Days of notice before data is cleared away: time for an export."""
BUILT: Final = 1_750_000_000
"""Seconds since 1970, of a moment before this was written: a clock before it is wrong."""


class Severity(StrEnum):
    """The severity of a finding."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"


class Finding(NamedTuple):
    """The result of one check."""

    severity: Severity
    about: str
    sentence: str
    remedy: str = ""


async def examine(settings: Settings) -> list[Finding]:
    """Run all checks. They change nothing."""
    findings = []
    try:
        store = Store(settings.database_url, REGISTRY)
    except EstaminetError as error:
        remedy = "--database or ESTAMINET_DATABASE names it."
        findings.append(Finding(Severity.BAD, "database", error.sentence, remedy))
    else:
        findings += await examine_database(store, settings)
        if store.file:
            findings += examine_modes(store.file)
            findings.append(examine_disk("disk of the database", store.file.parent))
    findings.append(examine_clock())
    findings += examine_network(settings.url, settings.host, settings.proxies)
    findings += await examine_reminders(settings)
    findings += examine_kernels()
    findings.append(examine_page())
    return findings


async def examine_database(store: Store, settings: Settings) -> list[Finding]:
    """Check that it answers, its version, its clock, and its old data."""
    if store.file and not store.file.exists():
        return [Finding(Severity.OK, "database", f"{store.file} will be made at the first start.")]
    kind = "PostgreSQL" if store.is_postgres else f"SQLite, {store.file}"
    try:
        async with store.engine.connect() as connection:
            version = await connection.run_sync(find_version)
            findings = [check_version(kind, version)]
            if store.is_postgres:
                there = await connection.scalar(text("SELECT CAST(extract(epoch FROM clock_timestamp()) AS FLOAT)"))
                findings.append(check_clock_offset(abs(time.time() - float(there or 0))))
        if version == HEAD:
            findings.append(await examine_age(store, settings))
        return findings
    except store.failures as error:
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        remedy = "Is its server running, and are address, name and password right?"
        if store.file:
            remedy = (
                "Is it a database of estaminet, and may this user read it? `estaminet restore` puts a backup there."
            )
        return [Finding(Severity.BAD, "database", f"{kind} cannot be read: {reason}.", remedy)]
    finally:
        await store.close()


async def examine_age(store: Store, settings: Settings) -> Finding:
    """The data that a running server clears away, now and soon."""
    now = int(time.time() * 1000)
    old, soon = [await store.retention.count(settings, at) for at in (now, now + SOON_DAYS * DAY)]
    kept = {FINISHED: "finished_days", **{kind.name: kind.setting for kind in KINDS}}
    counts = [
        f"{old[name]} {name} older than {getattr(settings, setting):g} days, {soon[name] - old[name]} more soon"
        for name, setting in kept.items()
        if soon[name]
    ]
    if not counts:
        return Finding(Severity.OK, "old data", f"Nothing is cleared away within {SOON_DAYS} days.")
    sentence = f"The server clears away: {'; '.join(counts)} ({SOON_DAYS} days)."
    return Finding(Severity.OK, "old data", f"{sentence} `estaminet export FILE --finished` keeps the tables.")


def find_version(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return version


def check_version(kind: str, version: str | None) -> Finding:
    if version == HEAD:
        return Finding(Severity.OK, "database", f"{kind}, up to date ({HEAD}).")
    if version is None:
        return Finding(Severity.OK, "database", f"{kind}, empty: the first start makes its tables.")
    if version < HEAD:
        sentence = f"{kind}, of step {version}: the next start brings it to {HEAD}."
        return Finding(Severity.WARN, "database", sentence, "`estaminet backup FILE` first: there is no way back.")
    sentence = f"{kind}, of step {version}, which this version does not know."
    return Finding(Severity.BAD, "database", sentence, "Install the version that made it, or a newer one.")


def check_clock_offset(seconds: float) -> Finding:
    if seconds <= MOST_SECONDS:
        return Finding(Severity.OK, "clock of PostgreSQL", f"{seconds:.1f} s from this machine's.")
    sentence = f"{seconds:.0f} s from this machine's: processes will take each other for dead."
    return Finding(Severity.BAD, "clock of PostgreSQL", sentence, "Have both machines keep time, with NTP.")


def examine_modes(file: Path) -> Iterator[Finding]:
    """Check that secrets are private, and that we can write them."""
    if os.name != "posix" or not file.exists():
        return
    files = [each for suffix in COMPANIONS if (each := file.with_name(file.name + suffix)).exists()]
    if readable := [each.name for each in files if stat.S_IMODE(each.stat().st_mode) & OTHERS]:
        remedy = f"chmod 600 {' '.join(str(file.with_name(name)) for name in readable)}; the next start does it too."
        yield Finding(Severity.WARN, "file modes", f"Others can read {', '.join(readable)}.", remedy)
    else:
        yield Finding(Severity.OK, "file modes", "The owner alone can read the database.")
    if not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK)):
        remedy = f"Run as the owner of {file}, or chown it and its folder."
        yield Finding(Severity.BAD, "file modes", "This user cannot write the database or its folder.", remedy)


def examine_disk(about: str, folder: Path) -> Finding:
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    sentence = f"{free / 1e9:.1f} GB free at {folder}."
    if free >= LITTLE:
        return Finding(Severity.OK, about, sentence)
    return Finding(
        Severity.WARN if free >= LEAST else Severity.BAD,
        about,
        sentence,
        "Make room: on a full disk no move can be saved.",
    )


def examine_clock() -> Finding:
    if time.time() < BUILT:
        now = time.strftime("%Y-%m-%d", time.gmtime())
        return Finding(Severity.BAD, "clock", f"It is not {now}.", "Set the clock; NTP keeps it right.")
    return Finding(Severity.OK, "clock", time.strftime("%Y-%m-%d %H:%M:%S UTC.", time.gmtime()))


def examine_network(url: str, host: str, proxies: str) -> Iterator[Finding]:
    """Check that address, proxy and cookies go together."""
    parts = urlsplit(url)
    if not url:
        if is_local(host):
            yield Finding(Severity.OK, "address", "Only this machine reaches the server.")
        else:
            remedy = "Put a proxy with TLS before it, and give its address with --url https://..."
            yield Finding(Severity.WARN, "address", f"Everybody who can reach {host} reaches it, unencrypted.", remedy)
        return
    if parts.scheme not in ("http", "https") or not parts.hostname:
        yield Finding(Severity.BAD, "address", f"{url} is no address.", "--url is like https://play.example.org.")
        return
    if parts.scheme == "http" and not is_local(parts.hostname):
        remedy = "Terminate TLS at a proxy, and say https:// in --url."
        yield Finding(Severity.WARN, "address", f"{url} is not encrypted: cookies can be read on the way.", remedy)
    else:
        yield Finding(Severity.OK, "address", f"People come by {url}.")
    if "*" in proxies:
        remedy = "Name the addresses of your proxies: --proxies 10.0.0.2,10.0.0.3."
        yield Finding(Severity.BAD, "proxy headers", "Everybody may claim any address, and so evade limits.", remedy)
    elif not is_local(host) and proxies == "127.0.0.1":
        remedy = "If the proxy is on another machine, name it with --proxies; if not, listen on 127.0.0.1 alone."
        sentence = "Only a proxy on this machine is believed, though others reach the server too."
        yield Finding(Severity.WARN, "proxy headers", sentence, remedy)
    else:
        yield Finding(Severity.OK, "proxy headers", f"Believed from {proxies}.")


def is_local(host: str) -> bool:
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


async def examine_reminders(settings: Settings) -> list[Finding]:
    """Check the ways to remind people. No mail is sent, but its server is contacted."""
    if not HAS_EXTRA:
        severity = Severity.BAD if settings.smtp or settings.ntfy or settings.webhook else Severity.WARN
        remedy = "pip install 'estaminet[push]' adds what is needed."
        return [Finding(severity, "reminders", "Nobody can be reminded of their turn: packages are missing.", remedy)]
    try:
        senders = make_senders(settings, bytes(32))
    except EstaminetError as error:
        return [Finding(Severity.BAD, "reminders", error.sentence, "`estaminet serve --help` tells how it is written.")]
    if settings.url and not settings.is_secure and not is_local(urlsplit(settings.url).hostname or ""):
        remedy = "Serve the page over https://, and say so in --url."
        findings = [Finding(Severity.WARN, "reminders", "Browsers accept none from a page without encryption.", remedy)]
    else:
        findings = [Finding(Severity.OK, "reminders", f"By {', '.join(senders)}.")]
    for sender in senders.values():
        trouble = await sender.examine()
        if trouble:
            remedy = "Are address, port, user and password in --smtp right?"
            findings.append(Finding(Severity.BAD, "mail", f"The mail server cannot be used: {trouble}.", remedy))
        await sender.close()
    return findings


def examine_kernels() -> Iterator[Finding]:
    """Check that the games are compiled, and that the cache can be written."""
    if JIT_IS_OFF:
        yield Finding(
            Severity.BAD, "games", "NUMBA_DISABLE_JIT is set: house players will think for minutes.", "Unset it."
        )
        return
    missing = []
    for name in REGISTRY.names():
        try:
            package = REGISTRY.find(name).modules[0].__package__ or ""
        except Exception as error:  # a package of somebody else
            remedy = f"Uninstall or fix the package of {name}; all other games can be played."
            yield Finding(Severity.BAD, "games", f"{name} cannot be loaded: {error}.", remedy)
            continue
        if not compiler.is_cached(package):
            missing.append(name)
    if not compiler.is_cached(players.__name__):
        missing.append("house players")
    if missing:
        remedy = "`estaminet warm` compiles them now; else the server does at its start, and people wait some seconds."
        yield Finding(Severity.WARN, "games", f"Not compiled yet: {', '.join(missing)}.", remedy)
    else:
        yield Finding(Severity.OK, "games", f"Compiled: {', '.join(REGISTRY.names())}, house players.")
    folder = cache.cache_root()
    while not folder.exists():
        folder = folder.parent
    if not os.access(folder, os.W_OK):
        remedy = "Let this user write there, or set XDG_CACHE_HOME to a folder that it can write."
        yield Finding(Severity.WARN, "cache", f"{folder} cannot be written: every start compiles again.", remedy)


def examine_page() -> Finding:
    if (FOLDER / "index.html").exists():
        return Finding(Severity.OK, "page", "Built.")
    return Finding(Severity.BAD, "page", "Not built: people see an empty page.", "`make web`, or install the package.")
