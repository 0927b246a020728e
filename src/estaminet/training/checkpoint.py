"""Files of a training run: checkpoints to go on from, and the network that plays.

Each is the old one or the new one, whatever happens while it is written.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from estaminet.engine.errors import EstaminetError
from estaminet.players.networks import weights as networks

FORMAT: Final = "estaminet-training/1"


def save_checkpoint(file: Path, checkpoint: Mapping[str, Any]) -> None:
    _write(file, lambda draft: torch.save({"format": FORMAT, **checkpoint}, draft))


def load_checkpoint(file: Path) -> dict[str, Any]:
    """What was saved; its format is checked, and nothing in it is executed."""
    try:
        checkpoint = torch.load(file, map_location="cpu", weights_only=True)
    except OSError as error:
        raise EstaminetError("checkpoint.invalid", f"{file} cannot be read: {error.strerror or error}.") from None
    except Exception as error:  # what a broken file raises has no common type
        raise EstaminetError("checkpoint.invalid", f"{file} is no checkpoint of a training run.") from error
    if not isinstance(checkpoint, dict) or checkpoint.get("format") != FORMAT:
        raise EstaminetError("checkpoint.invalid", f"{file} is no checkpoint of the format {FORMAT}.")
    return checkpoint


class InitialWeights(NamedTuple):
    """Networks to begin with."""

    actor: Mapping[str, Tensor]
    critic: Mapping[str, Tensor]
    """Nothing if only the actor is known."""
    one_ply_worlds: int = 0
    """Over how many worlds its one-ply values are averaged; 0: it sees none."""

    @property
    def sizes(self) -> dict[str, Any]:
        """The settings that make an actor of the same kind and size."""
        blocks = len({name.split(".")[1] for name in self.actor if name.startswith("blocks.")})
        is_shaped = networks.WITHOUT_SHAPE not in self.actor
        width = len(self.actor["norm.weight"])
        return {"shaped": is_shaped, "width": width, "blocks": blocks, "one_ply_worlds": self.one_ply_worlds}


def load_initial_weights(file: Path, game: str) -> InitialWeights:
    """From a checkpoint, or from a network that plays; ``checkpoint.invalid`` if it is of another game."""
    if file.suffix == ".npz":
        network = networks.Network.load(file)
        about = network.about
        found = InitialWeights(
            {name: torch.as_tensor(values) for name, values in network.arrays.items()}, {}, network.one_ply_worlds
        )
    else:
        checkpoint = load_checkpoint(file)
        about = checkpoint["about"]
        learned = checkpoint["learner"]
        found = InitialWeights(learned["average"], learned["critic"], about.get("promises", 0))
    if about.get("game") != game:
        raise EstaminetError("checkpoint.invalid", f"{file} is of {about.get('game')}, not of {game}.")
    return found


def export_network(
    file: Path, network: nn.Module, about: Mapping[str, Any], has_seen: Tensor | None = None
) -> None:  # fmt: skip
    """The weights as `players.networks` reads them, in half precision: half the size, and nobody plays differently.

    An input that was 0 in the whole training, such as that of an option, has learned nothing: its weights are left out,
    where a layer knows the inputs one by one.
    """
    weights = {name: values.detach().cpu().numpy().astype(np.float16) for name, values in network.named_parameters()}
    if has_seen is not None and networks.WITHOUT_SHAPE in weights:
        weights[networks.WITHOUT_SHAPE] = weights[networks.WITHOUT_SHAPE] * has_seen.cpu().numpy()
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
        raise EstaminetError("checkpoint.invalid", f"{file} cannot be written: {error.strerror or error}.") from None
