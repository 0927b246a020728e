"""A whole house for one person on their own device: no server, no network.

It gives the server's answers in the same words, so that a page sees no difference. The rules of tables
are the server's own; storage belongs to the device. In a browser it runs in a worker (docs/wasm.md).
"""

from estaminet.device.device import Device, open_device

__all__ = ["Device", "open_device"]
