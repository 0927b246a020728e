"""PPO: an actor that plays, a critic that sees all hands and is needed in training alone, and their updates."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from estaminet.engine.game import Game
from estaminet.engine.observation import (
    ONE_PLY_SCALE,
    count_actor_inputs,
    count_critic_inputs,
    find_one_ply_columns,
    find_prior_columns,
    find_shape,
    find_true_prior_columns,
)
from estaminet.training.networks import PRIOR, SCALE, make_network
from estaminet.training.settings import Settings

BETAS: Final = (0.9, 0.99)
DECAY: Final = 1e-4


@dataclass(frozen=True)
class Batch:
    """Decisions to learn from, one in each row."""

    inputs: Tensor
    """The critic's inputs, which begin with the actor's."""
    actions: Tensor
    log_odds: Tensor
    """The logarithm of the chance with which the action was taken."""
    is_free: Tensor
    """Whether there was a choice, and the learner made it."""
    advantages: Tensor
    """The mover's advantage, in standard deviations."""
    returns: Tensor
    """The returns of all seats, from the mover on."""

    @property
    def columns(self) -> tuple[Tensor, ...]:
        return self.inputs, self.actions, self.log_odds, self.is_free, self.advantages, self.returns


class Losses(NamedTuple):
    """Averages over an update."""

    policy: float
    entropy: float
    """The actor's entropy, in nats, where it has a choice."""
    share: float
    """The cross-entropy of the actor's own forecast of the result."""
    value: float
    """The cross-entropy of the critic's."""
    clipped: float
    """The fraction of clipped decisions."""
    divergence: float
    """How far the policy moved, in nats."""
    gradient: float
    """The length of the gradient before it was cut."""


