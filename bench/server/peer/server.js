/**
 * boardgame.io's own server with in-memory storage and a small game for two: players alternate, a move changes a few
 * cells, each player sees the board and their own hand. PADDING=1 fills the board to about 3 kB of view.
 */
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const PLACES = 64;
const MOVES_OF_A_GAME = 138; // as many as a random game of poule has on average
const CELLS = process.env.PADDING ? 56 : 0;

const game = {
  name: "market",
  setup: () => ({
    moves: 0,
    last: null,
    money: [0, 0],
    hands: [[1, 2, 3], [4, 5, 6]],
    cells: Array.from({ length: CELLS }, (_, place) => ({ place, tile: "buyer", rank: place % 7, owner: place % 2 })),
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, place) => {
      if (!Number.isInteger(place) || place < 0 || place >= PLACES) return INVALID_MOVE;
      const seat = Number(playerID);
      G.moves += 1;
      G.last = place;
      G.money[seat] += place % 5;
      G.hands[seat][G.moves % 3] = place;
      if (CELLS) G.cells[place % CELLS].owner = seat;
    },
  },
  endIf: ({ G }) => (G.moves >= MOVES_OF_A_GAME ? { winner: G.money[0] >= G.money[1] ? "0" : "1" } : undefined),
};

Server({ games: [game], origins: [/127\.0\.0\.1/] }).run({ port: Number(process.env.PORT) });
