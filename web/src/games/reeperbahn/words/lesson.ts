// The aim of the game in one line and in three, and what is said in the first lesson, by the keys of its steps.
import { typeset } from "../../../words/french";
import type { LessonWords } from "../../game";
import type { Language } from "../../../words/language.svelte";

const LESSON: Record<Language, LessonWords> = {
  fr: typeset({
    aim: "Amenez Brilli-Lilli ou Champagne Charly à l’entrée de votre boîte : c’est gagné.",
    gist: [
      "Amenez Lilli ou Charly à votre entrée, à votre bout de la rue, et vous gagnez aussitôt.",
      "À votre tour, jouez des cartes d’une seule couleur ou échangez-en, puis complétez votre main à huit ; ou bien laissez Hans attirer quelqu’un.",
      "À la fin de votre tour, Charly suit ceux qui se tiennent à votre entrée. Quand la seconde pioche est épuisée, celui qui a Lilli dans sa moitié gagne.",
    ],
    steps: {
      aim: "Amenez Lilli ou Charly à votre entrée, et c’est gagné. Une carte fait venir un personnage vers vous, jamais l’inverse. Carte Lilli : une case.",
      court: "Lilli reste toujours entre ses gardes. Deux cartes Lilli ensemble : tous trois avancent.",
      end_turn:
        "On ne joue qu’une couleur par tour. On peut aussi échanger des cartes au lieu d’en jouer. Terminez : vous piochez jusqu’à huit cartes.",
      guard: "Les cartes grises font marcher les gardes : ramenez dans votre moitié celui qui traîne.",
      charly:
        "Lilli et ses deux gardes sont dans votre moitié : à la fin du tour, Charly avance d’une case vers vous. Terminez.",
      lola: "Les cartes rouges font courir Lola. Faites-la venir de 5 cases vers vous.",
      between: "Encore 3 cases, et elle passera devant Lilli : cela servira au prochain tour.",
      go: "Terminez : Charly avance encore. Au lieu de jouer des cartes, on peut laisser Hans attirer Lilli ou un garde sur sa case. Regardez.",
      joker:
        "Hans a charmé un garde ; après cela, on ne pioche pas. Mais Lola est entre Lilli et vous : vos cartes rouges sont des jokers ! Celle-ci déplace le garde.",
      entrance: "Chaque personnage à votre entrée fait avancer Charly d’une case de plus. Terminez.",
      end: "Vous savez tout. Si personne n’arrive au but, celui qui a Lilli dans sa moitié gagne quand la seconde pioche est épuisée. À vous de jouer !",
    },
  }),
  en: {
    aim: "Bring Brilli-Lilli or Champagne Charly to the entrance of your club, and you win.",
    gist: [
      "Bring Lilli or Charly to your entrance at your end of the street, and you win at once.",
      "On your turn, play cards of one colour or swap some, and draw back up to eight; or let Hans charm somebody.",
      "At the end of your turn Charly follows those who stand on your entrance. When the second stack is gone, whoever has Lilli on their half wins.",
    ],
    steps: {
      aim: "Bring Lilli or Charly to your entrance and you win. Cards move people towards you, never away. A Lilli card: one square.",
      court: "Lilli always stays between her guards. Two Lilli cards together move all three.",
      end_turn:
        "A turn is played in one colour only. Instead of playing cards you may swap some. End the turn: you draw back up to eight cards.",
      guard: "Grey cards move the guards. Bring the one who lags behind onto your half.",
      charly:
        "Lilli and both guards are on your half: when the turn ends, Charly comes one square closer. End it.",
      lola: "Red cards send Lola running. Bring her five squares towards you.",
      between: "Three more and she is ahead of Lilli: that will help next turn.",
      go: "End the turn: Charly moves on. Instead of playing cards, one may let Hans charm Lilli or a guard onto his square. Watch.",
      joker:
        "Hans has charmed a guard; nobody draws after that. But Lola is between Lilli and you: your red cards are jokers now! This one moves the guard.",
      entrance: "Everybody on your entrance pulls Charly one more square your way. End the turn.",
      end: "Now you know it all. If nobody gets there, whoever has Lilli on their half wins when the second stack is gone. Over to you!",
    },
  },
  de: {
    aim: "Bring Brilli-Lilli oder Champagner-Charly in den Eingang deines Clubs, und du gewinnst.",
    gist: [
      "Bring Lilli oder Charly zu deinem Eingang an deinem Ende der Straße, und du gewinnst sofort.",
      "In deinem Zug spielst du Karten einer Farbe oder tauschst welche und ziehst auf acht nach; oder Hans bezirzt jemanden.",
      "Am Ende deines Zuges folgt Charly denen, die in deinem Eingang stehen. Ist der zweite Stapel leer, gewinnt, wer Lilli in seiner Hälfte hat.",
    ],
    steps: {
      aim: "Bring Lilli oder Charly zu deinem Eingang, dann gewinnst du. Karten holen Figuren zu dir her, nie von dir weg. Eine Lilli-Karte: ein Feld.",
      court: "Lilli bleibt immer zwischen den Leibwächtern. Zwei Lilli-Karten zusammen bewegen alle drei.",
      end_turn:
        "In einem Zug spielst du nur eine Farbe. Statt zu spielen, darfst du auch Karten tauschen. Beende ihn: Du ziehst auf acht Karten nach.",
      guard: "Graue Karten bewegen die Leibwächter. Hol den Nachzügler in deine Hälfte.",
      charly:
        "Lilli und beide Leibwächter sind in deiner Hälfte: Am Ende des Zuges kommt Charly ein Feld näher. Beende ihn.",
      lola: "Rote Karten lassen Lola laufen. Hol sie fünf Felder zu dir heran.",
      between: "Noch drei Felder, dann ist sie an Lilli vorbei: Das hilft dir im nächsten Zug.",
      go: "Beende den Zug: Charly rückt weiter. Statt Karten zu spielen, kannst du auch bezirzen: Hans lockt Lilli oder einen Leibwächter auf sein Feld. Sieh zu.",
      joker:
        "Hans hat einen Leibwächter bezirzt; danach wird nicht gezogen. Doch Lola steht zwischen Lilli und dir: Rote Karten sind jetzt Joker! Diese holt den Leibwächter.",
      entrance: "Jede Figur in deinem Eingang zieht Charly ein Feld zu dir. Beende den Zug.",
      end: "Jetzt kannst du alles. Kommt niemand ans Ziel, gewinnt, wer Lilli in seiner Hälfte hat, wenn der zweite Stapel leer ist. Du bist dran!",
    },
  },
};
export default LESSON;
