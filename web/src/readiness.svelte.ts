// What the house is still getting ready for somebody who has come to play: once after it was installed, or updated.
import { api, type GameInfo } from "./wire";

/** In milliseconds: for less nobody needs an explanation. */
const PATIENCE = 700;
const pause = () => new Promise((resolve) => setTimeout(resolve, PATIENCE));

class Readiness {
  game = $state("");
  /** How far the game is; null if nobody waits for it. */
  step = $state<GameInfo["readiness"] | null>(null);

  /** Say what is waited for, until the game and the players of the house are there. */
  async watch(game: string): Promise<void> {
    this.game = game;
    try {
      do {
        await pause();
        const found = (await api.games()).find((each) => each.name === game);
        if (this.game !== game) return; // another one is watched by now
        this.step = found?.readiness ?? null;
      } while (this.step === "warming" || this.step === "playable");
    } catch {
      // Whoever asked for the table hears what is wrong.
    }
    if (this.game === game) this.step = null;
  }
}

export const readiness = new Readiness();
