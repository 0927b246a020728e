"""A whole house for one person on their own device: no server, no network.

It answers what the server answers, in the same words, so that a page does not know the difference. The rules of tables
are the server's own; what is kept lies with the device. In a browser it runs in a worker (docs/wasm.md).
"""

from estaminet.device.device import Device, open_device

__all__ = ["Device", "open_device"]
