// What the people of the street say of themselves, and what else there is to ask; names and cards are in the words of the board.
import { typeset } from "../../../words/french";
import type { Language } from "../../../words/language.svelte";
import type { InAnyLanguage } from "../../phrases";

const en = {
  people: {
    lilli:
      "The queen of the night: whoever has her on their entrance wins at once. She always stays between her two guards.",
    w: "A guard never passes Lilli. On your entrance he draws Charly one square at the end of your turn.",
    e: "A guard never passes Lilli. On your entrance he draws Charly one square at the end of your turn.",
    hans: "Instead of cards, he can charm Lilli or a guard onto his square. On your entrance he draws Charly one square at the end of your turn.",
    lola: "Between Lilli and your end of the street, she makes your red cards jokers. On your entrance she draws Charly one square at the end of your turn.",
    charly:
      "Whoever has him on their entrance wins at once. No card moves him: he follows those who stand on an entrance.",
  },
  /** How many cards of a kind the viewer has not seen. */
  unseen: (count: number) =>
    count === 0
      ? "You have seen all the others."
      : count === 1
        ? "One more is still unseen."
        : `${count} more are still unseen.`,
  colours: {
    green: "Can be played with other green cards.",
    grey: "Can be played with other grey cards.",
    yellow: "Can be played with other yellow cards.",
    red: "Can be played with other red cards.",
  },
  /** Why a card cannot be played now. */
  idle: {
    green: "In this turn you play green cards.",
    grey: "In this turn you play grey cards.",
    yellow: "In this turn you play yellow cards.",
    red: "In this turn you play red cards.",
    swap: "In this turn you swap cards.",
    whole: "It cannot be carried out in full now.",
  },
  stack:
    "After your turn you draw up to eight cards. When it is empty for the first time, the discards become the second stack; the second time, the game is over.",
  discards: "The cards that were played or swapped, for all to see. They become the second stack.",
  streetName: "The street",
  street:
    "17 squares. The two at each end are the entrance of a club; the manhole on square 9 is the middle.",
  club: (isOwn: boolean) =>
    isOwn
      ? "Your club. Bring Lilli or Charly to its entrance, and you win."
      : "The other club. If Lilli or Charly comes to its entrance, you lose.",
  pullName: "How far Charly goes",
  pull: "At the end of the turn Charly goes one square for each guard, for Hans and for Lola on the entrance, and one more if Lilli and both guards are on this half.",
};

