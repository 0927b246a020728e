// What a person has settled for this device: light, movement, sound, pace. Stored here, sent nowhere.
import { recall, store } from "./storage";

export const THEMES = ["auto", "light", "dark"] as const;
export const MOTIONS = ["auto", "full", "none"] as const;
/** How fast the moves of others are shown. */
export const PACES = ["slow", "normal", "fast", "step"] as const;
const STORED = "settings";
/** `--wall` of each light, for what the system draws around the page. */
const WALLS = { light: "#f6ead6", dark: "#1c120c" };

class Settings {
  theme = $state<(typeof THEMES)[number]>("auto");
  motion = $state<(typeof MOTIONS)[number]>("auto");
  hasSound = $state(false);
  pace = $state<(typeof PACES)[number]>("normal");
  /** Whether every move of one's own waits for a yes. */
  confirmsMoves = $state(false);

  #dark = matchMedia("(prefers-color-scheme: dark)");
  #still = matchMedia("(prefers-reduced-motion: reduce)");

  constructor() {
    Object.assign(this, recall(STORED));
    this.#dark.addEventListener("change", () => this.apply());
    this.#still.addEventListener("change", () => this.apply());
  }

  /** Whether pieces move, or are simply where they belong. */
  get isStill(): boolean {
    return this.motion === "none" || (this.motion === "auto" && this.#still.matches);
  }

  /** The page does so whenever one of them changes. */
  apply(): void {
    const { theme, motion, hasSound, pace, confirmsMoves } = this;
    const root = document.documentElement;
    const light = theme === "auto" ? (this.#dark.matches ? "dark" : "light") : theme;
    root.dataset["theme"] = light;
    for (const sign of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      sign.content = WALLS[light];
    // Without a choice of one's own a game may have a light that suits it.
    root.toggleAttribute("data-theme-free", theme === "auto");
    root.dataset["motion"] = this.isStill ? "none" : "full";
    store(STORED, { theme, motion, hasSound, pace, confirmsMoves });
  }
}

export const settings = new Settings();
