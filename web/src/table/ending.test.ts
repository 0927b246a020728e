import { expect, test } from "vitest";
import type { Update } from "../wire";
import { endingOf, isAlone, isPlayedOn, pointsOf, rank } from "./ending";

type Reason = NonNullable<Update["table"]["outcome"]>["reason"];

/** An ending for a viewer who has `own`; seats without a person are the house's. */
function ending(
  reason: Reason,
  winners: number[],
  scores: number[],
  { own = [0], people = [0], lost = [] }: { own?: number[]; people?: number[]; lost?: number[] } = {},
) {
  const seats = scores.map((_, seat) => ({ is_taken: people.includes(seat), has_lost: lost.includes(seat) }));
  const update = { table: { outcome: { reason, winners }, seats }, you: { seats: own }, view: { scores } };
  return endingOf(update as unknown as Update);
}

test("whoever wins hears by how much, over the next best", () => {
  expect(ending("finished", [0], [45, 33, 20])).toMatchObject({ kind: "youWin", margin: 12 });
});

test("whoever loses hears by how much, to the winner", () => {
  expect(ending("finished", [1], [20, 45, 33])).toMatchObject({ kind: "youLose", margin: 25 });
});

test("whoever wins together with others hears with whom", () => {
  expect(ending("finished", [0, 2], [45, 33, 45])).toEqual({ kind: "youShare", winners: [2], margin: null });
  expect(ending("finished", [1, 2], [33, 45, 45]).kind).toBe("wins");
});

test("a game without points is not won by a margin", () => {
  expect(ending("finished", [0], [1, 0])).toMatchObject({ kind: "youWin", margin: null });
});

test("what is decided otherwise than by points is not won by a margin", () => {
  expect(ending("finished", [0], [40, 40])).toMatchObject({ kind: "youWin", margin: null });
  expect(ending("time", [1], [40, 20], { people: [0, 1] })).toMatchObject({ kind: "youLose", margin: null });
});

test("who gives up against the house has given up, whoever wins", () => {
  expect(ending("resigned", [1], [4, 9], { lost: [0] }).kind).toBe("youGaveUp");
  expect(ending("left", [], [4, 9, 3], { lost: [0] }).kind).toBe("youGaveUp");
});

test("who stops alone against the house has ended it; among people nobody has won", () => {
  expect(ending("agreed", [], [4, 9]).kind).toBe("youStopped");
  expect(ending("agreed", [], [4, 9], { people: [0, 1] }).kind).toBe("nobody");
});

test("nobody is alone with the house while somebody may come back", () => {
  const at = (is_kept: boolean) => ({
    table: { seats: [{ is_taken: true }, { is_taken: false, is_kept }] },
    you: { seats: [0] },
  });
  expect([false, true].map((isKept) => isAlone(at(isKept) as unknown as Update))).toEqual([true, false]);
});

test("several on one device, and spectators, hear who has won", () => {
  expect(ending("resigned", [1], [4, 9], { own: [0, 1], people: [0, 1], lost: [0] }).kind).toBe("wins");
  expect(ending("finished", [1], [4, 9], { own: [], people: [0, 1] })).toMatchObject({
    kind: "wins",
    margin: 5,
  });
});

test("in a list the points stand in the order of the names, and only where they mean something", () => {
  expect(pointsOf({ scores: [20, 45, 33], reason: "finished" })).toEqual([20, 45, 33]);
  expect(pointsOf({ scores: [1, 0], reason: "finished" })).toEqual([]);
  expect(pointsOf({ scores: [20, 45], reason: "resigned" })).toEqual([]);
});

test("who left the house alone has left, and nobody else who looks", () => {
  const update = {
    table: { outcome: { reason: "left", winners: [] }, seats: [{}, {}] },
    you: { seats: [] },
    view: { scores: [4, 9] },
  } as unknown as Update;
  expect(endingOf(update, true).kind).toBe("youLeft");
  expect(endingOf(update).kind).toBe("nobody");
});

test("winners come first, whatever the points were when somebody gave up", () => {
  const players = [0, 1, 2].map((seat) => ({ seat }));
  const seatsOf = (scores: number[], winners: number[]) =>
    rank(players, scores, winners).map(({ seat }) => seat);
  expect(seatsOf([0, 0], [1])).toEqual([1, 0, 2]);
  expect(seatsOf([70, 40, 60], [1])).toEqual([1, 0, 2]);
  expect(seatsOf([10, 40, 60], [2])).toEqual([2, 1, 0]);
});

test("what was given up can be looked back on once everybody can have acted", () => {
  const given = { reason: "resigned", isLost: true, seats: 2 } as const;
  expect([1, 2].map((decisions) => isPlayedOn({ ...given, decisions }))).toEqual([false, true]);
  expect(isPlayedOn({ ...given, reason: "agreed", isLost: false, decisions: 9 })).toBe(false);
  expect(isPlayedOn({ ...given, reason: "finished", isLost: false, decisions: 0 })).toBe(true);
});
