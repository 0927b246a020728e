// Die Wörter der Partien des Tages und der Herausforderungen.
import type en from "./en";

const de: typeof en = {
  dailyOn: (day) => `Partie des Tages, ${day}`,
  by: (name) => (name ? `Herausforderung von ${name}` : "Eine Herausforderung"),
  players: (count) => `${count} Spieler.`,
  seat: (seat) => `Du hast Platz ${seat}.`,
  seats: "Dein Platz wechselt von Partie zu Partie.",
  against: (level) => `Deine Gegner sind Computerspieler der Spielstärke „${level}“.`,
  deals: (count) => (count === 1 ? "Eine Partie" : `${count} Partien`),
  deal: (number) => `Partie ${number}`,
  sameForAll: "Alle spielen dieselbe Partie: gleiche Verteilung, gleicher Platz, gleiche Gegner.",
  once: "Dein erstes Spiel zählt. Es gibt keine Tipps, kein Zug wird zurückgenommen, und wer aufgibt, hat verloren. Danach kannst du die Partie zur Übung noch einmal spielen.",
  play: "Spielen",
  goOn: "Weiterspielen",
  again: "Zur Übung noch einmal spielen",
  begunBy: (count) =>
    count === 0
      ? "Noch niemand hat diese Partie beendet."
      : count === 1
        ? "Eine Person hat diese Partie beendet."
        : `${count} Personen haben diese Partie beendet.`,
  invite: "Freunde einladen",
  inviteText: "Wer diesen Link öffnet, spielt dieselben Partien, wann es gerade passt.",
  result: "Dein Ergebnis",
  won: (by) => (by ? `Du hast mit ${by} Vorsprung gewonnen.` : "Du hast gewonnen."),
  lost: (by) => (by ? `Du hast verloren: Dir fehlten ${by}.` : "Du hast verloren."),
  shared: "Du hast gemeinsam gewonnen.",
  gaveUp: "Du hast aufgegeben: Das zählt als verloren.",
  house: (done, total) =>
    done < total
      ? `So spielt das Haus diese Partie: bisher ${done} von ${total} Spielen`
      : `So spielt das Haus diese Partie: ${total} Spiele`,
  houseText: (total) =>
    `Das Haus hat ${total}-mal auf deinem Platz gespielt, so gut es kann (König) und jedes Mal neu überlegt. Jeder Punkt ist eines dieser Spiele, vom schlechtesten Ergebnis bis zum besten.`,
  axis: { lost: "verloren", won: "gewonnen", you: "du" },
  rank: (worse, equal, better) =>
    `Das Haus war ${worse}-mal schlechter als du, ${equal}-mal genauso gut, ${better}-mal besser.`,
  waitingHouse: "Das Haus spielt gleich auf deinem Platz.",
  alone: "Außer dir hat noch niemand diese Partie beendet.",
  percentile: (percent, others) =>
    others === 1
      ? `Du warst besser als ${percent} der anderen: bisher eine Person.`
      : `Du warst besser als ${percent} der ${others} anderen.`,
  duel: {
    better: "Du warst besser als die einzige andere Person.",
    equal: "Du warst genauso gut wie die einzige andere Person.",
    worse: "Die einzige andere Person war besser.",
  },
  everybody: "Die Ergebnisse aller",
  nobody: "jemand",
  you: "du",
  place: "Rang",
  name: "Name",
  outcome: "Ergebnis",
  outcomes: { won: "gewonnen", lost: "verloren", shared: "gemeinsam gewonnen" },
  gaveUpShort: "aufgegeben",
  total: "Summe",
  wins: "Siege",
  ahead: "Vorsprung",
  showName: "Meinen Namen in dieser Liste zeigen",
  showNameText: "Sonst steht dort nur dein Ergebnis.",
  sameConnection: "gleiche Verbindung",
  sameConnectionText:
    "Ein anderes Ergebnis dieser Liste kam über dieselbe Verbindung. Vielleicht ist es zweimal dieselbe Person, vielleicht teilen sich Leute eine Wohnung, eine Schule oder ein Büro.",
  showAll: (count) => `Alle ${count} zeigen`,
  compare: (name) => `Mit ${name} vergleichen`,
  compareShort: "Vergleichen",
  parting: "Hier spielt das Haus anders",
  partingText: (ply) => `Aktion ${ply}. Bis dahin hast du getan, was das Haus meistens tut.`,
  youDid: "Du:",
  houseDid: (count, of) =>
    of === 1 ? "Das Haus, als es als einziges Mal hier stand:" : `Das Haus, ${count} von ${of} Malen:`,
  houseGot: (share, lead) => `danach gewann es in ${share} der Fälle${lead && `, im Mittel ${lead}`}`,
  noParting: "Du hast von Anfang bis Ende getan, was das Haus meistens tut.",
  noPartingYet: "Bisher hast du immer getan, was das Haus meistens tut.",
  openThere: "In der Partie ansehen",
  lookBack: "Dein Spiel",
  lookBackText:
    "Das Haus kann dein Spiel durchgehen und sagen, was dir das Ziehen gebracht hat und welche Entscheidung dich am meisten gekostet hat.",
  ask: "Mein Spiel durchgehen",
  evenGame: "Gegenüber einem ausgeglichenen Spiel",
  luck: "Glück beim Ziehen",
  withoutLuck: "Ohne dieses Glück",
  points: "In Prozentpunkten des Sieges.",
  costliest: "Deine teuerste Entscheidung",
  noCost: "Keine deiner Entscheidungen hat nennenswert etwas gekostet.",
  openReview: "Den ganzen Rückblick ansehen",
  compareTitle: "Nebeneinander",
  yourGame: "Dein Spiel",
  gameOf: (name) => `Das Spiel von ${name}`,
  toResults: "Zurück zu den Ergebnissen",
  same: "Bis hierher sind beide Spiele gleich.",
  partHere: "Hier trennen sich die Spiele.",
  apart: "Die Spiele haben sich getrennt.",
  wholeSame: "Beide Spiele sind bis zum Ende gleich.",
  jump: "Zur Trennung",
  isOver: "Das Spiel ist zu Ende.",
  sums: "Alle Partien zusammen",
  houseMean: "Haus im Mittel",
  share: "Teilen",
  shareText: "Text kopieren",
  sharePicture: "Bild speichern",
  sharePictureAlt: "Karte mit deinem Ergebnis",
  cardRank: (better, of) => `Besser als ${better} von ${of} Spielen des Hauses`,
  cardPercentile: (percent, others) =>
    others === 1 ? `Besser als ${percent} der anderen (1)` : `Besser als ${percent} von ${others} Personen`,
  yesterday: "Tag davor",
  tomorrow: "Tag danach",
  today: "Heute",
  dailyText: "Jeden Tag gibt es eine neue Partie von jedem Spiel, für alle dieselbe.",
  nextAt: (time) => `Die nächsten kommen um ${time} Uhr deiner Zeit.`,
  isPast:
    "Diese Partie ist von einem anderen Tag. Du kannst sie noch spielen und sehen, wie es den anderen ging.",
  streak: "Tage in Folge",
  seeResults: "Ergebnisse ansehen",
  challenge: {
    title: (game) => `${game}: dieselbe Partie mit Freunden`,
    text: "Mach eine Herausforderung und schick den Link herum. Alle spielen dieselben Partien gegen das Haus, jeder für sich und wann es gerade passt. Danach seht ihr, wer am besten war.",
    players: "Spieler am Tisch",
    level: "Das Haus spielt wie",
    deals: "Wie viele Partien",
    make: "Herausforderung erstellen",
    needsServer: "Eine Herausforderung braucht einen Server, auf dem die Ergebnisse zusammenkommen.",
  },
};

export default de;
