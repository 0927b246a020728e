// The aim of the game in one line and in three, and what is said in the first lesson, by the keys of its steps.
import { typeset } from "../../../words/french";
import type { LessonWords } from "../../game";
import type { Language } from "../../../words/language.svelte";

const LESSON: Record<Language, LessonWords> = {
  fr: typeset({
    aim: "Dressez vos échoppes là où passent les acheteurs et évitez les brigands : le plus riche gagne.",
    gist: [
      "Vos échoppes gagnent ce que valent leur rang et leur allée, multiplié par leur valeur : les acheteurs rapportent, les brigands coûtent.",
      "À votre tour, une seule chose : poser une échoppe, piocher une tuile et la placer, ou jouer votre tuile secrète.",
      "Quand la place est pleine, chacun est payé. Après la dernière manche, le plus riche gagne.",
    ],
    steps: {
      aim: "Vos échoppes gagnent ce que valent leur rang et leur allée. À chaque tour, une seule action parmi trois. La première : piocher une tuile. Essayez.",
      buyer: "Un roi ! Il apporte 6 à son rang et à son allée. Placez-le au milieu, en c3.",
      stall:
        "Deuxième action : poser une échoppe. Posez-en une dans l’allée du roi : de valeur II, elle y gagne deux fois 6.",
      rogue: "Un prêtre en veut à votre allée : il lui coûte 5. Piochez encore.",
      fire: "L’incendie coupe les lignes en deux. Placez-le entre le roi et le prêtre.",
      secret:
        "Troisième action : jouer votre tuile secrète, que vous êtes seul à voir. Elle double ses lignes : placez-la dans votre allée.",
      four: "Le rang du roi vaut déjà 10 : votre échoppe IIII y rapporte 40. Une échoppe II, III ou IIII ne sert qu’une fois dans toute la partie ; seules les I reviennent à chaque manche.",
      again: "Un voleur se glisse dans le rang : il y reste 7, et donc 28 pour vous. Piochez une tuile.",
      curse: "Le mauvais sort chasse les acheteurs de ses lignes. Jetez-le dans l’allée du voisin.",
      end: "Vous savez tout : une action par tour, jusqu’à ce que la place soit pleine. Alors chaque ligne est comptée, et le plus riche gagne. À vous de jouer !",
    },
  }),
  en: {
    aim: "Put your stalls where the buyers are and the rogues are not: the richest trader wins.",
    gist: [
      "Your stalls earn what their row and their column are worth, times their rank: buyers bring money, rogues cost it.",
      "On your turn, do one thing: put up a stall, draw a tile and place it, or play your secret tile.",
      "When the square is full, everybody is paid. After the last round, the richest wins.",
    ],
    steps: {
      aim: "Your stalls earn what their row and their column are worth. Each turn you do one of three things. The first: draw a tile. Try it.",
      buyer: "A king! He adds 6 to his row and to his column. Place him in the middle, on c3.",
      stall:
        "The second thing you can do: put up a stall. Put one in the king’s column: with rank II it earns 6 there twice over.",
      rogue: "A preacher has it in for your column: he costs it 5. Draw again.",
      fire: "Fire cuts lines in two. Place it between the king and the preacher.",
      secret:
        "The third thing: play your secret tile, which only you can see. It doubles its lines: play it in your column.",
      four: "The king’s row is worth 10 by now: your stall IIII earns 40 there. A stall of rank II, III or IIII is used only once in the whole game; only rank I comes back every round.",
      again: "A thief has slipped into the row: that leaves 7, and so 28 for you. Draw.",
      curse: "The curse drives the buyers from its lines. Cast it on the other trader’s column.",
      end: "Now you know it all: one thing a turn, until the square is full. Then every line is counted, and the richest wins. Over to you!",
    },
  },
  de: {
    aim: "Stell deine Stände zu den Käufern und nicht zu den Gaunern: Wer am Ende am reichsten ist, gewinnt.",
    gist: [
      "Deine Stände verdienen, was ihre Reihe und ihre Gasse wert sind, multipliziert mit ihrem Rang: Käufer bringen Geld, Gauner kosten welches.",
      "In deinem Zug tust du eins von dreien: einen Stand aufstellen, ein Plättchen ziehen und legen oder dein geheimes Plättchen spielen.",
      "Ist der Marktplatz voll, wird abgerechnet. Wer nach der letzten Runde am reichsten ist, gewinnt.",
    ],
    steps: {
      aim: "Deine Stände verdienen, was ihre Reihe und ihre Gasse wert sind. In jedem Zug tust du eins von drei Dingen. Das erste: ein Plättchen ziehen. Versuch es.",
      buyer: "Ein König! Er bringt seiner Reihe und seiner Gasse 6. Leg ihn in die Mitte, auf c3.",
      stall:
        "Das Zweite, was du tun kannst: einen Stand aufstellen. Stell einen in die Gasse des Königs: Mit Rang II verdient er dort zweimal 6.",
      rogue: "Ein Prediger hat es auf deine Gasse abgesehen: Er kostet sie 5. Zieh noch einmal.",
      fire: "Feuer trennt eine Linie in zwei Teile. Leg es zwischen König und Prediger.",
      secret:
        "Das Dritte: dein geheimes Plättchen spielen, das nur du siehst. Es verdoppelt seine Linien: Leg es in deine Gasse.",
      four: "Die Reihe des Königs ist schon 10 wert: Dein Stand IIII bringt dort 40. Jeder Stand vom Rang II, III oder IIII wird im ganzen Spiel nur einmal eingesetzt; nur Rang I kommt in jeder Runde zurück.",
      again: "Ein Dieb hat sich in die Reihe geschlichen: Es bleiben 7, für dich also 28. Zieh.",
      curse: "Der Fluch vertreibt die Käufer aus seinen Linien. Leg ihn in die Gasse des anderen.",
      end: "Jetzt kannst du alles: eins pro Zug, bis der Marktplatz voll ist. Dann wird jede Linie abgerechnet, und wer am reichsten ist, gewinnt. Du bist dran!",
    },
  },
};
export default LESSON;
