import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { event, FakeLine, fakeLines, lastLine, refusal, update } from "../../test/line";
import { LiveTable } from "./live.svelte";

let live: LiveTable;
beforeEach(() => {
  fakeLines();
  live = new LiveTable("t1");
});
afterEach(() => live.close());
const types = (line: FakeLine) => line.sent.map((message) => message["type"]);

describe("a command", () => {
  test("carries an id of its own and is on its way until an update answers it", () => {
    const line = lastLine().open();
    live.send({ type: "sit", seat: 0, salt: "", invitation: "" });
    live.send({ type: "start" });
    const [sit, start] = line.sent.map((message) => message["id"] as string);
    expect(sit).not.toBe(start);
    line.say(update(1));
    expect(live.isWaiting).toBe(true);
    line.say(update(2, { answers: [sit] }));
    expect(live.isWaiting).toBe(true);
    line.say(update(3, { answers: [start] }));
    expect(live.isWaiting).toBe(false);
  });

  test("that somebody else's update crosses is not taken for answered, and asked again on the next line", () => {
    const first = lastLine().open();
    live.send({ type: "resign" });
    first.say(update(4));
    first.close();
    vi.advanceTimersByTime(300);
    const second = lastLine().open();
    expect(second).not.toBe(first);
    expect(second.sent).toEqual(first.sent);
    second.say(update(5, { answers: [first.sent[0]?.["id"]] }));
    second.close();
    vi.advanceTimersByTime(300);
    expect(lastLine().open().sent).toEqual([]);
  });

  test("that nothing answers shows that the line is dead, and is asked again on another", () => {
    const first = lastLine().open();
    first.say(update(1));
    live.send({ type: "resign" });
    vi.advanceTimersByTime(3900);
    expect(live.connection).toBe("live");
    vi.advanceTimersByTime(200);
    expect(live.connection).toBe("lost");
    expect(lastLine()).not.toBe(first);
    expect(lastLine().open().sent).toEqual(first.sent);
  });

  test("that is refused is forgotten when the game goes on", () => {
    const line = lastLine().open();
    line.say(update(1, { view: { ply: 0, board: {} } }));
    live.send({ type: "undo", number: 1 });
    line.say(refusal(line.sent[0]?.["id"] as string, "undo.refused"));
    line.say(update(1, { view: { ply: 0, board: {} } }));
    expect(live.refusal?.code).toBe("undo.refused");
    line.say(update(2, { view: { ply: 1, board: {} } }));
    expect(live.refusal).toBeNull();
  });

  test("given while there is no line goes out when there is one, in order", () => {
    live.send({ type: "sit", seat: 1, salt: "", invitation: "" });
    live.send({ type: "start" });
    expect(types(lastLine().open())).toEqual(["sit", "start"]);
  });

  test("is settled by its own refusal, and by no other", () => {
    const line = lastLine().open();
    live.send({ type: "sit", seat: 1, salt: "", invitation: "" });
    line.say(refusal("somebody-else"));
    expect(live.isWaiting).toBe(true);
    line.say(refusal(line.sent[0]?.["id"] as string));
    expect(live.isWaiting).toBe(false);
    expect(live.refusal?.code).toBe("seat.taken");
  });

  test("is settled by a refusal that names none: it was not even read", () => {
    const line = lastLine().open();
    live.send({ type: "leave", offers_seat: false });
    line.say(refusal(null, "rate.exceeded"));
    expect(live.isWaiting).toBe(false);
    expect(live.refusal?.code).toBe("rate.exceeded");
  });

  test("that was carried out before the line broke is not complained about when it comes again", () => {
    const first = lastLine().open();
    live.send({ type: "resign" });
    first.close();
    vi.advanceTimersByTime(300);
    const second = lastLine().open();
    second.say(refusal(second.sent[0]?.["id"] as string, "table.over"));
    expect(live.refusal).toBeNull();
    expect(live.isWaiting).toBe(false);
  });

  test("that comes again and really is refused is complained about", () => {
    const first = lastLine().open();
    live.send({ type: "sit", seat: 1, salt: "", invitation: "" });
    first.close();
    vi.advanceTimersByTime(300);
    const second = lastLine().open();
    second.say(refusal(second.sent[0]?.["id"] as string));
    expect(live.refusal?.code).toBe("seat.taken");
  });

  test("takes the last refusal off the screen", () => {
    const line = lastLine().open();
    line.say(refusal(null));
    live.send({ type: "start" });
    expect(live.refusal).toBeNull();
  });

  test("watching another seat is asked again, too", () => {
    const first = lastLine().open();
    live.watchSeat(1);
    first.close();
    vi.advanceTimersByTime(300);
    expect(lastLine().open().sent).toMatchObject([{ type: "watch_seat", seat: 1 }]);
  });
});

