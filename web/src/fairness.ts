// Draws a deal again in the browser, from the promised seed and everybody's salt: docs/fair-deals.md, step by step.
// Of a game whose cards the page does not know the server does it, and the report says so. SHA-256 comes from a library:
// the browser's own is missing where a page came over plain HTTP.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { DealPart, GameFace } from "./games/game";
import { allNotes, findNote, type Note } from "./notes";
import { api } from "./wire";

export interface FairnessReport {
  commitment: string;
  /** Whether seed and terms are what the commitment covers. */
  isPromised: boolean;
  /** What of the game is not as the terms say, empty if nothing; null in a proof of version 1, which has no terms. */
  otherwise: "" | TermsPart | null;
  /** The first part of the deal that differs; empty if none does. */
  difference: string;
  /** What this browser noted when somebody sat down: nothing, the same, or what differs from it. */
  note: "none" | "same" | "commitment" | "terms" | "salt";
  isCheckedByServer: boolean;
}

/** The terms themselves cannot be read, or this member of them is not as the game was played. */
export type TermsPart = "terms" | "game" | "players" | "options" | "table";

/** A proof that this page is too old for. */
export class UnknownVersion extends Error {}

interface Proof {
  version?: number;
  commitment: string;
  seed: string;
  terms?: string;
  salts: string[];
}
type GameRecord = Record<string, unknown>;

class Stream {
  #words: number[] = [];
  #block = 0;

  constructor(
    readonly bits: Uint8Array,
    readonly label: string,
  ) {}

  below(limit: number): number {
    const fair = 2 ** 32 - (2 ** 32 % limit);
    for (;;) {
      if (!this.#words.length) this.#draw();
      const word = this.#words.shift() ?? 0;
      if (word < fair) return word % limit;
    }
  }

  shuffle(cards: number[]): number[] {
    for (let place = cards.length - 1; place > 0; place--) {
      const other = this.below(place + 1);
      [cards[place], cards[other]] = [cards[other] ?? 0, cards[place] ?? 0];
    }
    return cards;
  }

  #draw(): void {
    const block = new Uint8Array(9); // a zero byte, and the number of the block
    new DataView(block.buffer).setBigUint64(1, BigInt(this.#block));
    const digest = hmac(sha256, this.bits, concatBytes(utf8ToBytes(this.label), block));
    const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < 32; at += 4) this.#words.push(words.getUint32(at));
    this.#block += 1;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a part of a deal is what its stream gives. */
function isDrawn(bits: Uint8Array, name: string, part: DealPart, dealt: unknown): boolean {
  if ("among" in part) return dealt === new Stream(bits, name).below(part.among);
  const { cards, without, times } = part;
  const ids = () => Array.from({ length: cards }, (_, card) => card).filter((card) => card !== without);
  if (times === undefined) return isSame(dealt, new Stream(bits, name).shuffle(ids()));
  if (!Array.isArray(dealt) || dealt.length !== times) return false;
  return dealt.every((pile, number) => isSame(pile, new Stream(bits, `${name}/${number}`).shuffle(ids())));
}

/** The first part that is missing, too many, or not what seed and salts give; empty if there is none. */
function findDifference(record: GameRecord, proof: Proof, findParts: NonNullable<GameFace["deal"]>): string {
  const players = record["players"] as number;
  if (proof.salts.length !== players) return "salts";
  const bits = hmac(sha256, hexToBytes(proof.seed), utf8ToBytes(proof.salts.join("\n")));
  const parts = findParts(players, (record["options"] ?? {}) as GameRecord);
  const deal = (record["deal"] ?? {}) as GameRecord;
  const names = new Set([...Object.keys(parts), ...Object.keys(deal)]);
  for (const name of names) {
    const part = parts[name];
    if (!part || !isDrawn(bits, name, part, deal[name])) return name;
  }
  return "";
}

function fingerprint(id: string): string {
  return bytesToHex(sha256(utf8ToBytes(id)));
}

/** What of the game is not as the terms say; empty if it is all the same. */
function findOtherwise(record: GameRecord, text: string, table: string): "" | TermsPart {
  const terms = readTerms(text);
  if (!terms) return "terms";
  const sorted = (options: unknown) =>
    Object.entries(options ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  if (terms["game"] !== record["game"]) return "game";
  if (terms["players"] !== record["players"]) return "players";
  if (!isSame(sorted(terms["options"]), sorted(record["options"]))) return "options";
  return table && terms["table"] !== fingerprint(table) ? "table" : "";
}

/** Terms as a table writes them; what names a member twice, for instance, can be read in two ways and is none. */
function readTerms(text: string): GameRecord | null {
  try {
    const terms = JSON.parse(text) as GameRecord | null;
    const isPlain = JSON.stringify(terms) === text && Object.keys(terms ?? {}).length === 4;
    return isPlain ? terms : null;
  } catch {
    return null;
  }
}

/** The note about a record's table: of this id, or of the table for which it says that it was promised. */
function findNoteFor(proof: Proof, table: string): Note | null {
  if (table) return findNote(table);
  const promised = readTerms(proof.terms ?? "")?.["table"];
  return (
    allNotes().find(
      ({ id, commitment }) => commitment === proof.commitment || fingerprint(id) === promised,
    ) ?? null
  );
}

function compareNote(note: Note | null, proof: Proof): FairnessReport["note"] {
  if (!note) return "none";
  if (note.commitment !== proof.commitment) return "commitment";
  if (note.terms !== (proof.terms ?? "")) return "terms";
  return note.hasLeft || proof.salts.includes(note.salt) ? "same" : "salt";
}

/** Whether a deal was the promised one, at the table of this id if it is known; null if its record has no proof. */
export async function checkFairness(
  record: GameRecord,
  game: Pick<GameFace, "deal">,
  table = "",
): Promise<FairnessReport | null> {
  const proof = record["fairness"] as Proof | undefined;
  if (!proof) return null;
  const version = proof.version ?? 1;
  if (version !== 1 && version !== 2) throw new UnknownVersion();
  const terms = version === 2 ? (proof.terms ?? "") : "";
  const seed = hexToBytes(proof.seed);
  const note = findNoteFor(proof, table);
  const promised = bytesToHex(sha256(concatBytes(seed, utf8ToBytes(terms))));
  if (!game.deal) await api.verify(record); // the server refuses what does not hold
  return {
    commitment: proof.commitment,
    isPromised: promised === proof.commitment && bytesToHex(seed) === proof.seed && seed.length === 32,
    otherwise: version === 2 ? findOtherwise(record, terms, table || (note?.id ?? "")) : null,
    difference: game.deal ? findDifference(record, proof, game.deal) : "",
    note: compareNote(note, { ...proof, terms }),
    isCheckedByServer: !game.deal,
  };
}

export function isFair(report: FairnessReport): boolean {
  const { isPromised, otherwise, difference, note } = report;
  return isPromised && !otherwise && !difference && (note === "same" || note === "none");
}
