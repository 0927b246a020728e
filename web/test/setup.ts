// All test files share one page, which is far quicker than a new one for each: no test leaves anything there for the next.
import { afterEach, beforeEach, vi } from "vitest";
import { online } from "../src/offline/online.svelte";
import { settings } from "../src/settings.svelte";
import { speech } from "../src/words";

// Nobody answers unless a test says who.
beforeEach(async () => {
  await speech.begin();
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.reject(new TypeError("there is no house"))),
  );
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Object.assign(settings, {
    theme: "auto",
    motion: "auto",
    hasSound: false,
    pace: "normal",
    confirmsMoves: false,
  });
  settings.apply();
  Object.assign(online, { isOff: false, isBack: false });
  await speech.speak("en");
  localStorage.clear();
  document.body.replaceChildren();
});