describe("the line", () => {
  test("is tried again after pauses that double up to eight seconds", () => {
    for (const pause of [300, 600, 1200, 2400, 4800, 8000, 8000]) {
      const before = FakeLine.all.length;
      lastLine().close();
      expect(live.connection).toBe("lost");
      vi.advanceTimersByTime(pause - 1);
      expect(FakeLine.all.length).toBe(before);
      vi.advanceTimersByTime(1);
      expect(FakeLine.all.length).toBe(before + 1);
    }
    lastLine().open().say(update(1));
    expect(live.connection).toBe("live");
    lastLine().close();
    vi.advanceTimersByTime(300);
    expect(FakeLine.all.length).toBe(9);
  });

  test("that is turned away waits as long as it was told, whatever happens meanwhile, and says so", () => {
    live.send({ type: "leave", offers_seat: false });
    lastLine()
      .open()
      .say(refusal(null, "table.crowded", 30));
    expect(live.refusal?.code).toBe("table.crowded");
    expect(live.retryAfter).toBe(30);
    lastLine().close();
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(29_999);
    expect(FakeLine.all.length).toBe(1);
    vi.advanceTimersByTime(1);
    expect(types(lastLine().open())).toEqual(["leave"]);
    lastLine().say(update(1));
    expect(live.refusal).toBeNull();
    expect(live.retryAfter).toBeNull();
  });

  test("that opens and breaks at once is not tried faster and faster", () => {
    for (const pause of [300, 600, 1200]) {
      const before = FakeLine.all.length;
      lastLine().open().close();
      vi.advanceTimersByTime(pause - 1);
      expect(FakeLine.all.length).toBe(before);
      vi.advanceTimersByTime(1);
      expect(FakeLine.all.length).toBe(before + 1);
    }
  });

  test("is tried at once when the device is online again", () => {
    lastLine().close();
    dispatchEvent(new Event("online"));
    expect(FakeLine.all.length).toBe(2);
  });

  test("is doubted at once when the device goes offline, and good again if another one opens", () => {
    const first = lastLine().open();
    first.say(update(1));
    dispatchEvent(new Event("offline"));
    expect(live.connection).toBe("lost");
    expect(lastLine()).not.toBe(first);
    lastLine().open();
    expect(live.connection).toBe("live");
  });

  test("asks only for what it has not heard", () => {
    const first = lastLine().open();
    expect(first.address.searchParams.get("since")).toBe("0");
    first.say(update(2, { events: [event(1), event(2)] }));
    first.close();
    vi.advanceTimersByTime(300);
    expect(lastLine().address.searchParams.get("since")).toBe("2");
    expect(lastLine().address.protocol).toBe("ws:");
  });

  test("counts no event twice", () => {
    const line = lastLine().open();
    line.say(update(2, { events: [event(1), event(2)] }));
    line.say(update(3, { events: [event(2), event(3)] }));
    expect(live.events.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(live.number).toBe(3);
  });

  test("that has missed too much tells what it was sent, and asks for the rest when that is wanted", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      return Promise.resolve(new Response(JSON.stringify([event(6), event(7)])));
    });
    const first = lastLine().open();
    first.say(update(2, { events: [event(1), event(2)] }));
    expect(live.hasEarlier).toBe(false);
    first.close();
    vi.advanceTimersByTime(300);
    const second = lastLine().open();
    second.say(update(9, { events: [event(8), event(9)] }));
    expect(live.events.map(({ number }) => number)).toEqual([8, 9]);
    expect(live.hasEarlier).toBe(true);
    const loading = live.loadEarlier();
    second.say(update(10, { events: [event(10)] }));
    await loading;
    expect(asked).toEqual(["/api/tables/t1/events?before=8&limit=200"]);
    expect(live.events.map(({ number }) => number)).toEqual([6, 7, 8, 9, 10]);
    second.close();
    vi.advanceTimersByTime(300);
    expect(lastLine().address.searchParams.get("since")).toBe("10");
  });

  test("asks for a drawing once it is wanted, and is not reopened for a second wish", () => {
    lastLine().open();
    live.wantDrawing();
    live.wantDrawing();
    expect(FakeLine.all.length).toBe(2);
    expect(lastLine().address.searchParams.get("drawing")).toBe("true");
  });

  test("an old line that is still talking is not listened to", () => {
    const old = lastLine().open();
    live.reconnect();
    old.say(update(7));
    expect(live.update).toBeNull();
  });

  test("stays closed when the screen is left", () => {
    live.close();
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    expect(FakeLine.all.length).toBe(1);
  });
});

describe("an update of changes", () => {
  test("is completed from the one before", () => {
    const line = lastLine().open();
    line.say(
      update(1, { table: { id: "t1" }, view: { ply: 0, legal: ["a"], board: { stack: 9, hand: [1] } } }),
    );
    line.say(update(2, { view: { ply: 1, board: { hand: [] } } }));
    expect(live.update).toMatchObject({
      number: 2,
      table: { id: "t1" },
      view: { ply: 1, legal: ["a"], board: { stack: 9, hand: [] } },
    });
  });

  test("of which the game is gone has no view", () => {
    const line = lastLine().open();
    line.say(update(1, { view: { ply: 0, board: {} } }));
    line.say(update(2, { view: null }));
    expect(live.update?.view).toBeNull();
  });
});

describe("a word", () => {
  const said = (id: string, at: number) => ({ type: "said", id, at, text: id });

  test("that comes is kept in its order, once, and is no update", () => {
    const line = lastLine().open();
    line.say(said("b", 2));
    line.say(said("a", 1));
    line.say(said("b", 2));
    expect(live.said.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(live.update).toBeNull();
  });

  test("that goes out keeps nobody from moving", () => {
    lastLine().open();
    live.say({ phrase: "hello" });
    expect(live.isWaiting).toBe(false);
    live.send({ type: "resign" });
    expect(live.isWaiting).toBe(true);
  });

  test("that may have been heard is not said again on the next line; what was not sent is", () => {
    const first = lastLine().open();
    live.say({ text: "once" });
    first.close();
    live.say({ text: "later" });
    vi.advanceTimersByTime(300);
    const second = lastLine().open();
    expect(second.sent.map((message) => message["text"])).toEqual(["later"]);
  });
});
