import { mount } from "svelte";
import App from "./App.svelte";
import { ROOT } from "./address";
import "./design/tokens.css";
import "./design/page.css";
import { cards } from "./games";
import { stock } from "./offline/saved";
import { updates } from "./offline/updates.svelte";
import { settings } from "./settings.svelte";
import { speech } from "./words";

// The house has a newer page: what this one would load is gone. Not right after loading it, nor while nobody answers.
const FRESH = 10_000;
addEventListener("vite:preloadError", () => {
  if (performance.now() < FRESH) return;
  fetch(ROOT).then(
    ({ ok }) => ok && location.reload(),
    () => {},
  );
});

/** The worker that opens the page without a connection starts when the page stands, and the device has nothing to do. */
const isSparing = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
const loaded = () =>
  new Promise<void>((done) =>
    document.readyState === "complete" ? done() : addEventListener("load", () => done(), { once: true }),
  );
/** Safari has no word for it. */
const idle = () =>
  new Promise<void>((done) =>
    "requestIdleCallback" in window ? requestIdleCallback(() => done()) : setTimeout(done, 2000),
  );

async function startWorker(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || isSparing()) return;
  const { serviceWorker } = navigator;
  const lessons = () => cards().flatMap(({ name, hasLesson }) => (hasLesson ? name : []));
  const fill = () => stock(lessons()).catch(() => {});
  // With a new worker there may be a new page, and what was put aside for the old one is gone.
  serviceWorker.addEventListener("controllerchange", () => {
    void updates.look();
    void fill();
  });
  await loaded();
  await idle();
  try {
    await serviceWorker.register(`${ROOT}worker.js`);
    if (!serviceWorker.controller) return;
    await updates.look(); // where the line is slow, the page may have come from this device
    await fill();
  } catch {
    // A browser that allows none: there is simply nothing without a connection.
  }
}

settings.apply();
const house = document.getElementById("house");
if (house) void speech.begin().then(() => mount(App, { target: house }));
void startWorker();
