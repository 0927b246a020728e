// Die Wörter der Erinnerungen.
import type en from "./en";

const de: typeof en = {
  title: "Erinnerungen",
  text: "Wenn andere auf deinen Zug warten und du nicht am Tisch bist, sagt dir das Haus Bescheid. Einmal pro Zug.",
  here: "In diesem Browser erinnern",
  refused: "Dein Browser lässt nicht zu, dass diese Seite dir Nachrichten schickt.",
  mail: "E-Mail-Adresse",
  ntfy: "ntfy-Thema",
  webhook: "Name für die Nachrichten dieses Hauses",
  add: "Hinzufügen",
  sent: "Ein Link ist unterwegs. Sonst wird nichts geschickt, bevor du ihm gefolgt bist.",
  kinds: { push: "Browser", mail: "E-Mail", ntfy: "ntfy", webhook: "Nachrichten dieses Hauses" },
  isThis: "dieser Browser",
  unconfirmed: "wartet darauf, dass du dem Link folgst",
  test: "Jetzt eine schicken",
  testNamed: (label: string) => `Jetzt eine schicken: ${label}`,
  tested: "Sie ist unterwegs.",
  remove: "Entfernen",
  removeNamed: (label: string) => `Entfernen: ${label}`,
  every: "Wie oft",
  everys: { 0: "bei jedem Zug", 4: "höchstens alle vier Stunden", 24: "höchstens einmal am Tag" },
  quiet: "Ruhezeit",
  quietText: "Was in die Ruhezeit fällt, kommt danach, wenn du dann noch am Zug bist.",
  from: "von",
  to: "bis",
  stop: "Alle Erinnerungen beenden",
  offer: "Auch bei geschlossener Seite an deinen Zug erinnert werden",
  calendar: "Frist in meinen Kalender",
  calendarText: "Ein Kalender, der diese Adresse abonniert, folgt deinen Zügen. Behalte sie für dich.",
  calendarAddress: "Adresse des Kalenders",
  calendarOnce: "Nur diese Frist hinzufügen",
  confirm: {
    title: "Erinnerungen hierher?",
    text: "Jemand möchte hier Erinnerungen an die eigenen Züge im Estaminet bekommen. Bist du das?",
    yes: "Ja, hier erinnern",
    done: "Fertig. Du wirst hier erinnert.",
  },
  end: {
    title: "Keine Erinnerungen mehr?",
    text: "Dorthin, wo du diesen Link gefunden hast, wird nichts mehr geschickt.",
    yes: "Diese Erinnerungen beenden",
    done: "Fertig. Dort wirst du nicht mehr erinnert.",
  },
  badLink: "Dieser Link gilt nicht mehr.",
};

export default de;
