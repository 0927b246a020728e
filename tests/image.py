"""The container image, built from the Dockerfile without an engine or a registry, and tried. `make image-check`.

Debian's own tools make the images that the Dockerfile begins with; buildah carries it out. What was built runs as an
engine would run it: nobody special, alone in its namespaces, on a root that cannot be written, with one volume.
Left to an engine: published ports, cgroups, seccomp, other architectures, and the compose files, which are only read.
"""

import json
import os
import platform
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx

import estaminet
from tests.server.games import play_on
from tests.server.people import NO_CERTIFICATES, Line, Visitor
from tests.server.servers import PATIENCE, free_port
from tests.wheel import check_kit

ROOT: Final = Path(__file__).parents[1]
WORKSHOP: Final = ROOT / ".bench" / "image"
TOOLS: Final = ("buildah", "mmdebstrap", "node", "npm", "unshare", "setpriv")
MOST_UNPACKED, MOST_PACKED, MOST_SECONDS = 550e6, 200e6, 3.0
USER: Final = "10001"
CERTIFICATES: Final = Path("/etc/ssl/certs/ca-certificates.crt")
SETTINGS: Final = (Path("/etc/pip.conf"), Path.home() / ".config" / "pip", Path.home() / ".npmrc")
"""This machine's access to packages: lent to the build, and never in the image."""
UNNEEDED: Final = ("doc", "man", "info", "locale")
CONTAIN: Final = """
set -e
mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"
mount --bind "$2" "$1/data"
mount -t tmpfs -o noexec,nosuid,nodev tmpfs "$1/tmp"
mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"
shift 2
exec chroot "$@"
"""


def why_not() -> str:
    """Why no image can be built here; empty if it can."""
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        return f"An image needs tools that are not here: {', '.join(missing)}."
    return "" if os.geteuid() == 0 else "To build an image here one must be root."


