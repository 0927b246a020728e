// What a person has settled for this device: light, movement, sound. Kept here, sent nowhere.
export type Look = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "none";
const KEPT = "estaminet.settings";

interface Kept {
  look: Look;
  motion: Motion;
  hasSound: boolean;
}

function read(): Kept {
  const usual: Kept = { look: "auto", motion: "auto", hasSound: false };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Kept>) };
  } catch {
    return usual;
  }
}

class Settings {
  look = $state<Look>("auto");
  motion = $state<Motion>("auto");
  hasSound = $state(false);

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
    root.dataset["look"] = this.look === "auto" ? (this.#dark.matches ? "dark" : "light") : this.look;
    root.dataset["motion"] = this.isStill ? "none" : "full";
    localStorage.setItem(
      KEPT,
      JSON.stringify({ look: this.look, motion: this.motion, hasSound: this.hasSound }),
    );
  }
}

export const settings = new Settings();
