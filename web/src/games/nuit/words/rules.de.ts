// The rules in German, in our own words.
import type { RuleChapter } from "../../game";

// prettier-ignore
const rules: RuleChapter[] = [
  {
    title: "Das Material",
    rules: [
      { number: "N1.1", text: "Drei bis fünf Spieler haben je eine Kneipe mit zehn Feldern: sieben innen und drei auf der Terrasse. Die Mitte des Raums (innen 4) ist das einzige Innenfeld ohne Wand." },
      { number: "N1.2", text: "38 Einrichtungsplättchen: 9 Terrassentische mit 3 Plätzen, 9 Tische mit 2, 4 Tanzflächen mit 4, 8 Theken mit 2 sowie 4 Kicker und 4 Billardtische für je eine Gruppe von 1 bis 4 Gästen." },
      { number: "N1.3", text: "63 Gäste: 21 gelbe bringen 10 Mark, 21 rote 20, 21 blaue 30." },
      { number: "N1.4", text: "21 Gästekarten: Jede bringt 2 bis 4 Gäste, die eine bestimmte Einrichtung wollen." },
      { number: "N1.5", text: "36 Aktionskarten. Zu jeder Einrichtung sagen drei Karten, wo Gäste aufstehen, und drei, wohin sie gehen; je eine davon lässt sie gehen, ohne zu zahlen." },
      { number: "N1.6", text: "6 Kassierkarten mit 30, 40, 50, 50, 60 und 70 Mark Trinkgeld." },
    ],
  },
  {
    title: "Vor dem Abend",
    rules: [
      { number: "N2.1", text: "Alles wird gemischt. Zwei Plättchen, drei Gästekarten und drei Aktionskarten liegen offen neben ihren Stapeln." },
      { number: "N2.2", text: "Niemand hat Geld. Alle bekommen drei Plättchen, die jeder sieht, und zwei geheime Aktionskarten." },
      { number: "N2.3", text: "Die Wirte stellen ihre drei Plättchen einzeln auf, der Reihe nach und in der gezogenen Reihenfolge.", isRuling: true },
      { number: "N2.5", text: "Was aus einer Auslage genommen wird, wird sofort vom Stapel ersetzt; ist er leer, bleibt der Platz leer." },
    ],
  },
  {
    title: "Einrichtung",
    rules: [
      { number: "N3.1", text: "Terrassentische kommen auf die Terrasse, alles andere nach innen; ein Plättchen je Feld, für das ganze Spiel." },
      { number: "N3.2", text: "Eine Theke beginnt an einer Wand: in der Mitte des Raums nur neben einem anderen Thekenplättchen. Höchstens drei hängen zusammen." },
      { number: "N3.2a", text: "Eine Kneipe darf mehrere Theken haben; ein Plättchen darf zwei verbinden, wenn es danach höchstens drei sind.", isRuling: true },
      { number: "N3.3", text: "Sonst gibt es keine Grenze: Alle vier Billardtische in einer Kneipe sind erlaubt." },
    ],
  },
  {
    title: "Erste Aktion",
    rules: [
      { number: "N4", text: "Ein Zug beginnt mit einer von drei Aktionen: einrichten, Gäste begrüßen oder kassieren." },
      { number: "N4.1", text: "Einrichten: eines der beiden offenen Plättchen nehmen und aufstellen." },
      { number: "N4.2", text: "Gäste begrüßen: eine offene Gästekarte nehmen und ihre Gäste setzen; nur wenn alle auf ihrer Einrichtung in der eigenen Kneipe Platz finden." },
      { number: "N4.2a", text: "Benutzte Gästekarten kommen nicht zurück.", isRuling: true },
      { number: "N4.3", text: "Kassieren: eine Kassierkarte aufdecken. Alle bekommen den Wert aller Gäste in ihrer Kneipe, du dazu das Trinkgeld. Nur wenn du und mindestens ein anderer einen Gast habt. Die Gäste bleiben." },
      { number: "N4.4", text: "Wer nichts davon kann, passt; die zweite Aktion folgt trotzdem.", isRuling: true },
    ],
  },
  {
    title: "Zweite Aktion: Gäste bewegen",
    rules: [
      { number: "N5.1", text: "Sobald in allen Kneipen zusammen 10 Gäste sitzen, hat jeder Zug, auch dieser, eine zweite Aktion." },
      { number: "N5.1a", text: "Das bleibt bis zum Ende so, auch bei weniger Gästen. Gäste zählen, wenn ihre ganze Gruppe sitzt.", isRuling: true },
      { number: "N5.2", text: "Spiele eine deiner beiden Karten und nenne das Plättchen, das leer wird, in irgendeiner Kneipe, auch in deiner. Alle Gäste dort stehen auf. Die einen Karten bestimmen, welche Einrichtung sie verlassen, und du sagst, was sie suchen; die anderen bestimmen, was sie suchen. Beides ist immer verschieden." },
      { number: "N5.2a", text: "Es darf auch eine Einrichtung genannt werden, die niemand hat.", isRuling: true },
      { number: "N5.3", text: "Sie bleiben zusammen und suchen eine Kneipe, in der alle auf diese Einrichtung passen: zuerst in derselben Kneipe, dann im Uhrzeigersinn. Die erste passende nimmt sie auf. Gibt es keine, gehen sie nach Hause, aus dem Spiel." },
      { number: "N5.4", text: "Verlassen sie die Kneipe, bekommt der Wirt sofort ihren Wert; nicht, wenn der Schein auf der Karte durchgestrichen ist. Innerhalb der Kneipe zahlt niemand." },
      { number: "N5.5", text: "Eine Karte, die keinen Gast betrifft, wird ohne Wirkung abgelegt. Betrifft sie Gäste, muss sie ausgeführt werden." },
      { number: "N5.5a", text: "Welche der eigenen Karten man spielt, ist frei.", isRuling: true },
      { number: "N5.6", text: "Danach nimmt man eine neue Karte aus der Auslage oder vom Stapel. Eine Karte aus der Auslage bleibt allen bekannt, auch ihr Platz auf der Hand. Gibt es keine mehr, bleibt der Platz leer.", isRuling: true },
    ],
  },
  {
    title: "Hinsetzen",
    rules: [
      { number: "N6.1", text: "Gäste setzen sich einzeln, gelbe, dann rote, dann blaue, jeder auf einen freien Platz der Einrichtung. Beim Kicker und Billard nimmt die ganze Gruppe einen leeren Tisch; nie teilen sich zwei Gruppen einen." },
      { number: "N6.2", text: "Der Wirt der Kneipe entscheidet, wer wo sitzt, auch im Zug eines anderen.", isRuling: true },
    ],
  },
  {
    title: "Feierabend",
    rules: [
      { number: "N7.1", text: "Der Abend endet sofort, wenn die sechste Kassierkarte ausgezahlt ist." },
      { number: "N7.2", text: "Er endet auch, wenn die letzte der 36 Aktionskarten gespielt ist und ihre Gäste sitzen: Dann kassieren alle noch einmal, ohne Trinkgeld." },
      { number: "N7.3", text: "Wer am meisten hat, ist König der Nacht." },
      { number: "N7.3a", text: "Bei Gleichstand teilt man sich den Sieg. Die Hände werden nicht aufgedeckt.", isRuling: true },
      { number: "N7.4", text: "Passen alle Wirte nacheinander, ohne eine Karte zu spielen, endet der Abend wie nach der letzten Aktionskarte.", isRuling: true },
    ],
  },
  {
    title: "Varianten",
    rules: [{ number: "N8", text: "Neue Aktionskarten kommen auf Wunsch nur vom Stapel, und keine liegt offen. Und das Bewegen der Gäste kann bei einer anderen Zahl als 10 beginnen." }],
  },
];

export default rules;
