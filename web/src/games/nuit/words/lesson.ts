// The aim of the game in one line and in three, and what is said in the first lesson, by the keys of its steps.
import { typeset } from "../../../words/french";
import type { LessonWords } from "../../game";
import type { Language } from "../../../words/language.svelte";

const LESSON: Record<Language, LessonWords> = {
  fr: typeset({
    aim: "Remplissez votre pub, encaissez, et attirez les clients des autres : le plus riche gagne.",
    gist: [
      "Les clients, c’est l’argent : un jaune dépense 10 marks, un rouge 20, un bleu 30. Le patron le plus riche gagne.",
      "À votre tour, équipez votre pub, accueillez des clients ou encaissez ; plus tard dans la nuit, vous déplacez aussi des clients avec une carte.",
      "Les clients qui s’en vont paient en sortant. La nuit finit avec la sixième carte d’encaissement ou la dernière carte d’action.",
    ],
    steps: {
      terrace: "Voici votre pub. Trois tuiles pour commencer : la table en terrasse va dehors.",
      table: "Une table de deux places : n’importe où à l’intérieur. Mettez-la dans le coin.",
      bar: "Le comptoir s’adosse à un mur. Plus vous avez de places, plus vous accueillez.",
      host: "Accueillez des clients : cette carte en amène trois, qui veulent une terrasse.",
      seat: "Ils s’installent. Un jaune vaut 10 marks, un rouge 20, un bleu 30 : 60 en tout.",
      cash: "Encaissez ! Chacun est payé pour ses clients, et le pourboire n’est que pour vous.",
      equip: "On se dispute les clients maintenant. Prenez le billard : il accueille tout un groupe.",
      card: "Dès dix clients, on joue aussi une carte par tour. Envoyez les danseurs du voisin à votre billard !",
      take: "Tous les quatre sont chez vous ; le voisin touche ce qu’ils lui devaient. Reprenez une carte.",
      end: "Vous savez tout. La nuit finit au sixième encaissement : à vous de jouer !",
    },
  }),
  en: {
    aim: "Fill your pub, collect, and lure the others’ guests away: the richest owner wins.",
    gist: [
      "Guests are money: a yellow one spends 10 marks, a red one 20, a blue one 30. The richest owner wins.",
      "On your turn, furnish your pub, welcome guests or collect; later in the night you also move guests with a card.",
      "Guests who leave a pub pay on the way out. The night ends with the sixth cash card or the last action card.",
    ],
    steps: {
      terrace: "This is your pub. Three tiles to begin with: the terrace table goes outside.",
      table: "A table for two can go anywhere inside. Put it in the corner.",
      bar: "The bar stands against a wall. The more seats you have, the more guests you can welcome.",
      host: "Welcome some guests: this card brings three who want to sit on a terrace.",
      seat: "They take their seats. Yellow pays 10 marks, red 20, blue 30: 60 in all.",
      cash: "Collect! Everybody is paid for their guests, and the tip is yours alone.",
      equip: "Now the owners fight over guests. Take the billiard table: it seats a whole group.",
      card: "With ten guests out, each turn also plays a card. Send your neighbour’s dancers to your billiards!",
      take: "All four are yours now; your neighbour was paid as they left. Take a new card.",
      end: "Now you know it all. The night ends with the sixth collecting: over to you!",
    },
  },
  de: {
    aim: "Füll deine Kneipe, kassiere und lock den anderen die Gäste weg: Wer am reichsten ist, gewinnt.",
    gist: [
      "Gäste sind Geld: Ein gelber gibt 10 Mark aus, ein roter 20, ein blauer 30. Der reichste Wirt gewinnt.",
      "In deinem Zug richtest du deine Kneipe ein, begrüßt Gäste oder kassierst; später in der Nacht bewegst du auch Gäste mit einer Karte.",
      "Gäste, die eine Kneipe verlassen, zahlen beim Hinausgehen. Die Nacht endet mit der sechsten Kassierkarte oder der letzten Aktionskarte.",
    ],
    steps: {
      terrace: "Das ist deine Kneipe. Drei Plättchen zum Anfang: Der Terrassentisch kommt nach draußen.",
      table: "Ein Tisch für zwei passt überall drinnen hin. Stell ihn in die Ecke.",
      bar: "Die Theke steht an einer Wand. Je mehr Plätze, desto mehr Gäste kannst du begrüßen.",
      host: "Begrüße Gäste: Diese Karte bringt drei, die auf die Terrasse wollen.",
      seat: "Sie setzen sich. Gelb zahlt 10 Mark, Rot 20, Blau 30: zusammen 60.",
      cash: "Kassiere! Alle werden für ihre Gäste bezahlt, das Trinkgeld bekommst nur du.",
      equip: "Jetzt geht es um die Gäste der anderen. Nimm den Billardtisch: Er fasst eine ganze Gruppe.",
      card: "Ab zehn Gästen spielst du auch eine Karte. Schick die Tänzer von nebenan zu deinem Billard!",
      take: "Alle vier sind jetzt bei dir; der Nachbar wurde noch bezahlt. Nimm eine neue Karte.",
      end: "Jetzt kannst du alles. Beim sechsten Kassieren ist Feierabend: Du bist dran!",
    },
  },
};
export default LESSON;
