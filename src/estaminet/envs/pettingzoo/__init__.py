"""The games as PettingZoo environments; users import `estaminet.pettingzoo`."""
