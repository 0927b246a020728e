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
      aim: "Amenez Lilli ou Charly à votre entrée, et c’est gagné. Une carte Lilli l’avance d’une case.",
      court: "Lilli reste toujours entre ses gardes. Deux cartes Lilli ensemble : tous trois avancent.",
      end_turn: "On ne joue qu’une couleur par tour. Terminez : vous repiochez jusqu’à huit cartes.",
      guard: "Les cartes grises font marcher les gardes : ramenez dans votre moitié celui qui traîne.",
      charly: "Lilli et ses gardes sont tous dans votre moitié : Charly vous suit d’une case. Terminez.",
      lola: "Les cartes rouges font courir Lola. Faites-la venir de 5 cases vers vous.",
      between: "Encore 3 cases, et elle passera devant Lilli : cela servira au prochain tour.",
      go: "Terminez : Charly avance encore. Hans, lui, peut attirer une figure à sa case.",
      joker:
        "Hans a charmé un garde. Mais Lola est entre Lilli et vous : vos cartes rouges sont des jokers !",
      entrance: "Chaque figure à votre entrée tire Charly d’une case de plus. Terminez.",
      end: "Vous savez tout. Charly a fait la moitié du chemin : à vous de finir !",
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
      aim: "Bring Lilli or Charly to your entrance and you win. A Lilli card moves her one square.",
      court: "Lilli always stays between her guards. Two Lilli cards together move all three.",
      end_turn: "A turn is played in one colour only. End it: you draw back up to eight cards.",
      guard: "Grey cards move the guards. Bring the one who lags behind onto your half.",
      charly: "Lilli and both guards are on your half now: Charly comes one square closer. End the turn.",
      lola: "Red cards send Lola running. Bring her five squares towards you.",
      between: "Three more and she is ahead of Lilli: that will help next turn.",
      go: "End the turn: Charly moves on. But Hans can charm a figure onto his square.",
      joker: "Hans has charmed a guard. But Lola is between Lilli and you: red cards are jokers now!",
      entrance: "Every figure on your entrance pulls Charly one square further. End the turn.",
      end: "Now you know it all. Charly is nearly half way to your door: over to you!",
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
      aim: "Bring Lilli oder Charly zu deinem Eingang, dann gewinnst du. Eine Lilli-Karte: ein Feld.",
      court: "Lilli bleibt immer zwischen den Leibwächtern. Zwei Lilli-Karten bewegen alle drei.",
      end_turn: "In einem Zug spielst du nur eine Farbe. Beende ihn: Du ziehst auf acht Karten nach.",
      guard: "Graue Karten bewegen die Leibwächter. Hol den Nachzügler in deine Hälfte.",
      charly: "Lilli und beide Leibwächter sind in deiner Hälfte: Charly rückt ein Feld nach. Zug beenden.",
      lola: "Rote Karten lassen Lola laufen. Hol sie fünf Felder zu dir heran.",
      between: "Noch drei Felder, dann ist sie an Lilli vorbei: Das hilft dir im nächsten Zug.",
      go: "Beende den Zug: Charly rückt weiter. Hans aber kann eine Figur zu sich bezirzen.",
      joker: "Hans hat einen Leibwächter bezirzt. Doch Lola steht vor Lilli: Rote Karten sind jetzt Joker!",
      entrance: "Jede Figur in deinem Eingang zieht Charly ein Feld weiter. Beende den Zug.",
      end: "Jetzt kannst du alles. Charly hat fast den halben Weg geschafft: Du bist dran!",
    },
  },
};
export default LESSON;
