// Die Regeln in eigenen Worten, mit den Nummern des Hauses.
import type { RuleChapter } from "../../game";

const rules: RuleChapter[] = [
  {
    title: "Worum es geht",
    rules: [
      {
        number: "P1.1",
        text: "Der Marktplatz hat fünf Reihen und sechs Gassen. Die Gassen heißen von links nach rechts a bis f, die Reihen vom Schloss her 1 bis 5; c4 ist das Feld, auf dem sich Gasse c und Reihe 4 kreuzen.",
      },
      {
        number: "P1.2",
        text: "Es gibt 22 Plättchen. Zwölf Käufer, je zwei von jedem Wert: Knecht und Magd +1, Bauer und Bäuerin +2, Bürger und Bürgerin +3, Ritter und Edelfrau +4, Bischof und Äbtissin +5, König und Königin +6. Sechs Gauner: Bettler −1, Scharlatan −2, Dieb −3, Falschspieler −4, Prediger −5, Steuereintreiber −6. Dazu ein doppelter Geldbeutel, zwei Feuer und ein Fluch.",
      },
      {
        number: "P1.3",
        text: "Die beiden Feuer sind gleich: Welches wo liegt, spielt keine Rolle.",
        isRuling: true,
      },
      {
        number: "P1.4",
        text: "Jeder hat Stände in einer Farbe: drei vom Rang II, zwei vom Rang III, einen vom Rang IIII, und vom Rang I zu zweit vier, zu dritt drei, zu viert zwei.",
      },
    ],
  },
  {
    title: "Vor einer Runde",
    rules: [
      {
        number: "P2.1",
        text: "Jeder beginnt mit 50 Hellern. Die Bank hat immer genug, und man darf auch Schulden haben.",
      },
      {
        number: "P2.2",
        text: "Alle Plättchen werden gemischt. Jeder bekommt ein geheimes, das nur er selbst sieht; die übrigen bilden den verdeckten Stapel.",
      },
      {
        number: "P2.3",
        text: "Wer die erste Runde beginnt, wird ausgelost. Später beginnt, wer am reichsten ist.",
      },
      {
        number: "P2.3b",
        text: "Sind mehrere gleich reich, beginnt von ihnen der nächste im Uhrzeigersinn nach dem, der zuletzt begonnen hat; dieser kommt als Letzter in Frage.",
        isRuling: true,
      },
      {
        number: "P2.5",
        text: "Für alle sichtbar sind der Platz, die Stände auf jeder Hand, alles Geld, die Höhe des Stapels und wer noch ein geheimes Plättchen hat.",
      },
      {
        number: "P2.5b",
        text: "Geheime Plättchen, die nicht gespielt wurden, bleiben geheim, auch wenn das Spiel vorbei ist.",
        isRuling: true,
      },
      {
        number: "P2.5c",
        text: "Die Abrechnung der letzten Runde bleibt während der nächsten zu sehen.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Dein Zug",
    rules: [
      {
        number: "P3.1",
        text: "Tu eins von drei Dingen. Erstens: Stell einen deiner Stände auf ein freies Feld.",
      },
      {
        number: "P3.2",
        text: "Zweitens: Zieh das oberste Plättchen vom Stapel. Alle sehen es; dann legst du es auf ein freies Feld. Wer gezogen hat, kann nicht mehr zurück.",
      },
      { number: "P3.3", text: "Drittens: Leg dein geheimes Plättchen auf ein freies Feld." },
      {
        number: "P3.4",
        text: "Das geheime Plättchen darfst du behalten, solange du etwas anderes tun kannst; bleibt sonst nichts, musst du es spielen. Gepasst wird nur, wenn keins der drei Dinge möglich ist.",
      },
      {
        number: "P3.5",
        text: "Ein Stand vom Rang II, III oder IIII wird nur einmal im ganzen Spiel benutzt. Rang I kommt in jeder Runde zurück.",
      },
    ],
  },
  {
    title: "Die Abrechnung",
    rules: [
      {
        number: "P4.1",
        text: "Die Runde ist vorbei, sobald der Platz voll ist oder niemand mehr etwas tun kann. Felder, die leer bleiben, zählen nichts und trennen nichts.",
      },
      {
        number: "P4.2",
        text: "Jede Reihe und jede Gasse wird für sich abgerechnet. Ein Feuer teilt seine Reihe und seine Gasse in Stücke, die nichts miteinander zu tun haben.",
      },
      {
        number: "P4.3",
        text: "Eine Linie oder ein Stück davon ist so viel wert wie ihre Käufer zusammen, weniger ihre Gauner. Liegt der Fluch darin, zählen die Käufer nichts. Liegt der doppelte Geldbeutel darin, zählt das Ergebnis doppelt, im Guten wie im Schlechten.",
      },
      {
        number: "P4.4",
        text: "Du bekommst diesen Wert mal die Summe der Ränge deiner Stände darin. So wird jeder Stand zweimal bezahlt: einmal in seiner Reihe, einmal in seiner Gasse.",
      },
      {
        number: "P4.5",
        text: "Alle Linien werden zusammengezählt. Ist die Summe negativ, zahlst du an die Bank.",
      },
    ],
  },
  {
    title: "Das Ende",
    rules: [
      { number: "P5.1", text: "Wer nach der letzten Runde am meisten Geld hat, gewinnt." },
      { number: "P5.1b", text: "Wer gleich viel hat, teilt sich den Sieg.", isRuling: true },
      {
        number: "P5.2",
        text: "Zwischen den Runden wird der Platz geräumt, die Stände vom Rang I kommen zurück, und alle Plättchen werden neu gemischt, auch die geheimen.",
      },
    ],
  },
  {
    title: "Varianten",
    rules: [
      { number: "P6.1", text: "Mehr oder weniger Runden: eine bis neun." },
      {
        number: "P6.2",
        text: "Nach einer Runde kommen alle Stände zurück oder gar keine. Kommt keiner zurück, kann eine Runde mit leeren Feldern enden.",
      },
      {
        number: "P6.3",
        text: "Das Spiel endet mit der Runde, in der jemand keinen Stand mehr auf der Hand hat; die Zahl der Runden ist dann nur die Grenze.",
      },
      { number: "P6.4", text: "Alle Varianten lassen sich verbinden." },
      {
        number: "P6.5",
        text: "Offene Plättchen: Niemand hat ein geheimes, und der ganze Stapel liegt in seiner Reihenfolge aufgedeckt da; gezogen wird nur das oberste.",
        isRuling: true,
      },
      {
        number: "P6.5b",
        text: "Was von einem offenen Stapel übrig ist, bleibt nach dem Ende des Spiels zu sehen.",
        isRuling: true,
      },
      {
        number: "P6.6",
        text: "Der Zauberer, ein 23. Plättchen: Jeder Stand direkt über, unter, links oder rechts von ihm zählt einen Rang höher, in seiner Reihe und in seiner Gasse.",
      },
      {
        number: "P6.6b",
        text: "Der Zauberer wirkt auf das nächste Feld in jeder Richtung, was auch immer dort steht; ein Feuer kann nicht dazwischen liegen.",
        isRuling: true,
      },
      { number: "P6.7", text: "Ein anderes Startgeld: 0 bis 500 Heller." },
    ],
  },
  {
    title: "Ein Beispiel",
    rules: [
      {
        number: "P7",
        text: "In einer Reihe liegen eine Bürgerin (+3) und der Steuereintreiber (−6): Sie ist −3 wert. Wer darin Stände vom Rang IIII und I hat, zahlt 5 mal 3, also 15 Heller. Eine Gasse mit der Edelfrau (+4), dem Dieb (−3), dem Fluch und dem doppelten Geldbeutel ist −6 wert: Die Edelfrau zählt nichts, der Dieb doppelt.",
      },
    ],
  },
];

export default rules;
