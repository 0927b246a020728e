"""People play while house players are still compiled: nothing that they need is compiled when it is first called."""

import subprocess
import sys

import pytest

import estaminet

pytestmark = pytest.mark.compiled
PLAY = """
import random, sys
import estaminet
from estaminet.engine.jit import compiler
from estaminet.engine.position import reveals_something

game = estaminet.game(sys.argv[1])
game.compile(only_play=True)
missing = [each.dispatcher for each in compiler._marked.values() if not each.dispatcher.signatures]
assert missing, "all is compiled: then this shows nothing"
rng = random.Random(3)
position = game.start()
while position.to_move is not None:
    seat, before = position.to_move, game.kernel.known(position.memory, position.to_move)
    code = rng.choice(position.legal_codes())
    position.play_code(code)
    after = game.kernel.known(position.memory, seat)
    game.kernel.revealed(after)
    reveals_something(game.kernel, seat, before, code, after, worlds=2)
    for each in range(position.players):
        position.view(each)
print(len(position.history), *(function.__name__ for function in missing if function.signatures))
"""


@pytest.mark.parametrize("name", estaminet.games())
def test_a_whole_game_with_views_and_undo_needs_no_function_that_is_not_there_yet(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", PLAY, name], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-600:]
    moves, *compiled_late = done.stdout.split()
    assert not compiled_late
    assert int(moves) > 20
