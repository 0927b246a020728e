// French, with the terms of the rulebook.
import { de, typeset } from "../../../words/french";
import { either } from "../../phrases";
import { readRules } from "../../rules";
import { VALUES, type Colour, type Kind } from "../pieces";
import type { Lexicon } from "./en";
import type { KindWords } from "./parts";
import rules from "./rules.fr.md?raw";

const names: Record<Colour, [string, string]> = {
  yellow: ["jaune", "jaunes"],
  red: ["rouge", "rouges"],
  blue: ["bleu", "bleus"],
};
const marks = (amount: number) =>
  `${new Intl.NumberFormat("fr").format(amount)} mark${amount > 1 ? "s" : ""}`;

const kinds: Record<Kind, KindWords> = {
  terrace: {
    name: "table en terrasse",
    label: "table en terrasse",
    the: "la table en terrasse",
    one: "une table en terrasse",
    from: "de la terrasse",
    to: "en terrasse",
    at: "en terrasse",
  },
  table: {
    name: "table intérieure",
    label: "table inté\u00adrieure",
    the: "la table intérieure",
    one: "une table intérieure",
    from: "d’une table",
    to: "aux tables",
    at: "aux tables",
  },
  dance: {
    name: "piste de danse",
    label: "piste de danse",
    the: "la piste de danse",
    one: "une piste de danse",
    from: "de la piste de danse",
    to: "sur la piste de danse",
    at: "sur la piste de danse",
  },
  bar: {
    name: "comptoir",
    label: "comptoir",
    the: "le comptoir",
    one: "un comptoir",
    from: "du comptoir",
    to: "au comptoir",
    at: "au comptoir",
  },
  foosball: {
    name: "baby-foot",
    label: "baby-foot",
    the: "le baby-foot",
    one: "un baby-foot",
    from: "du baby-foot",
    to: "au baby-foot",
    at: "au baby-foot",
  },
  billiards: {
    name: "billard",
    label: "billard",
    the: "le billard",
    one: "un billard",
    from: "du billard",
    to: "au billard",
    at: "au billard",
  },
};
/** What guests get up from: any of the tables, and the terrace as a whole. */
const left: Record<Kind, string> = {
  terrace: "la terrasse",
  table: "une table",
  dance: kinds.dance.the,
  bar: kinds.bar.the,
  foosball: kinds.foosball.the,
  billiards: kinds.billiards.the,
};

function listGuests(guests: Colour[]): string {
  const [first] = guests;
  if (guests.length === 1 && first) return `un client ${names[first][0]}`;
  const counted = (Object.keys(names) as Colour[]).map((colour) => {
    const count = guests.filter((each) => each === colour).length;
    return count ? `${count} ${names[colour][count > 1 ? 1 : 0]}` : "";
  });
  return `${guests.length} clients (${counted.filter(Boolean).join(", ")})`;
}

const leave = ({ guests, kind }: { guests: Colour[]; kind: Kind }): string =>
  guests.length === 1 ? `Le client quitte ${left[kind]}` : `${guests.length} clients quittent ${left[kind]}`;

