"""Receivers of reminders: a mail server and a push service on this machine, and a browser that can decrypt."""

import base64
import datetime
import ipaddress
import json
import queue
import re
import ssl
import threading
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02

from tests.server.people import Json
from tests.server.servers import free_port

PATIENCE = 30.0


class Mailbox:
    """A mail server that keeps what it gets."""

    def __init__(self, **options: Any) -> None:
        self.notifications: queue.Queue[EmailMessage] = queue.Queue()
        self.refusals: list[str] = []
        """Its answers to the next recipients, in place of taking them."""
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port(), **options)

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if self.refusals:
            return self.refusals.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        notification = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(notification, EmailMessage)
        assert [notification["To"]] == envelope.rcpt_tos
        assert re.search(rb"\r\nList-Unsubscribe: <http[^\s=]+=[\w.-]+>\r\n", envelope.content), "no program decodes it"
        self.notifications.put(notification)
        return "250 OK"

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self._controller.port}"

    def next(self) -> EmailMessage:
        return self.notifications.get(timeout=PATIENCE)

    def __enter__(self) -> "Mailbox":
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()


class Catcher:
    """Something to which reminders are posted: a push service over TLS, or plain for a ntfy server or a webhook."""

    def __init__(self, folder: Path | None = None) -> None:
        self.posts: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        self.statuses: list[int] = []
        """Its answers to the next posts; then 201."""
        catcher = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                self.send_response(catcher.statuses.pop(0) if catcher.statuses else 201)
                self.end_headers()
                catcher.posts.put((self.path, headers, body))

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self._server.server_port}"
        self.certificate = ""
        if folder:
            self.certificate = str(make_certificate(folder))
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def next(self) -> tuple[str, dict[str, str], bytes]:
        return self.posts.get(timeout=PATIENCE)

    def __enter__(self) -> "Catcher":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Browser:
    """Has subscribed to a push service, and alone can read what comes."""

    def __init__(self, service: Catcher, name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = name.ljust(16, "-").encode()[:16]
        self._service = service
        self.endpoint = f"https://{service.host}/{name}"

    @property
    def plan(self) -> Json:
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"kind": "push", "endpoint": self.endpoint, "p256dh": write(point), "auth": write(self._auth)}

    def read(self, headers: dict[str, str], body: bytes, house_key: str) -> Json:
        """The house's message, signed with the key to which the browser subscribed."""
        assert headers["content-encoding"] == "aes128gcm"
        authorization = headers["authorization"]
        assert Vapid02.verify(authorization)
        token, _, key = authorization.removeprefix("vapid t=").partition(",k=")
        assert key == house_key
        payload = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        assert claims["aud"] == f"https://{self._service.host}"
        content = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        message: Json = json.loads(content)
        return message


def write(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def make_certificate(folder: Path) -> Path:
    """Of this machine for itself, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push service")])
    now = datetime.datetime.now(datetime.UTC)
    address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).add_extension(address, critical=False)
    builder = builder.not_valid_before(now - datetime.timedelta(days=1))
    signed = builder.not_valid_after(now + datetime.timedelta(days=1)).sign(key, hashes.SHA256())
    form = serialization.PrivateFormat.PKCS8
    secret = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    file = folder / "push-service.pem"
    file.write_bytes(secret + signed.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as running:
        yield running


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catcher]:
    """A push service."""
    with pytest.MonkeyPatch.context() as patch, Catcher(tmp_path_factory.mktemp("service")) as running:
        patch.setenv("SSL_CERT_FILE", running.certificate)
        patch.setenv("NO_PROXY", "127.0.0.1")
        yield running
