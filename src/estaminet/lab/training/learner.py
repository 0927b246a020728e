"""PPO: an actor that plays, a critic that sees all hands and is there for training alone, and how both learn."""

import copy
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from estaminet.engine.game import Game
from estaminet.engine.shapes import count_actor_inputs, count_critic_inputs
from estaminet.lab.training.batch import Batch
from estaminet.lab.training.networks import make_network
from estaminet.lab.training.settings import Settings

BETAS: Final = (0.9, 0.99)
DECAY: Final = 1e-4


class Losses(NamedTuple):
    """Averages over an update."""

    policy: float
    entropy: float
    """How undecided the actor is, in nats, where it has a choice."""
    share: float
    """The cross-entropy of the actor's own forecast of the result."""
    value: float
    """The cross-entropy of the critic's."""
    clipped: float
    """The part of the decisions whose odds moved as far as they may."""
    divergence: float
    """How far the policy moved, in nats."""
    gradient: float
    """The length of the gradient before it was cut."""


class Learner:
    """Networks, optimizer and average on one device."""

    def __init__(self, game: Game, players: int, settings: Settings, device: torch.device) -> None:
        self.device, self._settings = device, settings
        self.seen = count_actor_inputs(game)
        """How many columns the actor sees."""
        self.mask = slice(game.kernel.features, game.kernel.features + len(game.actions))
        """Which of them are the action mask."""
        on_gpu = device.type == "cuda"
        self.storage: Final = torch.bfloat16 if on_gpu else torch.float32
        """In what inputs are stored."""
        self.is_half = on_gpu
        """Whether networks compute in half precision."""
        self.generator = torch.Generator(device).manual_seed(settings.seed)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            size = {"width": settings.width, "blocks": settings.blocks}
            actor = make_network(game, players, self.seen, has_policy=True, **size)
            critic = make_network(game, players, count_critic_inputs(game, players), has_policy=False, **size)
        self.actor, self.critic = actor.to(device), critic.to(device)
        self.average = copy.deepcopy(self.actor)
        """The network that plays."""
        self.updates = 0
        parameters = [*self.actor.parameters(), *self.critic.parameters()]
        self._parameters = parameters
        self._optimizer = torch.optim.AdamW(parameters, betas=BETAS, weight_decay=DECAY, fused=True)
        self.use_compiler(wanted=False)

    def use_compiler(self, *, wanted: bool) -> None:
        """Whether `torch.compile` makes the three functions in which all the time is spent."""
        self.is_compiled = wanted

        def make(function: Any) -> Any:  # noqa: ANN401  # what torch.compile gives and takes
            return torch.compile(function, dynamic=False) if wanted else function

        self._score, self._judge, self._measure = make(self.score), make(self.judge_shares), make(self.measure)

    def act(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """An action for every row, drawn with the policy's odds, and the logarithm of its chance."""
        log_odds, is_legal = self._score(inputs[:, : self.seen])
        # The greatest of the odds, each divided by exponential noise, is drawn with just these odds.
        noise = torch.empty_like(log_odds).exponential_(generator=self.generator)
        # Masked last: even of a network that gives no numbers, an action is legal.
        actions = (log_odds - noise.log()).masked_fill(~is_legal, -torch.inf).argmax(1)
        return actions, log_odds.gather(1, actions[:, None])[:, 0]

    def judge(self, inputs: Tensor) -> Tensor:
        """What share of the victory the critic expects for every seat, from the mover on."""
        shares: Tensor = self._judge(inputs)
        return shares

    def learn(self, batch: Batch, *, rate: float, entropy: float) -> Losses:
        """Go through a batch in random order."""
        for group in self._optimizer.param_groups:
            group["lr"] = rate
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

    def score(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """The logarithm of the odds of all actions, and which are legal."""
        logits, _ = self._ask(self.actor, inputs)
        is_legal = inputs[:, self.mask] > 0.5
        return _log_odds(logits, is_legal), is_legal

    def judge_shares(self, inputs: Tensor) -> Tensor:
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
        change = log_odds - old_log_odds
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
            "rng": {self.device.type: self.generator.get_state()},
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.actor.load_state_dict(state["actor"])
        self.critic.load_state_dict(state["critic"])
        self.average.load_state_dict(state["average"])
        self._optimizer.load_state_dict(copy.deepcopy(state["optimizer"]))
        self.updates = state["updates"]
        if self.device.type in state["rng"]:
            self.generator.set_state(state["rng"][self.device.type])
        else:
            self.generator.manual_seed(self._settings.seed + self.updates)

    def _ask(self, network: nn.Module, inputs: Tensor) -> tuple[Tensor, Tensor]:
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.is_half):
            logits, shares = network(inputs if self.is_half else inputs.float())
        return logits.float(), shares.float()


def _log_odds(logits: Tensor, is_legal: Tensor) -> Tensor:
    """A number far below all others in place of minus infinity: nothing times it is nothing, and not undefined."""
    return functional.log_softmax(logits.masked_fill(~is_legal, -1e9), 1)


def _cross_entropy(logits: Tensor, shares: Tensor) -> Tensor:
    return -(shares * functional.log_softmax(logits, 1)).sum(1).mean()
