// Draws a deal again in the browser, from the promised seed and everybody's salt: docs/fair-deals.md, step by step.
// Of a game whose cards the page does not know the server does it, and the report says so.
import type { GameFace } from "./games/game";
import { api } from "./wire/client";

const encoder = new TextEncoder();

export interface FairnessReport {
  commitment: string;
  isSeedPromised: boolean;
  /** The first part of the deal that differs; empty if none does. */
  difference: string;
  isCheckedByServer: boolean;
}

interface Proof {
  commitment: string;
  seed: string;
  salts: string[];
}

type Dealt = number | number[] | number[][];

async function authenticate(
  key: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

class Stream {
  #words: number[] = [];
  #block = 0;

  constructor(
    readonly bits: Uint8Array<ArrayBuffer>,
    readonly label: string,
  ) {}

  async below(limit: number): Promise<number> {
    const fair = 2 ** 32 - (2 ** 32 % limit);
    for (;;) {
      if (!this.#words.length) await this.#draw();
      const word = this.#words.shift() ?? 0;
      if (word < fair) return word % limit;
    }
  }

  async shuffle(ids: number[]): Promise<number[]> {
    const cards = [...ids].sort((a, b) => a - b);
    for (let place = cards.length - 1; place > 0; place--) {
      const other = await this.below(place + 1);
      [cards[place], cards[other]] = [cards[other] ?? 0, cards[place] ?? 0];
    }
    return cards;
  }

  async #draw(): Promise<void> {
    const label = encoder.encode(this.label);
    const message = new Uint8Array(label.length + 9);
    message.set(label);
    new DataView(message.buffer).setBigUint64(label.length + 1, BigInt(this.#block));
    const digest = new DataView((await authenticate(this.bits, message)).buffer);
    for (let at = 0; at < 32; at += 4) this.#words.push(digest.getUint32(at));
    this.#block += 1;
  }
}

type FindDecks = NonNullable<GameFace["decks"]>;
type Decks = ReturnType<FindDecks>;

/** All cards of a shuffle, whatever was dealt. */
function cardsOf(decks: Decks, name: string): number[] {
  const { cards, without } = decks[name] ?? { cards: 0 };
  return Array.from({ length: cards }, (_, card) => card).filter((card) => card !== without);
}

/** A number is a lot among the players, a list a shuffle, a list of lists several shuffles of the same cards. */
async function drawAgain(
  bits: Uint8Array<ArrayBuffer>,
  name: string,
  dealt: Dealt,
  players: number,
  decks: Decks,
): Promise<Dealt> {
  if (typeof dealt === "number") return new Stream(bits, name).below(players);
  const cards = cardsOf(decks, name);
  if (dealt.every((card) => typeof card === "number")) return new Stream(bits, name).shuffle(cards);
  return Promise.all(dealt.map((_, number) => new Stream(bits, `${name}/${number}`).shuffle(cards)));
}

/** Whether a deal was the promised one; null if its record has no proof. */
export async function checkFairness(
  record: Record<string, unknown>,
  game: Pick<GameFace, "decks">,
): Promise<FairnessReport | null> {
  const proof = record["fairness"] as Proof | undefined;
  if (!proof) return null;
  return game.decks ? checkHere(record, proof, game.decks) : checkAtServer(record);
}

/** The server refuses what does not hold. */
async function checkAtServer(record: Record<string, unknown>): Promise<FairnessReport> {
  const { commitment } = await api.verify(record);
  return { commitment, isSeedPromised: true, difference: "", isCheckedByServer: true };
}

async function checkHere(
  record: Record<string, unknown>,
  proof: Proof,
  findDecks: FindDecks,
): Promise<FairnessReport> {
  const seed = fromHex(proof.seed);
  const commitment = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", seed)));
  const bits = await authenticate(seed, encoder.encode(proof.salts.join("\n")));
  const players = record["players"] as number;
  const decks = findDecks((record["options"] ?? {}) as Record<string, unknown>);
  let difference = proof.salts.length === players ? "" : "salts";
  for (const [name, dealt] of Object.entries(record["deal"] as Record<string, Dealt>)) {
    const drawn = await drawAgain(bits, name, dealt, players, decks);
    if (!difference && JSON.stringify(drawn) !== JSON.stringify(dealt)) difference = name;
  }
  return {
    commitment: proof.commitment,
    isSeedPromised: commitment === proof.commitment,
    difference,
    isCheckedByServer: false,
  };
}
