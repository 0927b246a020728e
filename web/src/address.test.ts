import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

/** The page anew, at an address, with what the server or a builder of sites wrote into it. */
async function open(at: string, written: Record<string, string>) {
  vi.resetModules();
  Object.assign(document.documentElement.dataset, written);
  history.replaceState(null, "", at);
  const [address, { navigation }] = await Promise.all([import("./address"), import("./navigation.svelte")]);
  return { ...address, navigation };
}

function click(href: string): void {
  document.body.innerHTML = `<a href="${href}">x</a>`;
  const stay = (event: Event) => event.preventDefault(); // a test stays where it is
  addEventListener("click", stay, { once: true });
  document.querySelector("a")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

const was = location.href;
beforeEach(() => vi.stubGlobal("scrollTo", () => {}));
afterEach(() => {
  delete document.documentElement.dataset["house"];
  delete document.documentElement.dataset["base"];
  history.replaceState(null, "", was);
  vi.resetModules();
});

describe("on a host of files, below a path", () => {
  const alone = { base: "./", house: "device" };

  test("the page is where its folder is, and its addresses follow the #", async () => {
    const { ROOT, base, hasServer, navigation } = await open("/some/where/#/replay/device-1?a=b#12", alone);
    expect([ROOT, base, hasServer]).toEqual([`${location.origin}/some/where/`, "#", false]);
    expect([navigation.path, navigation.anchor, navigation.asked("a")]).toEqual([
      "/replay/device-1",
      "12",
      "b",
    ]);
  });

  test("the file of the page is no part of its addresses", async () => {
    const { ROOT, navigation } = await open("/some/index.html#/mine", alone);
    expect([ROOT, navigation.path]).toEqual([`${location.origin}/some/`, "/mine"]);
    navigation.go("/settings");
    expect(location.pathname + location.hash).toBe("/some/index.html#/settings");
  });

  test("links are followed, and lead back", async () => {
    const { navigation } = await open("/some/", alone);
    expect(navigation.path).toBe("/");
    click("#/play/poule#local");
    expect([navigation.path, navigation.anchor]).toEqual(["/play/poule", "local"]);
    history.replaceState(null, "", "#/rules/poule#P3.2");
    dispatchEvent(new PopStateEvent("popstate"));
    expect([navigation.path, navigation.anchor]).toEqual(["/rules/poule", "P3.2"]);
  });

  test("where somebody is on a screen is said, and is no step to go back to", async () => {
    const { navigation } = await open("/some/#/replay/device-1?a=b#12", alone);
    const steps = history.length;
    navigation.mark("13");
    expect(location.hash).toBe("#/replay/device-1?a=b#13");
    navigation.mark("");
    expect(location.hash).toBe("#/replay/device-1?a=b");
    expect(history.length).toBe(steps);
  });

  test("what is no address of the page is left to the browser, and is the first page", async () => {
    const { navigation } = await open("/some/#stage", alone);
    expect(navigation.path).toBe("/");
    click("#R4");
    click(`${location.origin}/some/other.html`);
    expect(navigation.path).toBe("/");
  });
});

describe("at a server", () => {
  test("addresses are paths below that of the house", async () => {
    const { ROOT, base, hasServer, navigation } = await open("/games/t/abc?invitation=x#4", {
      base: "/games/",
    });
    expect([ROOT, base, hasServer]).toEqual([`${location.origin}/games/`, "/games", true]);
    expect([navigation.path, navigation.asked("invitation"), navigation.anchor]).toEqual([
      "/t/abc",
      "x",
      "4",
    ]);
    click("/games/mine");
    expect(navigation.path).toBe("/mine");
    click("/elsewhere");
    expect(navigation.path).toBe("/mine");
  });

  test("a shortcut that is written for any host leads to the same place", async () => {
    const { navigation } = await open("/games/#/play/poule", { base: "/games/" });
    expect([navigation.path, location.pathname, location.hash]).toEqual([
      "/play/poule",
      "/games/play/poule",
      "",
    ]);
  });
});