const lexicon: Lexicon = {
  rules: readRules(rules),
  options: {
    action_draw: {
      label: "Nouvelles cartes d’action",
      text: "Après avoir déplacé des clients, on prend une nouvelle carte d’action.",
      values: {
        open: "parmi les cartes visibles ou dans la pioche",
        stack: "dans la pioche seulement, aucune n’est visible",
      },
    },
    threshold: {
      label: "On déplace des clients à partir de",
      text: "Dès que les pubs comptent ensemble autant de clients, chaque tour comporte une seconde action : déplacer des clients.",
    },
  },
  score: marks,
  kinds,
  pubs: [
    { name: "le Charlys Pub", at: "au Charlys Pub", to: "au Charlys Pub" },
    { name: "la Schwarze Sau", at: "à la Schwarze Sau", to: "à la Schwarze Sau" },
    { name: "Mama Nostra", at: "chez Mama Nostra", to: "chez Mama Nostra" },
    { name: "les Hungrige Herzen", at: "aux Hungrige Herzen", to: "aux Hungrige Herzen" },
    { name: "le Café Lebensart", at: "au Café Lebensart", to: "au Café Lebensart" },
  ],
  guests: listGuests,
  present: listGuests,
  space: (space) => (space.startsWith("t") ? `terrasse ${space.slice(1)}` : `intérieur ${space.slice(1)}`),
  card: (card, kind) =>
    `Ils ${card.type === "from" ? `quittent ${left[card.furniture as Kind]}` : `vont ${kind.to}`} ${card.paying ? "et paient" : "sans payer"}`,
  semicolon: " ;",
  prompt: (prompt) => {
    switch (prompt.what) {
      case "put":
        return `Où placer ${kinds[prompt.tile].the} ?${prompt.left ? ` (encore ${prompt.left})` : ""}`;
      case "first": {
        const ways = {
          equip: "équipez votre pub",
          host: "accueillez des clients",
          cash: prompt.isLast ? "encaissez, et c’est fini" : "encaissez",
          pass: "",
        };
        if (prompt.ways.includes("pass")) return "Rien n’est possible cette fois : passez.";
        return `À vous : ${either(
          "fr",
          prompt.ways.map((way) => ways[way]),
        )}.`;
      }
      case "equip":
        return `Où placer ${kinds[prompt.tile].the} ?`;
      case "seat": {
        const { at } = kinds[prompt.kind];
        const visit = prompt.isVisit ? "Chez vous : " : "";
        const all = prompt.left === 1 ? "les deux" : `les ${prompt.left + 1}`;
        const guest = `le client ${names[prompt.colour][0]} (${VALUES[prompt.colour]})`;
        if (prompt.isOnly && prompt.left) return `${visit}${all} s’installent ${at}, sans autre choix.`;
        if (prompt.isOnly) return `${visit}${guest} s’installe ${at}.`;
        if (!prompt.left) return `${visit}choisissez ${at} la place du ${guest.slice(3)}.`;
        return `${visit}touchez-les pour installer ${all}, ou placez le ${names[prompt.colour][0]} (${VALUES[prompt.colour]}).`;
      }
      case "group": {
        const { name } = kinds[prompt.kind];
        const { length } = prompt.guests;
        const visit = prompt.isVisit ? "Chez vous : " : "";
        if (prompt.isOnly)
          return `${visit}un seul ${name} est libre ; ${length === 1 ? "le client y joue" : "ils y jouent"}.`;
        return `${visit}choisissez un ${name} pour ${length === 1 ? "le client" : `les ${length} clients`}.`;
      }
      case "card":
        if (prompt.isInVain)
          return prompt.cards > 1
            ? "Aucune de vos cartes ne déplace quelqu’un : défaussez-en une."
            : "Votre carte ne déplace personne : défaussez-la.";
        return prompt.cards > 1
          ? "Déplacez des clients : touchez une carte, ou les clients qui doivent partir."
          : "Déplacez des clients : touchez les clients qui doivent partir.";
      case "which":
        return `${leave(prompt)}. Avec laquelle de vos cartes ?`;
      case "from": {
        const kind = prompt.card.furniture as Kind;
        const pay = prompt.card.paying ? "Ils paient s’ils quittent le pub." : "Ils ne paient pas.";
        return `${prompt.card.type === "from" ? `Qui quitte ${left[kind]}` : `Qui va ${kinds[kind].to}`} ? ${pay}`;
      }
      case "to":
        return `${leave(prompt)}. Que ${prompt.guests.length === 1 ? "cherche-t-il" : "cherchent-ils"} ?`;
      case "take":
        return prompt.isStackOnly
          ? "Prenez votre nouvelle carte dans la pioche."
          : "Prenez une carte visible, ou la première de la pioche.";
      default:
        return "On ferme !";
    }
  },
  action: {
    put: (kind, space) => `placer ${kind.one} (${space})`,
    host: (count, kind, worth) => `accueillir ${count} clients ${kind.at} (${worth})`,
    cash: (amount) => `encaisser : ${amount} de vos clients, et un pourboire`,
    pass: "Passer",
    card: (card) => `jouer « ${card} »`,
    from: (guests, kind, pub) => `faire partir ${guests} ${kind.from}, ${pub.at}`,
    to: (kind) => `les envoyer ${kind.to}`,
    seat: (guests, kind, spaces) => `installer ${guests} ${kind.at} (${spaces})`,
    seatAll: (guests, kind) => `installer ${guests} ${kind.at}, comme indiqué`,
    inVain: (card) => `défausser « ${card} » : aucun client n’est concerné`,
    take: (card) => `prendre « ${card} »`,
    stack: "prendre la première carte de la pioche",
  },
  walk: {
    stays: (count) =>
      count === 1
        ? "1 client reste dans le pub, personne ne paie"
        : `${count} clients restent dans le pub, personne ne paie`,
    goes: (count, pub) => (count === 1 ? `1 client va ${pub.to}` : `${count} clients vont ${pub.to}`),
    goHome: (count) => (count === 1 ? "1 client rentre chez lui" : `${count} clients rentrent chez eux`),
    paid: (amount, pub) => `${amount} pour ${pub.name}`,
    unpaid: "personne ne paie",
  },
  logLines: {
    put: ({ who, kind, space }) => `${who} commence avec ${kind.one} (${space}).`,
    equip: ({ who, kind, space }) => `${who} équipe son pub : ${kind.one} (${space}).`,
    host: ({ who, kind, guests }) => `${who} accueille ${guests} ${kind.at}.`,
    cash: ({ who, amount }) => `${who} encaisse, avec ${amount} de pourboire.`,
    collect: ({ who, amount, money }) => `${who} : ${amount} des clients, ${money} en caisse.`,
    pass: ({ who }) => `${who} passe.`,
    second_action: () => "Il y a foule : désormais, on déplace aussi des clients à chaque tour.",
    card: ({ who, card }) => `${who} joue « ${card} ».`,
    no_effect: () => "Aucun client n’est concerné : elle est défaussée.",
    from: ({ who, pub, owner, kind, guests }) =>
      `${who} fait partir ${guests} ${kind.from}, ${pub.at} (${owner}).`,
    to: ({ kind }) => `On cherche ${kind.one}.`,
    paid: ({ who, amount, money }) => `L’addition est réglée : ${who} reçoit ${amount} (caisse : ${money}).`,
    find_room: ({ pub, owner, kind, isOne }) =>
      `${isOne ? "Il trouve" : "Ils trouvent"} de la place ${kind.at}, ${pub.at} (${owner}).`,
    go_home: ({ isOne }) =>
      isOne
        ? "Pas de place nulle part : il rentre chez lui."
        : "Pas assez de place nulle part : ils rentrent chez eux.",
    seat: ({ who, guests, kind, space }) => `${who} installe ${guests} ${kind.at} (${space}).`,
    take: ({ who, card }) => `${who} prend la carte visible « ${card} ».`,
    take_stack: ({ who }) => `${who} pioche une carte.`,
    last_collect: () => "On ferme : chacun encaisse une dernière fois.",
    wins: ({ who, money }) => `${who} règne sur la nuit avec ${money}.`,
  },
  hint: {
    leadText: "votre avance sur le meilleur des autres dans quelques tours, en marks",
    unit: (amount) => (Math.abs(amount) < 2 ? "mark" : "marks"),
    moved: (count, from, to) =>
      `${count === 1 ? "1 client" : `${count} clients`} : ${from} → ${to === from ? "d’autres places" : (to ?? "à la maison")}`,
    // The number says where the table is.
    placed: ({ name }, number) => `${name.replace(/ (intérieure|en terrasse)$/, "")} en ${number}`,
    hosted: (count, at, worth) => `${count} clients ${at} (${worth})`,
    reasons: {
      wins: () => "La nuit se termine, et vous êtes en tête.",
      earns: ({ amount }) => `Les prochains tours vous rapportent ${amount} de plus.`,
      costs: ({ who, amount }) => `Les prochains tours rapportent ${amount} de moins à ${who}.`,
      worth: ({ amount }) => `Bientôt, vos clients paient ${amount} de plus à chaque encaissement.`,
      denies: ({ who, amount }) =>
        `Bientôt, les clients ${de(who)} paient ${amount} de moins par encaissement.`,
      room: ({ count }) =>
        `Dans quelques tours, vous aurez ${count} ${count === 1 ? "place libre" : "places libres"} de plus.`,
    },
  },
  board: {
    tiles: "Équipement",
    guestCards: "Clients",
    actionCards: "Actions",
    cash: "Encaisser",
    stack: (count) => `${count} dans la pioche`,
    hand: "Vos cartes",
    handOf: (name) => `${name} : main`,
    unknownCard: "carte cachée",
    knownToAll: "tout le monde connaît cette carte",
    secret: "personne d’autre ne connaît cette carte",
    worthText: (amount) => `Les clients paient ${amount} au prochain encaissement`,
    money: "caisse",
    lookFor: "Que cherchent-ils ?",
    played: "Jouée",
    full: "pas de place",
    slips: "partis sans payer",
    goHome: "à la maison",
    stays: "même pub",
    seat: (kind, guests, free) =>
      `${kind}${guests ? `, ${guests}` : ""}${free ? `, ${free} place${free > 1 ? "s" : ""} libre${free > 1 ? "s" : ""}` : ""}`,
    freeSpace: "emplacement libre",
    tonight: "Ce soir",
    untilMoving: (guests, threshold) =>
      `${guests} client${guests > 1 ? "s" : ""} sur ${threshold} ; ensuite, on en déplace aussi à chaque tour`,
    moving:
      "À chaque tour, on déplace aussi des clients ; ceux qui quittent un pub continuent dans le sens des aiguilles d’une montre",
    cashLeft: (count) =>
      count === 1 ? "Dernier encaissement : il termine la nuit" : `${count} encaissements avant la fermeture`,
    closed: "C’est la fermeture",
    cardsLeft: (count) =>
      count < 2 ? `${count} carte d’action encore à jouer` : `${count} cartes d’action encore à jouer`,
    home: (count) =>
      count < 2
        ? `${count || "Aucun"} client ${count ? "" : "n’"}est rentré chez lui`
        : `${count} clients sont rentrés chez eux`,
    idle: (turns, of) => `${turns} tour${turns > 1 ? "s" : ""} à vide de suite ; ${of} terminent la nuit`,
    unseen: "Cartes encore cachées",
    unseenText: "Dans les pioches ; les cartes d’action aussi dans la main des autres.",
    unseenTips: "Pourboires",
    none: "rien",
    open: (pub) => `Agrandir ${pub}`,
    since: {
      gone: (count, worth) => `vous perdez ${count === 1 ? "1 client" : `${count} clients`} valant ${worth}`,
      come: (count, worth) => `vous gagnez ${count === 1 ? "1 client" : `${count} clients`} valant ${worth}`,
      paid: (amount) => `${amount} dans votre caisse`,
      sets: (tiles) => `place ${tiles}`,
      hosts: (count) => (count === 1 ? "accueille 1 client" : `accueille ${count} clients`),
      collects: "encaisse",
      moves: (count, pub) =>
        `envoie ${count === 1 ? "1 client" : `${count} clients`} ${pub?.to ?? "à la maison"}`,
      passes: "passe",
    },
    account: {
      endedBy: {
        cash: "Le sixième encaissement a terminé la nuit.",
        cards: "La dernière carte d’action a terminé la nuit ; chacun a encaissé une dernière fois.",
        idle: "Plus personne ne pouvait rien faire ; chacun a encaissé une dernière fois.",
      },
      collected: (times) => (times === 1 ? "Encaissé une fois" : `Encaissé ${times} fois`),
      tips: "Pourboires",
      leaving: "Des clients qui sont partis",
      last: (guests) => `Dernier encaissement : ${guests}`,
      earlier: "Gagné auparavant",
      total: "Dans la caisse",
    },
  },
};

export default typeset(lexicon);
