// Who sits in front of this page. Nobody has to say a name before they play: they get one.
import { api, Refused } from "./wire/client";

class Me {
  name = $state("");
  isKnown = $state(false);

  async recall(): Promise<void> {
    try {
      this.name = (await api.me()).name;
      this.isKnown = true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** Be known, under the given name or under any. */
  async introduce(name: string): Promise<void> {
    this.name = (await api.introduce(name)).name;
    this.isKnown = true;
  }

  async beKnown(guest: string): Promise<void> {
    if (!this.isKnown) await this.introduce(guest);
  }

  forget(): void {
    this.name = "";
    this.isKnown = false;
  }
}

export const me = new Me();

/** A salt that nobody can guess, for the deal. */
export function freshSalt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
