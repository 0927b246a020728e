import { describe, expect, test } from "vitest";
import { Choice } from "../../table/choice.svelte";
import type { Action } from "../../wire/types";
import { seatAtBars, space } from "./plans.fixture";
import { listDrops, listPlans, proposeSeats, STEP_TARGET } from "./plans";
import { Pointing } from "./pointing.svelte";
import type { NuitView } from "./pieces";

const act = (text: string, ...targets: string[]): Action => ({ text, kind: text.split(" ")[0]!, targets });
const put = (name: string) => act(`put ${name}`, `space:${name}`);
const from = (pub: number, name: string) => act(`from ${pub} ${name}`, `pub:${pub}`, `space:${name}`);
const CARDS = [act("card 0", "hand:0"), act("card 1", "hand:1")];

/** Somebody who points; every action that is taken is followed by what is legal then. */
function point(view: NuitView, legal: Action[], later: Action[][] = []) {
  const taken: string[] = [];
  const whole = new Choice((action) => taken.push(action.text));
  const pointing = new Pointing(whole);
  const offer = (actions: Action[]) => {
    whole.offer(actions);
    pointing.follow(view);
  };
  offer(legal);
  const go = () => {
    for (const next of later) offer(next);
  };
  return { whole, pointing, taken, go };
}

function seatTwo(): NuitView {
  const view = seatAtBars();
  view.board.stage = "seat";
  view.board.group = { pub: 0, furniture: "bar", guests: { yellow: 1, red: 0, blue: 1 } };
  view.board.pubs[0]!.spaces = [
    space("i1", "bar", { blue: 1 }, 1),
    space("i2", "bar", {}, 2),
    space("i3", null),
  ];
  return view;
}

describe("what can be pointed at", () => {
  test("a space without a pub lies in that of whoever moves", () => {
    const view = { ...seatAtBars(), to_move: 2 };
    view.board.stage = "put";
    expect(listPlans(view, [put("i1")]).map(({ targets }) => targets)).toEqual([["2:i1"]]);
  });

  test("pub and space are pointed at in one go", () => {
    const view = seatAtBars();
    view.board.stage = "from";
    const { pointing, taken } = point(view, [from(1, "i1"), from(2, "i4")]);
    pointing.choice.point("2:i4");
    expect(taken).toEqual(["from 2 i4"]);
  });

  test("a card is only lifted, and played with what it does", () => {
    const { pointing, taken, go } = point(seatAtBars(), CARDS, [[from(1, "i1"), from(2, "i4")]]);
    pointing.choice.point("hand:1");
    expect(taken).toEqual([]);
    pointing.choice.point("2:i4");
    expect(taken).toEqual(["card 1"]);
    go();
    expect(taken).toEqual(["card 1", "from 2 i4"]);
  });

  test("who touches guests need not touch the only card that moves them", () => {
    const { pointing } = point(seatAtBars(), CARDS);
    pointing.choice.consider("2:i4");
    expect(pointing.preview?.steps).toEqual(["card 1", "from 2 i4"]);
    pointing.choice.point("1:i1");
    expect([...pointing.choice.touchable].sort()).toEqual(["hand:0", "hand:1"]);
    pointing.choice.point("hand:0");
    expect([...pointing.choice.touchable]).toContain("kind:billiards");
  });

  test("guests whom the lifted card cannot move are missed, and no other card moves them", () => {
    const { pointing, taken } = point(seatAtBars(), CARDS);
    pointing.choice.point("hand:0");
    expect(pointing.choice.can("2:i4")).toBe(false);
    pointing.choice.point("2:i4");
    expect([taken, pointing.choice.picked]).toEqual([[], ["hand:0"]]);
  });

  test("what waits for a yes is still seen", () => {
    const asking = new Choice(
      () => {},
      () => true,
    );
    const pointing = new Pointing(asking);
    asking.offer(CARDS);
    pointing.follow(seatAtBars());
    pointing.choice.point("2:i4");
    expect(pointing.preview?.steps).toEqual(["card 1", "from 2 i4"]);
    pointing.cancel();
    expect(pointing.preview).toBeNull();
  });

  test("a plan ends where the table is not as it was thought", () => {
    const { pointing, taken, go } = point(seatAtBars(), CARDS, [[from(1, "i1")], [from(2, "i4")]]);
    pointing.choice.point("2:i4");
    go();
    expect(taken).toEqual(["card 1"]);
  });

  test("a card that does nothing is played like any other where no card does anything", () => {
    const view = seatAtBars();
    view.effects = [{ walks: [] }, { walks: [] }];
    const { pointing, taken } = point(view, CARDS);
    pointing.choice.point("hand:0");
    expect(taken).toEqual(["card 0"]);
  });

  test("a card that does nothing is not thrown away by mistake", () => {
    const view = seatAtBars();
    view.effects = [{ walks: [] }, view.effects![1]!];
    const { pointing, whole, taken } = point(view, CARDS);
    pointing.choice.point("hand:0");
    pointing.ask();
    expect([taken, whole.pending?.text]).toEqual([[], "card 0"]);
    whole.confirm();
    expect(taken).toEqual(["card 0"]);
  });

  test("a hint marks the space; a card of it can be followed alone, to ask for more", () => {
    const view = seatAtBars();
    const { pointing, whole, taken } = point(view, CARDS);
    whole.showHint(CARDS[1]!);
    pointing.takeHint();
    expect(pointing.choice.isHinted("hand:1")).toBe(true);
    pointing.choice.point("hand:1");
    expect(taken).toEqual(["card 1"]);

    view.board.stage = "from";
    const second = point(view, [from(1, "i1"), from(2, "i4")]);
    second.whole.showHint(from(2, "i4"));
    second.pointing.takeHint();
    expect(second.pointing.choice.isHinted("2:i4")).toBe(true);
    expect(second.pointing.choice.isHinted("1:i1")).toBe(false);
  });

  test("the steps of a hinted turn are numbered, seats left out, until something is picked", () => {
    const { pointing, whole } = point(seatAtBars(), CARDS);
    whole.showHint(CARDS[1]!, [from(2, "i4"), act("seat i1", "space:i1"), act("take 0", "action_card:0")]);
    pointing.takeHint();
    const targets = ["hand:1", "2:i4", "action_card:0", "hand:0"];
    expect(targets.map((target) => pointing.stepOf(target))).toEqual([1, 2, 3, 0]);
    pointing.choice.point("1:i1");
    expect(pointing.stepOf("hand:1")).toBe(0);
    whole.showHint(CARDS[1]!);
    pointing.takeHint();
    expect(pointing.stepOf("hand:1")).toBe(0);
  });

  test("what is taken back above the board is taken back here", () => {
    const { pointing, whole } = point(seatAtBars(), CARDS);
    pointing.choice.point("hand:1");
    pointing.share();
    expect(whole.picked).toEqual(["hand:1"]);
    whole.back();
    pointing.goBack();
    expect(pointing.choice.picked).toEqual([]);
  });
});

