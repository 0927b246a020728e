"""The games in OpenSpiel: importing this registers each as ``python_estaminet_`` and its name.

>>> import pyspiel
>>> import estaminet.open_spiel
>>> pyspiel.load_game("python_estaminet_poule(players=3)").num_players()
3
"""

from estaminet.extras import require_extra
from estaminet.games import REGISTRY

require_extra("openspiel")

from estaminet.envs.open_spiel.game import register  # noqa: E402  # with the error above if it cannot be
from estaminet.envs.open_spiel.scenario import pack_record  # noqa: E402  # likewise

__all__ = ["pack_record", "register"]

for _name in REGISTRY.names():
    register(REGISTRY.find(_name))
