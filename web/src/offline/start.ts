// Starts the worker that opens the page without a connection: when the page stands, and the device has nothing to do.
import { cards } from "../games";
import { ROOT } from "../base";
import { stock } from "./saved";
import { updates } from "./updates.svelte";

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

export async function startWorker(): Promise<void> {
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
