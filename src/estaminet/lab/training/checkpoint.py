"""Files of a training run: checkpoints to go on from, and the network that plays.

Each is the old one or the new one, whatever happens while it is written.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
import torch
from torch import nn

from estaminet.engine.errors import BadCheckpoint
from estaminet.players.networks import weights as networks

FORMAT: Final = "estaminet-training/1"


def save_checkpoint(file: Path, checkpoint: Mapping[str, Any]) -> None:
    _write(file, lambda draft: torch.save({"format": FORMAT, **checkpoint}, draft))


def load_checkpoint(file: Path) -> dict[str, Any]:
    """What was saved; its format is checked, and nothing in it is executed."""
    try:
        checkpoint = torch.load(file, map_location="cpu", weights_only=True)
    except OSError as error:
        raise BadCheckpoint(f"{file} cannot be read: {error.strerror or error}.") from None
    except Exception as error:  # what a broken file raises has no common type
        raise BadCheckpoint(f"{file} is no checkpoint of a training run.") from error
    if not isinstance(checkpoint, dict) or checkpoint.get("format") != FORMAT:
        raise BadCheckpoint(f"{file} is no checkpoint of the format {FORMAT}.")
    return checkpoint


def export_network(file: Path, network: nn.Module, about: Mapping[str, Any]) -> None:
    """The weights as `players.networks` reads them, in half precision: half the size, and nobody plays differently."""
    weights = {name: values.detach().cpu().numpy().astype(np.float16) for name, values in network.named_parameters()}
    text = np.array(json.dumps({"format": networks.FORMAT, **about}, ensure_ascii=False))
    arrays: dict[str, Any] = {**weights, networks.ABOUT: text}
    _write(file, lambda draft: np.savez_compressed(draft, **arrays))


def _write(file: Path, write: Callable[[IO[bytes]], object]) -> None:
    draft = file.with_name(f"{file.name}.new")
    try:
        with draft.open("wb") as opened:
            write(opened)
        draft.replace(file)
    except OSError as error:
        raise BadCheckpoint(f"{file} cannot be written: {error.strerror or error}.") from None
