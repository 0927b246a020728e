"""Games as PettingZoo environments; ``estaminet.pettingzoo`` is the door to them."""