describe("everybody sits down at once", () => {
  test("apart from the dearest, in the order of the rules", () => {
    expect(proposeSeats(seatTwo())).toEqual(["i1", "i2"]);
  });

  test("by touching the doorstep", () => {
    const seats = [act("seat i1", "space:i1"), act("seat i2", "space:i2")];
    const { pointing, taken, go } = point(seatTwo(), seats, [seats]);
    pointing.choice.point(STEP_TARGET);
    go();
    expect(taken).toEqual(["seat i1", "seat i2"]);
  });
});

describe("what is dragged", () => {
  test("has a place where a touch needs none", () => {
    const view = seatAtBars();
    const drops = (...actions: Action[]) =>
      listDrops(view, listPlans(view, actions)).map(({ targets }) => targets);
    view.board.stage = "first";
    expect(drops(act("host 1", "guest_card:1"), act("cash", "cash"))).toEqual([
      ["guest_card:1", "pub:0"],
      ["cash", "pub:0"],
    ]);
    view.board.stage = "take";
    expect(drops(act("take stack", "action_stack"))).toEqual([["action_stack", "hand"]]);
    view.board.stage = "put";
    expect(drops(put("i1"))).toEqual([[STEP_TARGET, "0:i1"]]);
  });

  test("guests are seated one by one, not all at once by falling back on the doorstep", () => {
    const seats = [act("seat i1", "space:i1"), act("seat i2", "space:i2")];
    const { pointing, taken } = point(seatTwo(), seats);
    pointing.dragging.point(STEP_TARGET);
    expect([...pointing.dragging.touchable]).toEqual(["0:i1", "0:i2"]);
    pointing.dragging.point("0:i2");
    expect(taken).toEqual(["seat i2"]);
  });

  test("goes on as if it had been touched where more is to be said", () => {
    const { pointing } = point(seatAtBars(), CARDS);
    pointing.dragging.point("hand:0");
    expect(pointing.active).toBe(pointing.dragging);
    pointing.dragging.point("1:i1");
    pointing.share();
    expect(pointing.active).toBe(pointing.choice);
    expect(pointing.choice.picked).toEqual(["hand:0", "1:i1"]);
    expect([...pointing.choice.touchable]).toContain("kind:billiards");
  });
});
