// Whether the house has a newer page than this one. It comes with the next screen, or when somebody asks for it: never
// in the middle of something.
import { ROOT } from "../address";

const HOUR = 3_600_000;
const SELDOM = HOUR / 6;
const ENTRY = 'script[type="module"][src]';

/** Whether a page of the house, as it is written, begins with another script than this one: its name tells its content. */
export function isOther(written: string, script: string): boolean {
  const name = script.split("/").at(-1) ?? "";
  return written.includes('id="house"') && !written.includes(name);
}

class Updates {
  isThere = $state(false);
  #looked = Date.now();

  constructor() {
    setInterval(() => void this.look(), HOUR);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && Date.now() - this.#looked > SELDOM) void this.look();
    });
  }

  /** Ask the house, past every cache. */
  async look(): Promise<void> {
    this.#looked = Date.now();
    const script = document.querySelector<HTMLScriptElement>(ENTRY)?.src;
    try {
      const answer = await fetch(ROOT, { cache: "no-cache" });
      if (script && answer.ok) this.isThere = isOther(await answer.text(), script);
      await (await navigator.serviceWorker?.getRegistration(ROOT))?.update();
    } catch {
      // Later, then.
    }
  }
}

export const updates = new Updates();
