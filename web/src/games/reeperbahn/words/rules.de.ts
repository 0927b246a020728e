// Die Regeln in eigenen Worten, mit den Nummern des Hauses.
import type { RuleChapter } from "../../game";

const rules: RuleChapter[] = [
  {
    title: "Die Straße",
    rules: [
      {
        number: "R1.1",
        text: "Die Straße hat 17 Felder. 1 und 2 sind der Eingang des Delta, 16 und 17 der des Carré; der Gully auf 9 ist die Mitte. Charly geht am dunklen Bordstein neben denselben Feldern.",
      },
      {
        number: "R1.2",
        text: "Sechs Leute sind unterwegs: Brilli-Lilli, ihre zwei Leibwächter, der blonde Hans, die rote Lola und Champagner-Charly. Jeder Leibwächter heißt nach dem Club, auf dessen Seite von Lilli er steht.",
      },
      {
        number: "R1.3",
        text: "Es gibt 55 Karten. Grün: 12 Lilli. Grau: 4 mit einem Schritt, 10 mit zweien, 2, die beide Leibwächter zu Lilli rufen. Gelb, Hans: 2 mit der 1, 8 mit der 2, 2 mit der 3. Rot, Lola: 1 mit der 1, 3 mit der 2, 5 mit der 3, 3 mit der 4, 1 mit der 5, 2 mit dem Gully.",
      },
    ],
  },
  {
    title: "Vor dem Spiel",
    rules: [
      {
        number: "R2.1",
        text: "Lilli und Charly beginnen auf 9, die Leibwächter auf 7 und 11. Hans und Lola stehen je zwischen Lilli und einem Leibwächter; das Los sagt, auf wessen Seite Hans ist.",
      },
      {
        number: "R2.2",
        text: "Wer Hans auf seiner Seite hat, beginnt. Jeder bekommt acht Karten; der Rest ist der Stapel.",
      },
      {
        number: "R2.2b",
        text: "Die Karten werden einzeln reihum gegeben, zuerst an den, der beginnt.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Dein Zug",
    rules: [
      {
        number: "R3.1",
        text: "Erste Möglichkeit: eine oder mehrere Karten spielen, alle von einer Farbe, eine nach der anderen.",
      },
      {
        number: "R3.2",
        text: "Zweite: Hans jemanden bezirzen lassen. Dritte: tauschen, also beliebig viele Karten ablegen.",
      },
      {
        number: "R3.2b",
        text: "Getauscht wird mindestens eine Karte.",
        isRuling: true,
      },
      {
        number: "R3.3",
        text: "Nach Karten oder einem Tausch ziehst du auf acht nach, nach dem Bezirzen nicht. Dann geht Charly.",
      },
    ],
  },
  {
    title: "Die Karten",
    rules: [
      {
        number: "R4.1",
        text: "Eine Karte bringt ihre Figur auf deinen Club zu, nie davon weg. Nur die Karten, die Leibwächter zu Lilli oder Lola zum Gully rufen, gehen in beide Richtungen.",
      },
      {
        number: "R4.2",
        text: "Eine Karte wird ganz ausgeführt oder gar nicht gespielt. Niemand verlässt die Straße.",
      },
      {
        number: "R4.3",
        text: "Alle gehen aneinander vorbei und teilen sich Felder. Aber Lilli und ihre Leibwächter stehen immer auf drei verschiedenen Feldern, Lilli dazwischen; wie weit auseinander, ist egal.",
      },
      {
        number: "R4.4",
        text: "Eine Lilli-Karte bewegt Lilli ein Feld. Zwei zusammen bewegen sie und beide Leibwächter je ein Feld. Beides geht im selben Zug.",
      },
      {
        number: "R4.5",
        text: "Graue Karten bewegen einen Leibwächter ein Feld, einen zwei Felder, oder beide je ein Feld. Keiner kommt an Lilli vorbei.",
      },
      {
        number: "R4.6",
        text: "Zwei graue Karten rufen beide Leibwächter auf die Felder direkt neben Lilli.",
      },
      {
        number: "R4.6b",
        text: "So eine Karte wird nur gespielt, wenn sie jemanden bewegt.",
        isRuling: true,
      },
      {
        number: "R4.7",
        text: "Gelbe Karten bewegen Hans, rote Lola, um die Zahl auf der Karte. Die rote mit dem Gully stellt Lola in die Mitte.",
      },
      {
        number: "R4.7b",
        text: "Zum Gully wird Lola nur geschickt, wenn sie nicht schon dort steht.",
        isRuling: true,
      },
      {
        number: "R4.8",
        text: "Joker: Solange Lola zwischen Lilli und deinem Ende der Straße steht, darf eine rote Zahlenkarte stattdessen Lilli, Hans oder einen Leibwächter um so viele Felder bewegen.",
      },
      {
        number: "R4.8b",
        text: "Lola darf auf deinem Eingang stehen. Die Bedingung gilt vor jeder Karte neu. Die Gully-Karte ist kein Joker, und zwei Joker nehmen die Leibwächter nicht mit.",
        isRuling: true,
      },
      {
        number: "R4.9",
        text: "Die erste rote Karte eines Zuges sagt, was Rot bedeutet: Lola selbst oder eine andere Farbe. Die weiteren roten folgen ihr, und Karten jener Farbe kommen nicht dazu.",
      },
      {
        number: "R4.9b",
        text: "Rot steht für eine Farbe, nicht für eine Person: Graue Joker dürfen Karte für Karte den einen oder den anderen Leibwächter bewegen.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Hans bezirzt",
    rules: [
      {
        number: "R5.1",
        text: "Statt Karten: Hans zieht Lilli oder einen Leibwächter auf sein Feld, von überall her, von beiden Seiten. Lilli muss zwischen den Leibwächtern bleiben. Nie Lola, die ihn durchschaut, und nie Charly.",
      },
      {
        number: "R5.1b",
        text: "Wer bezirzt wird, muss sich dadurch bewegen.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Der Stapel",
    rules: [
      {
        number: "R6.1",
        text: "Beide dürfen den Stapel jederzeit zählen, und die Ablage liegt offen.",
      },
      {
        number: "R6.1b",
        text: "Der Tisch merkt sich alles für dich: Was auf der anderen Hand sein muss, weil man es auszählen konnte, wird gezeigt.",
        isRuling: true,
      },
      {
        number: "R6.2",
        text: "Ist der Stapel zum ersten Mal leer, wird die Ablage gemischt und zum zweiten Stapel.",
      },
      {
        number: "R6.2b",
        text: "Das geschieht in dem Moment, in dem die letzte Karte gezogen wird. Auch die Karten des laufenden Zuges kommen hinein, und es wird weitergezogen.",
        isRuling: true,
      },
      {
        number: "R6.3",
        text: "Mit der letzten Karte des zweiten Stapels endet das Spiel sofort: Es gewinnt, auf wessen Hälfte Lilli steht; steht sie am Gully, wer Charly hat; steht er auch dort, ist es unentschieden.",
      },
    ],
  },
  {
    title: "Charly",
    rules: [
      {
        number: "R7.1",
        text: "Am Ende deines Zuges kommt Charly ein Feld näher für jeden Leibwächter, für Hans und für Lola auf deinem Eingang, und noch eins, wenn Lilli und beide Leibwächter auf deiner Hälfte sind.",
      },
      {
        number: "R7.2",
        text: "In deinem Zug geht er nie in die andere Richtung.",
      },
    ],
  },
  {
    title: "Das Ende",
    rules: [
      {
        number: "R8.1",
        text: "Das Spiel endet sofort, wenn Lilli oder Charly auf einem Eingang steht, auch mitten im Zug: Wem der Eingang gehört, der gewinnt. Bezirzen kann auch den anderen gewinnen lassen.",
      },
      {
        number: "R8.2",
        text: "Charly bleibt auf dem ersten Eingangsfeld stehen, das er erreicht.",
        isRuling: true,
      },
      {
        number: "R8.3",
        text: "Jedes Spiel endet: Der Stapel wird nur einmal erneuert, und nach dem Bezirzen gibt es kein weiteres, bis eine Karte Hans und den Bezirzten getrennt hat.",
      },
      {
        number: "R8",
        text: "Die Hände bleiben am Ende verdeckt.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Variante",
    rules: [
      {
        number: "R9",
        text: "Royal Visit: Es gibt nur vier Lola-Karten mit der 3, und Charly geht vor dem Nachziehen. So kann er gewinnen, gerade bevor der Stapel das Spiel beendet.",
      },
    ],
  },
  {
    title: "Ein Beispiel",
    rules: [
      {
        number: "R10",
        text: "Wem das Delta gehört, der hat Leibwächter auf 2 und 9, Lilli auf 7, Charly auf 9 und spielt vier Lilli-Karten: zwei zusammen, dann zwei einzelne. Die Leibwächter stehen nun auf 1 und 8, Lilli auf 4. Vier Karten werden gezogen, und Charly kommt zwei Felder näher, auf die 7: eins für den Leibwächter am Eingang, eins für die ganze Gruppe auf der eigenen Hälfte.",
      },
    ],
  },
];

export default rules;
