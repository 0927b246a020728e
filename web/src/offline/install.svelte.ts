// The offer to install the page like a program. Who has declined it, or has done so, does not see it again.
const STORED = "estaminet.install";

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Whether a browser installs pages, but only by hand: those of Apple's phones and tablets. */
export function isByHand({ userAgent, platform, maxTouchPoints }: Navigator): boolean {
  return /iP(hone|ad|od)/.test(userAgent) || (platform === "MacIntel" && maxTouchPoints > 1);
}

class Install {
  /** The browser's own offer. */
  #prompt = $state.raw<InstallPrompt | null>(null);
  #isDeclined = $state(localStorage.getItem(STORED) === "no");
  #isInstalled = matchMedia("(display-mode: standalone)").matches;

  constructor() {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#prompt = event as InstallPrompt;
    });
    addEventListener("appinstalled", () => this.decline());
  }

  /** How it can be installed now: with a button, by hand, or not at all. */
  get way(): "button" | "hand" | null {
    if (this.#isDeclined || this.#isInstalled) return null;
    if (this.#prompt) return "button";
    return isByHand(navigator) ? "hand" : null;
  }

  async accept(): Promise<void> {
    await this.#prompt?.prompt();
    this.#prompt = null; // it answers once
  }

  decline(): void {
    this.#isDeclined = true;
    localStorage.setItem(STORED, "no");
  }
}

export const install = new Install();