def buildah(*arguments: str | Path) -> str:
    place: list[str | Path] = ["--root", WORKSHOP / "storage", "--runroot", WORKSHOP / "run"]
    done = subprocess.run(["buildah", *place, *arguments], capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout.strip()


def make_bases() -> None:
    """What a registry would have: a slim Debian, and one with Node.js, which is the one of this machine."""
    archive = WORKSHOP / "base.tar"
    if not archive.exists():
        slim = [f"--dpkgopt=path-exclude=/usr/share/{each}/*" for each in UNNEEDED]
        release = platform.freedesktop_os_release()["VERSION_CODENAME"]
        include = "--include=usr-is-merged,libstdc++6"  # as the images of a registry are; the second is for Node.js
        merged = "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr"
        subprocess.run(["mmdebstrap", "--quiet", "--variant=apt", merged, include, *slim, release, archive], check=True)
    base = buildah("from", "scratch")
    buildah("add", "--quiet", base, archive)
    buildah("commit", "--quiet", "--rm", base, "estaminet-base")
    node, npm = (Path(shutil.which(tool) or tool).resolve() for tool in ("node", "npm"))
    bench = buildah("from", "estaminet-base")
    buildah("copy", "--quiet", bench, node, "/usr/local/bin/node")
    buildah("copy", "--quiet", bench, npm.parents[1], "/usr/local/lib/npm")
    buildah("run", "--isolation", "chroot", bench, "ln", "-s", "../lib/npm/bin/npm-cli.js", "/usr/local/bin/npm")
    buildah("config", "--env", "NODE_EXTRA_CA_CERTS=/run/certificates.crt", bench)
    buildah("commit", "--quiet", "--rm", bench, "estaminet-node")


def build(name: str, context: Path) -> None:
    trust = WORKSHOP / "pip.conf"
    trust.write_text("[global]\ncert = /run/certificates.crt\n", encoding="utf-8")
    lent = [
        (CERTIFICATES, "/run/certificates.crt"),
        (trust, "/root/.pip/pip.conf"),
        *((each, each) for each in SETTINGS),
    ]
    volumes = [f"--volume={mine}:{theirs}:ro" for mine, theirs in lent if mine.exists()]
    bases = ["--build-arg=BASE=localhost/estaminet-base", "--build-arg=NODE=localhost/estaminet-node"]
    how = ["--quiet", "--layers", "--isolation=chroot", "--format=docker", "--pull-never"]
    buildah("build", *how, *bases, *volumes, "--tag", name, context)


def copy_context(folder: Path, version: str) -> Path:
    """What would be cloned now, of another version."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0"):
        if name and (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    module = folder / "src" / "estaminet" / "__init__.py"
    module.write_text(module.read_text(encoding="utf-8").replace(estaminet.__version__, version), encoding="utf-8")
    return folder


class Start(NamedTuple):
    """What it took until it answered."""

    seconds: float
    processor: float
    """Seconds too, and what counts on a machine that is busy with other things."""

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s ({self.processor:.1f} s of processor)"


class Container:
    """A container of an image, which runs on a volume."""

    def __init__(self, image: str, volume: Path) -> None:
        self._name = buildah("from", image)
        self.files = Path(buildah("mount", self._name))
        self.config: dict[str, Any] = json.loads(buildah("inspect", self._name))["Docker"]["config"]
        self._volume = volume
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def command(self, *arguments: str) -> list[str]:
        """An engine's command."""
        variables = [*self.config["Env"], f"ESTAMINET_PORT={self.port}", "ESTAMINET_RATE=0"]
        alone = ["setpriv", "--no-new-privs", "unshare", "--mount", "--pid", "--ipc", "--fork"]
        inside = [f"--userspec={USER}:{USER}", "--groups=", str(self.files), "/usr/bin/env", "-i", *variables]
        return [*alone, "sh", "-c", CONTAIN, "sh", str(self.files), str(self._volume), *inside, *arguments]

    def start(self) -> Start:
        began = time.monotonic()
        with (WORKSHOP / "container.log").open("ab") as log:
            command = self.command(*self.config["Entrypoint"], *self.config["Cmd"])
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        while True:
            assert self._process.poll() is None, f"it stopped: {WORKSHOP / 'container.log'}"
            assert time.monotonic() < began + PATIENCE
            try:
                if httpx.get(f"{self.url}/healthz", verify=NO_CERTIFICATES).status_code == 200:
                    seconds = time.monotonic() - began
                    used = Path(f"/proc/{self._first()}/stat").read_text().rpartition(")")[2].split()[11:15]
                    return Start(seconds, sum(map(int, used)) / os.sysconf("SC_CLK_TCK"))
            except httpx.TransportError:
                time.sleep(0.02)

    def is_healthy(self) -> bool:
        """An engine's health check."""
        kind, *arguments = self.config["Healthcheck"]["Test"]
        assert kind == "CMD"
        return subprocess.run(self.command(*arguments), stderr=subprocess.DEVNULL, check=False).returncode == 0

    def kill(self) -> None:
        """As if the power went: with its first process everything in its namespace is gone."""
        self._signal(signal.SIGKILL)

    def stop(self) -> int:
        """As an engine does: the first process gets the signal, and has its time."""
        return self._signal(signal.SIGTERM)

    def _signal(self, number: signal.Signals) -> int:
        assert self._process is not None
        os.kill(self._first(), number)
        return self._process.wait(timeout=15)

    def _first(self) -> int:
        """The first process in its namespace, by its number outside."""
        assert self._process is not None
        pid = self._process.pid
        return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])

    def close(self) -> None:
        if self._process and self._process.poll() is None:
            self.kill()
        buildah("rm", self._name)

    def size(self) -> int:
        """Bytes, unpacked."""
        return int(subprocess.run(["du", "-sb", self.files], capture_output=True, check=True).stdout.split()[0])


def check_contents(container: Container) -> None:
    """Nothing with which somebody who got in could build more."""
    for tool in ("pip", "pip3", "node", "npm", "gcc", "cc", "make", "git", "curl", "wget"):
        found = [
            folder
            for folder in ("opt/estaminet/bin", "usr/local/bin", "usr/bin", "bin")
            if (container.files / folder / tool).exists()
        ]
        assert not found, f"{tool} is in {found}"
    assert container.config["User"] == f"{USER}:{USER}"
    text = json.dumps(container.config)
    assert "certificates.crt" not in text
    for lent in (
        "etc/pip.conf",
        "root/.npmrc",
        "root/.pip/pip.conf",
        "root/.config/pip/pip.conf",
        "run/certificates.crt",
    ):
        left = container.files / lent
        assert not left.exists() or not left.stat().st_size, f"{lent} is in the image"