class Learner:
    """Networks, optimizer and average on one device."""

    def __init__(self, game: Game, players: int, settings: Settings, device: torch.device) -> None:
        self.device, self._settings = device, settings
        worlds = self.worlds = settings.one_ply_worlds
        """The worlds of the actor's one-ply values; 0: it sees none."""
        self.seen = count_actor_inputs(game, worlds=worlds)
        """The number of the actor's columns."""
        self.mask = slice(game.kernel.features, game.kernel.features + len(game.actions))
        """The columns of the action mask,"""
        self.one_ply_columns = find_one_ply_columns(game) if worlds else None
        """those of one-ply values, if it sees any,"""
        self.prior_columns = find_prior_columns(game, players) if worlds else None
        """those of the value prior,"""
        self.true_prior_columns = find_true_prior_columns(game, players) if worlds else None
        """and for the critic those of the true one."""
        on_gpu = device.type == "cuda"
        self.storage: Final = torch.bfloat16 if on_gpu else torch.float32
        """The type of stored inputs."""
        self.is_half = on_gpu
        """Whether networks compute in half precision."""
        self.generator = torch.Generator(device).manual_seed(settings.seed)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            sizes = settings.width, settings.blocks
            shape = find_shape(game, worlds=worlds) if settings.shaped else None
            critic_inputs = count_critic_inputs(game, players, worlds=worlds)
            actor = make_network(
                shape, self.seen, len(game.actions), players, *sizes, self.one_ply_columns, self.prior_columns
            )
            # The critic is there for training alone, and does without a shape: that is faster.
            critic = make_network(None, critic_inputs, 0, players, *sizes, prior_columns=self.true_prior_columns)
        self.actor, self.critic = actor.to(device), critic.to(device)
        self.average = copy.deepcopy(self.actor)
        """The network that plays."""
        self.has_seen = torch.zeros(self.seen, dtype=torch.bool, device=device)
        """The actor's columns that have ever been nonzero."""
        self.updates = 0
        groups = [list(self.actor.parameters()), list(self.critic.parameters())]
        self._parameters = [*groups[0], *groups[1]]
        self._optimizer = torch.optim.AdamW(
            [{"params": group} for group in groups], betas=BETAS, weight_decay=DECAY, fused=True
        )
        self.use_compiler(wanted=False)

    def use_compiler(self, *, wanted: bool) -> None:
        """Use `torch.compile` for the three functions that take all the time, or do not."""
        self.is_compiled = wanted

        def make(function: Any) -> Any:  # noqa: ANN401  # what torch.compile gives and takes
            return torch.compile(function, dynamic=False) if wanted else function

        self._score, self._score_shares, self._measure = make(self.score), make(self.score_shares), make(self.measure)

    def act(self, inputs: Tensor, network: nn.Module | None = None) -> tuple[Tensor, Tensor]:
        """An action for every row, drawn with the odds of the actor or another network, and the log of its chance."""
        seen = inputs[:, : self.seen]
        log_odds, is_legal = self._score(seen) if network is None else self.score(seen, network)
        # The greatest of the odds, each divided by exponential noise, is drawn with just these odds.
        noise = torch.empty_like(log_odds).exponential_(generator=self.generator)
        # Masked last: even of a network that gives no numbers, an action is legal.
        actions = (log_odds - noise.log()).masked_fill(~is_legal, -torch.inf).argmax(1)
        return actions, log_odds.gather(1, actions[:, None])[:, 0]

    def act_greedily(self, inputs: Tensor) -> Tensor:
        """The action with the best one-ply value, for every row."""
        if self.one_ply_columns is None:
            return torch.empty(0, dtype=torch.int64, device=self.device)
        values = inputs[:, self.one_ply_columns.start : self.one_ply_columns.stop]
        return values.masked_fill(inputs[:, self.mask] < 0.5, -torch.inf).argmax(1)

    def evaluate(self, inputs: Tensor) -> Tensor:
        """The critic's expected share of every seat, from the mover on."""
        shares: Tensor = self._score_shares(inputs)
        return shares

    def learn(self, batch: Batch, *, rate: float, entropy: float, critic_only: bool = False) -> Losses:
        """Go through a batch in random order. With `critic_only` the actor stays as it is."""
        of_actor, of_critic = self._optimizer.param_groups
        of_actor["lr"], of_critic["lr"] = 0.0 if critic_only else rate, rate
        worth = torch.tensor(entropy, device=self.device)
        rows = len(batch.actions)
        parts = max(rows // self._settings.minibatch, 1)
        size = rows // parts
        totals = torch.zeros(len(Losses._fields), device=self.device)
        for _ in range(self._settings.epochs):
            order = torch.randperm(rows, generator=self.generator, device=self.device)
            for part in range(parts):
                chosen = order[part * size : (part + 1) * size]
                totals += self._descend([column.index_select(0, chosen) for column in batch.columns], worth)
        return Losses(*(totals / (parts * self._settings.epochs)).tolist())

    def imitate(self, inputs: Tensor, actions: Tensor, shares: Tensor, *, rate: float) -> Tensor:
        """Learn a teacher's actions and their results; how often the actor would have done the same."""
        of_actor, of_critic = self._optimizer.param_groups
        of_actor["lr"], of_critic["lr"] = rate, 0.0
        logits, own_shares = self._ask(self.actor, inputs)
        log_odds = _log_odds(logits, inputs[:, self.mask] > 0.5)
        loss = functional.nll_loss(log_odds, actions) + self._settings.share_weight * _cross_entropy(own_shares, shares)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.actor.parameters(), self._settings.largest_gradient)
        self._optimizer.step()
        self.renew_average()
        return (log_odds.argmax(1) == actions).float().mean().detach()

    def _descend(self, columns: list[Tensor], worth: Tensor) -> Tensor:
        loss, figures = self._measure(*columns, worth)
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        gradient = nn.utils.clip_grad_norm_(self._parameters, self._settings.largest_gradient)
        self._optimizer.step()
        return torch.cat([figures, gradient.detach()[None]])

    @torch.no_grad()
    def renew_average(self) -> None:
        """Move the average towards the weights; at the beginning faster, for the first weights are worth nothing."""
        self.updates += 1
        part = 1 - min(self._settings.averaging, self.updates / (self.updates + 10))
        for mean, now in zip(self.average.parameters(), self.actor.parameters(), strict=True):
            mean.lerp_(now, part)

    def score(self, inputs: Tensor, network: nn.Module | None = None) -> tuple[Tensor, Tensor]:
        """The logarithm of the odds of all actions, and which are legal."""
        logits, _ = self._ask(network or self.actor, inputs)
        is_legal = inputs[:, self.mask] > 0.5
        return _log_odds(logits, is_legal), is_legal

    def score_shares(self, inputs: Tensor) -> Tensor:
        _, shares = self._ask(self.critic, inputs)
        return functional.softmax(shares, 1)

    def measure(
        self,
        inputs: Tensor,
        actions: Tensor,
        old_log_odds: Tensor,
        is_free: Tensor,
        advantages: Tensor,
        returns: Tensor,
        worth: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """The loss of a minibatch, and the figures that go into `Losses`."""
        seen = inputs[:, : self.seen]
        logits, own_shares = self._ask(self.actor, seen)
        _, shares = self._ask(self.critic, inputs)
        all_log_odds = _log_odds(logits, inputs[:, self.mask] > 0.5)
        log_odds = all_log_odds.gather(1, actions[:, None])[:, 0]
        change = torch.where(is_free, log_odds - old_log_odds, 0)
        ratio = change.exp()
        clip = self._settings.clip
        gain = torch.minimum(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages)
        weights = is_free / is_free.sum().clamp(min=1)
        policy = -(gain * weights).sum()
        entropy = -((all_log_odds.exp() * all_log_odds).sum(1) * weights).sum()
        share = _cross_entropy(own_shares, returns)
        value = _cross_entropy(shares, returns)
        loss = policy - worth * entropy + self._settings.share_weight * share + value
        clipped = (((ratio - 1).abs() > clip) * weights).sum()
        figures = torch.stack([policy, entropy, share, value, clipped, -(change * weights).sum()])
        return loss, figures.detach()

    def state(self) -> dict[str, Any]:
        """Everything that changes, in copies."""
        return {
            "actor": copy.deepcopy(self.actor.state_dict()),
            "critic": copy.deepcopy(self.critic.state_dict()),
            "average": copy.deepcopy(self.average.state_dict()),
            "optimizer": copy.deepcopy(self._optimizer.state_dict()),
            "updates": self.updates,
            "has_seen": self.has_seen.clone(),
            "rng": {self.device.type: self.generator.get_state()},
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.actor.load_state_dict(state["actor"])
        self.critic.load_state_dict(state["critic"])
        self.average.load_state_dict(state["average"])
        self._optimizer.load_state_dict(copy.deepcopy(state["optimizer"]))
        self.updates = state["updates"]
        self.has_seen = state["has_seen"].to(self.device)
        if self.device.type in state["rng"]:
            self.generator.set_state(state["rng"][self.device.type])
        else:
            self.generator.manual_seed(self._settings.seed + self.updates)

    @torch.no_grad()
    def begin_like(self, actor: Mapping[str, Tensor], critic: Mapping[str, Tensor]) -> None:
        """Begin with weights that were learned elsewhere, perhaps with another number of players.

        Where a layer has another size, the common part is taken: seats are counted from the mover on.
        One that did not see one-ply values plays on as it did, though it sees them from now on; its critic begins anew.
        """
        is_new_to_values = self.one_ply_columns is not None and SCALE not in actor
        others = [] if is_new_to_values else [(self.critic, critic)]
        for network, weights in ((self.actor, actor), (self.average, actor), *others):
            for name, own in network.named_parameters():
                if name in weights and weights[name].dim() == own.dim():
                    common = tuple(map(slice, map(min, own.shape, weights[name].shape)))
                    own[common] = weights[name][common].to(own)
                    if is_new_to_values and own.dim() > 1:
                        own[:, weights[name].shape[1] :] = 0
                elif network is not self.critic and name in (SCALE, PRIOR):
                    own.zero_()

    def _ask(self, network: nn.Module, inputs: Tensor) -> tuple[Tensor, Tensor]:
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.is_half):
            logits, shares = network(inputs if self.is_half else inputs.float())
        return logits.float(), shares.float()


def scale_one_ply_values(values: Tensor, mask: Tensor) -> Tensor:
    """As networks see them: by how much each legal action is worth less than the best, ONE_PLY_SCALE times."""
    is_legal = mask > 0
    best = values.masked_fill(~is_legal, -torch.inf).amax(1, keepdim=True)
    return torch.where(is_legal, float(ONE_PLY_SCALE) * (values - best), 0)


def _log_odds(logits: Tensor, is_legal: Tensor) -> Tensor:
    """A number far below all others in place of minus infinity: nothing times it is nothing, and not undefined."""
    return functional.log_softmax(logits.masked_fill(~is_legal, -1e9), 1)


def _cross_entropy(logits: Tensor, shares: Tensor) -> Tensor:
    return -(shares * functional.log_softmax(logits, 1)).sum(1).mean()
