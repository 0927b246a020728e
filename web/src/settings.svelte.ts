// What a person has settled for this device: light, movement, sound, pace. Stored here, sent nowhere.
export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "none";
/** How fast the moves of others are shown. */
export const PACES = ["slow", "normal", "fast", "step"] as const;
export type Pace = (typeof PACES)[number];
const STORED = "estaminet.settings";
/** `--wall` of each light, for what the system draws around the page. */
const WALLS = { light: "#f6ead6", dark: "#1c120c" };

interface Stored {
  theme: Theme;
  motion: Motion;
  hasSound: boolean;
  pace: Pace;
  confirmsMoves: boolean;
}

function read(): Stored {
  const usual: Stored = {
    theme: "auto",
    motion: "auto",
    hasSound: false,
    pace: "normal",
    confirmsMoves: false,
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<Stored>) };
  } catch {
    return usual;
  }
}

class Settings {
  theme = $state<Theme>("auto");
  motion = $state<Motion>("auto");
  hasSound = $state(false);
  pace = $state<Pace>("normal");
  /** Whether every move of one's own waits for a yes. */
  confirmsMoves = $state(false);

  #dark = matchMedia("(prefers-color-scheme: dark)");
  #still = matchMedia("(prefers-reduced-motion: reduce)");

  constructor() {
    Object.assign(this, read());
    this.#dark.addEventListener("change", () => this.apply());
    this.#still.addEventListener("change", () => this.apply());
  }

  /** Whether pieces move, or are simply where they belong. */
  get isStill(): boolean {
    return this.motion === "none" || (this.motion === "auto" && this.#still.matches);
  }

  apply(): void {
    const root = document.documentElement;
    const theme = this.theme === "auto" ? (this.#dark.matches ? "dark" : "light") : this.theme;
    root.dataset["theme"] = theme;
    for (const sign of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      sign.content = WALLS[theme];
    // Without a choice of one's own a game may have a light that suits it.
    root.toggleAttribute("data-theme-free", this.theme === "auto");
    root.dataset["motion"] = this.isStill ? "none" : "full";
    const { motion, hasSound, pace, confirmsMoves } = this;
    const stored: Stored = { theme: this.theme, motion, hasSound, pace, confirmsMoves };
    localStorage.setItem(STORED, JSON.stringify(stored));
  }
}

export const settings = new Settings();