def play_through(first: Container, upgraded: Container) -> tuple[Start, Start]:
    """A game that begins in one container, which is killed, and goes on in another; how long each took to answer."""
    rng = random.Random(7)
    with ExitStack() as stack:
        cold = first.start()
        anna, bert = (stack.enter_context(closing(Visitor(first.url, name))) for name in ("Anna", "Bert"))
        assert "<script" in anna.http.get("/").text, "the page is not in the image"
        check_kit(first.url)
        table = anna.set_up("poule", ["me", "open"], options={"rounds": 1})
        anna.command(table["id"], "sit")
        bert.command(table["id"], "sit", invitation=table["invitation"])
        anna.command(table["id"], "start")
        lines = [anna.sit_live(table["id"]), bert.sit_live(table["id"])]
        for line in lines:
            line.until(3)
        known = play_on(lines, rng, moves=12)["number"]
        acknowledged = anna.watch(table["id"])["events"]
        mover = lines[lines[0].update["view"]["to_move"]]
        mover.send("move", number=known, action=mover.until(known)["view"]["legal"][0])
        first.kill()
        upgraded.port, upgraded.url = first.port, first.url
        warm = upgraded.start()
        assert upgraded.is_healthy()
        assert anna.get("/healthz")["version"] != estaminet.__version__
        events = anna.watch(table["id"])["events"]
        assert events[: len(acknowledged)] == acknowledged, "an acknowledged move is lost"
        assert len(events) - len(acknowledged) <= 1
        again: list[Line] = [anna.sit_live(table["id"]), bert.sit_live(table["id"])]
        for line in again:
            line.until(events[-1]["number"])
        assert play_on(again, rng)["table"]["outcome"]["reason"] == "finished"
        assert anna.post("/api/verify", anna.get(f"/api/tables/{table['id']}/record"))["is_finished"]
        assert upgraded.stop() == 0
        return cold, warm


def pack(image: str, folder: Path) -> Path:
    """The image as a file that every engine can load."""
    folder.mkdir(exist_ok=True)
    archive = folder / f"estaminet-{estaminet.__version__}-{platform.machine()}.oci.tar"
    archive.unlink(missing_ok=True)
    buildah("push", "--quiet", "--format", "oci", image, f"oci-archive:{archive}:estaminet:{estaminet.__version__}")
    return archive


def main() -> None:
    reason = why_not()
    if reason:
        sys.exit(reason)
    WORKSHOP.mkdir(parents=True, exist_ok=True)
    print("· The images that it begins with", flush=True)
    make_bases()
    print("· The image", flush=True)
    build("estaminet", ROOT)
    archive = pack("estaminet", ROOT / "dist")
    with tempfile.TemporaryDirectory(prefix="estaminet-image-") as name:
        context, volume = Path(name) / "context", Path(name) / "volume"
        context.mkdir()
        volume.mkdir(mode=0o700)
        os.chown(volume, int(USER), int(USER))
        Path(name).chmod(0o711)
        print("· The same of a later version", flush=True)
        build("estaminet-upgraded", copy_context(context, f"{estaminet.__version__}.post1"))
        with (
            closing(Container("estaminet", volume)) as first,
            closing(Container("estaminet-upgraded", volume)) as later,
        ):
            check_contents(first)
            unpacked, packed = first.size(), archive.stat().st_size
            cold, warm = play_through(first, later)
    print(f"· {archive.name}: {unpacked / 1e6:.0f} MB unpacked, {packed / 1e6:.0f} MB compressed")
    print(f"· It answers {cold} after its start, after an update on the same volume {warm}")
    print(
        "· Killed in mid-game and started as a later version: every acknowledged move is there, the game was finished"
    )
    assert unpacked < MOST_UNPACKED
    assert packed < MOST_PACKED
    assert max(min(cold), min(warm)) < MOST_SECONDS


if __name__ == "__main__":
    main()
