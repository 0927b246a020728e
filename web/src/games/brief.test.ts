import { expect, test } from "vitest";
import type { LogLine } from "../wire/types";
import { LANGUAGES } from "../words/language.svelte";
import nuit from "./nuit/face";
import poule from "./poule/face";
import reeperbahn from "./reeperbahn/face";

const FACES = { poule, reeperbahn, nuit } as const;
const line = (key: string, gaps: LogLine["arguments"] = {}): LogLine => ({
  key,
  arguments: { seat: 1, ...gaps },
});

test.each<[keyof typeof FACES, LogLine[], Record<string, string[]>]>([
  [
    "poule",
    [
      line("poule.draw", { tile: "knight", value: 4 }),
      line("poule.place", { tile: "knight", value: 4, cell: "c4" }),
      line("poule.round_paid", { round: 1 }),
    ],
    {
      en: ["puts the knight +4 on c4"],
      fr: ["place le chevalier +4 en c4"],
      de: ["legt den Ritter +4 auf c4"],
    },
  ],
  [
    "poule",
    [line("poule.stall", { rank: "III", cell: "d3" })],
    { en: ["puts III on d3"], fr: ["pose III en d3"], de: ["stellt III auf d3"] },
  ],
  [
    "reeperbahn",
    [
      line("reeperbahn.court", { w: 3, lilli: 9, e: 15 }),
      line("reeperbahn.lilli", { square: 10 }),
      line("reeperbahn.end"),
      line("reeperbahn.charly", { steps: 1, square: 12 }),
    ],
    {
      en: ["plays 3 green cards", "Charly +1"],
      fr: ["joue 3 cartes vertes", "Charly +1"],
      de: ["spielt 3 grüne Karten", "Charly +1"],
    },
  ],
  [
    "reeperbahn",
    [line("reeperbahn.discard", { card: "lola2" }), line("reeperbahn.draw", { count: 1, stack: 9 })],
    { en: ["swaps 1 card"], fr: ["échange 1 carte"], de: ["tauscht 1 Karte"] },
  ],
  [
    "reeperbahn",
    [line("reeperbahn.charm", { figure: "w", square: 11 })],
    { en: ["uses Hans’s charm"], fr: ["fait jouer le charme de Hans"], de: ["spielt Hans’ Charme aus"] },
  ],
  [
    "reeperbahn",
    [line("reeperbahn.joker", { card: "lola3", figure: "hans", square: 4 })],
    { en: ["plays 1 red card"], fr: ["joue 1 carte rouge"], de: ["spielt 1 rote Karte"] },
  ],
  [
    "nuit",
    [
      line("nuit.equip", { tile: "bar", space: "i3" }),
      line("nuit.card", { type: "from", furniture: "dance", payment: "paying" }),
      line("nuit.from", { pub: 0, space: "i4", furniture: "dance", guests: "YRB" }),
      line("nuit.to", { furniture: "bar" }),
      line("nuit.find_room", { pub: 1, furniture: "bar", guests: "YRB" }),
      line("nuit.take_stack"),
    ],
    {
      en: ["sets up a bar", "sends 3 guests to Schwarze Sau"],
      fr: ["place un comptoir", "envoie 3 clients à la Schwarze Sau"],
      de: ["stellt eine Theke auf", "schickt 3 Gäste in die Schwarze Sau"],
    },
  ],
  [
    "nuit",
    [
      line("nuit.from", { pub: 0, space: "i4", furniture: "dance", guests: "Y" }),
      line("nuit.go_home", { guests: "Y" }),
    ],
    { en: ["sends 1 guest home"], fr: ["envoie 1 client à la maison"], de: ["schickt 1 Gast nach Hause"] },
  ],
  [
    "nuit",
    ["terrace", "table", "bar"].map((tile) => line("nuit.put", { tile, space: "t1" })),
    {
      en: ["sets up a terrace table, a table, and a bar"],
      fr: ["place une table en terrasse, une table intérieure et un comptoir"],
      de: ["stellt einen Terrassentisch, einen Tisch und eine Theke auf"],
    },
  ],
  [
    "nuit",
    [line("nuit.cash", { tip: 50 }), line("nuit.collect", { amount: 60, money: 110 })],
    { en: ["collects"], fr: ["encaisse"], de: ["kassiert"] },
  ],
])("a turn of %s in as few words as can be", (game, lines, said) => {
  for (const language of LANGUAGES)
    expect(FACES[game].words[language].brief?.(lines), language).toEqual(said[language]);
});
