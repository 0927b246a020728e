// For tests: finished games as the house tells them.
import type { PlayedGame } from "../wire";

type Review = NonNullable<PlayedGame["review"]>;

export const HOUSE = (level = "host") => ({ name: "", level, author: null });
export const BERT = { name: "Bert", level: null, author: "b" };
export const CARL = { name: "Carl", level: null, author: "c" };

export const review = (told: Partial<Review> = {}, deal = 0.1): Review => ({
  account: {
    ...{
      seat: 0,
      result: 1,
      place: 0,
      deal,
      draws: 0.1,
      others: 0,
      decisions: -0.1,
      hidden: 0,
      judgement: 0,
    },
    ...{ is_explained: true, stake: 2, accuracy: 95, error_rate: null },
    weights: { luck: 1, hidden: 1, decisions: 1 },
  },
  decisions: 10,
  loss: 0.02,
  mistakes: [],
  find: null,
  ...told,
});

export const mistake = (kind: string, loss: number, ply = 1) => ({
  ...{ ply, kind, loss, reason: null },
  verdict: "grave" as const,
});

export const game = (told: Partial<PlayedGame> = {}): PlayedGame => ({
  ...{
    table: "t",
    game: "poule",
    players: 2,
    seat: 0,
    share: 1,
    reason: "finished",
    score: 20,
    best_other: 15,
  },
  ...{ touched: 0, is_practice: false, hinted: 0, can_review: false },
  opponents: [HOUSE()],
  review: null,
  ...told,
});
