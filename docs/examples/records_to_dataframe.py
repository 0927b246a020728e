"""Records into pandas: a row for each seat of each game, a row for each action, and what they tell.

estaminet simulate poule --players 3 --games 1000 --seed 7 --out games.jsonl
python docs/examples/records_to_dataframe.py games.jsonl
"""

import argparse
import json
from pathlib import Path

import pandas as pd

import estaminet


def read_seats(path: Path) -> pd.DataFrame:
    """A row for each seat of each finished game. Nothing is replayed: the members of a record are enough."""
    games = pd.read_json(path, lines=True)
    games["length"] = games["actions"].str.len()
    seats = games.explode("scores").rename(columns={"scores": "score"})
    seats["seat"] = seats.groupby(level=0).cumcount()
    seats["share"] = [(seat in winners) / len(winners) for seat, winners in zip(seats.seat, seats.winners, strict=True)]
    seats["score"] = pd.to_numeric(seats["score"])
    return seats.rename_axis("number").reset_index()[["number", "game", "players", "length", "seat", "score", "share"]]


def read_actions(path: Path, games: int) -> pd.DataFrame:
    """A row for each action of the first games, with how many were legal: each record is played again and checked."""
    rows = []
    for number, line in enumerate(path.read_text().splitlines()[:games]):
        record = estaminet.read_record(line)
        for ply, (position, text) in enumerate(zip(record.positions(), record.actions, strict=False)):
            rows.append((number, ply, position.to_move, text.split()[0], len(position.legal())))
    return pd.DataFrame(rows, columns=["number", "ply", "seat", "kind", "legal"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=Path, help="JSON Lines, as simulate, arena and the server write them")
    parser.add_argument("--replayed", type=int, default=20, help="games whose actions are looked at one by one")
    wanted = parser.parse_args()

    seats = read_seats(wanted.records)
    print(seats.head(), "\n\nIs a seat worth more than another?")
    print(seats.groupby(["game", "seat"])[["share", "score"]].agg(["mean", "sem"]).round(3), "\n\nHow long are games?")
    print(json.dumps(seats.groupby("number")["length"].first().describe().round(1).to_dict()))

    actions = read_actions(wanted.records, wanted.replayed)
    print("\nWhat is done, how often in a game, and out of how many choices?")
    summary = actions.groupby("kind").agg(times=("kind", "size"), choices=("legal", "mean"))
    summary["times"] /= actions["number"].nunique()
    print(summary.sort_values("times", ascending=False).round(1))


if __name__ == "__main__":
    main()