const words: Record<Language, InAnyLanguage<typeof en>> = {
  fr: typeset({
    people: {
      lilli:
        "La reine de la nuit : amenez-la à votre entrée, et vous gagnez aussitôt. Elle reste toujours entre ses deux gardes.",
      w: "Un garde ne dépasse jamais Lilli. À votre entrée, il attire Charly d’une case à la fin de votre tour.",
      e: "Un garde ne dépasse jamais Lilli. À votre entrée, il attire Charly d’une case à la fin de votre tour.",
      hans: "Au lieu de jouer des cartes, il peut attirer Lilli ou un garde sur sa case. À votre entrée, il attire Charly d’une case à la fin de votre tour.",
      lola: "Entre Lilli et votre bout de la rue, elle fait de vos cartes rouges des jokers. À votre entrée, elle attire Charly d’une case à la fin de votre tour.",
      charly:
        "Amenez-le à votre entrée, et vous gagnez aussitôt. Aucune carte ne le déplace : il suit ceux qui se tiennent à une entrée.",
    },
    unseen: (count) =>
      count === 0
        ? "Vous avez vu toutes les autres."
        : count === 1
          ? "Il en reste une que vous n’avez pas vue."
          : `Il en reste ${count} que vous n’avez pas vues.`,
    colours: {
      green: "Se joue avec d’autres cartes vertes.",
      grey: "Se joue avec d’autres cartes grises.",
      yellow: "Se joue avec d’autres cartes jaunes.",
      red: "Se joue avec d’autres cartes rouges.",
    },
    idle: {
      green: "À ce tour, vous jouez des cartes vertes.",
      grey: "À ce tour, vous jouez des cartes grises.",
      yellow: "À ce tour, vous jouez des cartes jaunes.",
      red: "À ce tour, vous jouez des cartes rouges.",
      swap: "À ce tour, vous échangez des cartes.",
      whole: "Elle ne peut pas être jouée en entier pour le moment.",
    },
    stack:
      "Après votre tour, vous complétez votre main à huit. La première fois qu’elle est vide, la défausse devient la seconde pioche ; la seconde fois, la partie est finie.",
    discards: "Les cartes jouées et échangées, visibles de tous. Elles forment la seconde pioche.",
    streetName: "La rue",
    street:
      "17 cases. À chaque bout, deux cases forment l’entrée d’une boîte ; la plaque d’égout de la case 9 est le milieu.",
    club: (isOwn) =>
      isOwn
        ? "Votre boîte. Amenez Lilli ou Charly à son entrée, et vous gagnez."
        : "La boîte d’en face. Si Lilli ou Charly arrive à son entrée, vous perdez.",
    pullName: "Ce que Charly avance",
    pull: "À la fin du tour, Charly avance d’une case par garde, pour Hans et pour Lola à l’entrée, et d’une de plus si Lilli et ses deux gardes sont dans cette moitié.",
  }),
  en,
  de: {
    people: {
      lilli:
        "Die Königin der Nacht: Wer sie in seinem Eingang hat, gewinnt sofort. Sie bleibt immer zwischen ihren beiden Leibwächtern.",
      w: "Ein Leibwächter geht nie an Lilli vorbei. In deinem Eingang zieht er Charly am Ende deines Zuges ein Feld heran.",
      e: "Ein Leibwächter geht nie an Lilli vorbei. In deinem Eingang zieht er Charly am Ende deines Zuges ein Feld heran.",
      hans: "Statt Karten zu spielen, kannst du ihn Lilli oder einen Leibwächter bezirzen lassen: Wer bezirzt wird, kommt auf sein Feld. In deinem Eingang zieht er Charly am Ende deines Zuges ein Feld heran.",
      lola: "Zwischen Lilli und deinem Ende der Straße macht sie deine roten Karten zu Jokern. In deinem Eingang zieht sie Charly am Ende deines Zuges ein Feld heran.",
      charly:
        "Wer ihn in seinem Eingang hat, gewinnt sofort. Keine Karte bewegt ihn: Er folgt denen, die in einem Eingang stehen.",
    },
    unseen: (count) =>
      count === 0
        ? "Alle anderen hast du gesehen."
        : count === 1
          ? "Noch eine, die du nicht gesehen hast."
          : `Noch ${count}, die du nicht gesehen hast.`,
    colours: {
      green: "Lässt sich mit anderen grünen Karten spielen.",
      grey: "Lässt sich mit anderen grauen Karten spielen.",
      yellow: "Lässt sich mit anderen gelben Karten spielen.",
      red: "Lässt sich mit anderen roten Karten spielen.",
    },
    idle: {
      green: "In diesem Zug spielst du grüne Karten.",
      grey: "In diesem Zug spielst du graue Karten.",
      yellow: "In diesem Zug spielst du gelbe Karten.",
      red: "In diesem Zug spielst du rote Karten.",
      swap: "In diesem Zug tauschst du Karten.",
      whole: "Sie lässt sich gerade nicht ganz ausführen.",
    },
    stack:
      "Nach deinem Zug ziehst du auf acht Karten nach. Ist er zum ersten Mal leer, wird die Ablage zum zweiten Stapel; beim zweiten Mal ist die Partie zu Ende.",
    discards: "Was gespielt oder getauscht wurde, für alle sichtbar. Daraus wird der zweite Stapel.",
    streetName: "Die Straße",
    street:
      "17 Felder. Die zwei an jedem Ende sind der Eingang eines Clubs; der Gully auf Feld 9 ist die Mitte.",
    club: (isOwn) =>
      isOwn
        ? "Dein Club. Bring Lilli oder Charly zu seinem Eingang, und du gewinnst."
        : "Der andere Club. Kommt Lilli oder Charly zu seinem Eingang, verlierst du.",
    pullName: "Wie weit Charly geht",
    pull: "Am Ende des Zuges geht Charly ein Feld für jeden Leibwächter, für Hans und für Lola im Eingang und eins mehr, wenn Lilli und beide Leibwächter in dieser Hälfte sind.",
  },
};
export default words;
