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
      "Les clients qui quittent un pub paient son patron, sauf si la carte dit « sans payer ». La nuit finit avec la sixième carte d’encaissement ou la dernière carte d’action.",
    ],
    steps: {
      terrace:
        "Voici votre pub : à la fermeture, le patron le plus riche gagne. Vous commencez avec trois tuiles. Une table en terrasse a trois places et reste dehors : mettez-la en T1.",
      second:
        "Encore une table en terrasse. Tout le reste va à l’intérieur : tables à deux places, pistes de danse à quatre, comptoirs, et baby-foot et billards, pour un seul groupe de quatre au plus.",
      bar: "Un comptoir a deux places et part d’un mur. Ensuite, chaque tour commence par une action, une seule : équiper votre pub, accueillir des clients ou encaisser.",
      host: "Accueillez des clients : cette carte en amène trois, qui veulent une terrasse. On ne prend une carte que si tous ses clients trouvent une place dans son pub.",
      seat: "Installez-les un par un. Un jaune vaut 10 marks, un rouge 20, un bleu 30. Répartissez-les : une carte qui fait partir des clients vide une table entière.",
      cash: "Encaissez ! Chaque patron touche la valeur de ses clients, et vous un pourboire en plus. Les clients restent. Il faut qu’au moins un autre pub ait des clients.",
      equip:
        "On peut aussi équiper son pub avec l’une des deux tuiles visibles. Prenez le billard et mettez-le en 5 : il accueille tout un groupe.",
      card: "Dès dix clients en ville, chaque tour a une seconde partie : une carte qui en déplace. Touchez votre carte « Ils vont au billard », puis les quatre danseurs du voisin.",
      take: "Un groupe reste ensemble et prend le premier pub où il y a place, sinon il rentre. Le pub quitté est payé, sauf si le billet de la carte est barré. Reprenez une carte.",
      end: "Vous savez tout. La nuit finit au sixième encaissement, ou à la dernière carte d’action : chacun encaisse alors encore une fois. Le patron le plus riche gagne.",
    },
  }),
  en: {
    aim: "Fill your pub, collect, and lure the others’ guests away: the richest owner wins.",
    gist: [
      "Guests are money: a yellow one spends 10 marks, a red one 20, a blue one 30. The richest owner wins.",
      "On your turn, furnish your pub, welcome guests or collect; later in the night you also move guests with a card.",
      "Guests who leave a pub pay its owner, unless the card says “without paying”. The night ends with the sixth cash card or the last action card.",
    ],
    steps: {
      terrace:
        "This is your pub; at closing time, the richest owner wins. You begin with three tiles. A terrace table seats three and stays outside: put it on T1.",
      second:
        "Another terrace table. All the rest goes inside: tables for two, dance floors for four, bars, and foosball and billiard tables, each for a single group of up to four.",
      bar: "A bar seats two and starts at a wall. From now on each turn begins with one action, and only one: furnish your pub, welcome guests or collect.",
      host: "Welcome some guests: this card brings three who want to sit on a terrace. You may take a card only if all its guests find seats in your pub.",
      seat: "Seat them one by one. Yellow is worth 10 marks, red 20, blue 30. Spread them out: a card that makes guests leave empties a whole table.",
      cash: "Collect! Every owner is paid the value of their guests, and you get a tip on top. The guests stay. It takes at least one other pub with guests.",
      equip:
        "You can also furnish your pub with one of the two open tiles. Take the billiard table and put it on 5: it seats a whole group.",
      card: "With ten guests in town, every turn has a second part: a card that moves guests. Touch your card “To billiards”, then your neighbour’s four dancers.",
      take: "A group stays together and takes the first pub with room for it, or goes home. The pub it left is paid, unless the note on the card is crossed out. Take a new card.",
      end: "Now you know it all. The night ends with the sixth collection, or with the last action card: then everybody collects once more. The richest owner wins.",
    },
  },
  de: {
    aim: "Füll deine Kneipe, kassiere und lock den anderen die Gäste weg: Wer am reichsten ist, gewinnt.",
    gist: [
      "Gäste sind Geld: Ein gelber gibt 10 Mark aus, ein roter 20, ein blauer 30. Der reichste Wirt gewinnt.",
      "In deinem Zug richtest du deine Kneipe ein, begrüßt Gäste oder kassierst; später in der Nacht bewegst du auch Gäste mit einer Karte.",
      "Gäste, die eine Kneipe verlassen, bezahlen ihren Wirt, außer die Karte sagt „ohne Bezahlen“. Die Nacht endet mit der sechsten Kassierkarte oder der letzten Aktionskarte.",
    ],
    steps: {
      terrace:
        "Das ist deine Kneipe; bei Feierabend gewinnt der reichste Wirt. Du beginnst mit drei Plättchen. Ein Terrassentisch hat drei Plätze und bleibt draußen: Stell ihn auf T1.",
      second:
        "Noch ein Terrassentisch. Alles andere kommt nach drinnen: Tische für zwei, Tanzflächen für vier, Theken sowie Kicker und Billardtische, jeweils für eine einzige Gruppe bis vier.",
      bar: "Eine Theke hat zwei Plätze und beginnt an einer Wand. Danach beginnt jeder Zug mit einer Aktion, und nur einer: einrichten, Gäste begrüßen oder kassieren.",
      host: "Begrüße Gäste: Diese Karte bringt drei, die auf die Terrasse wollen. Eine Karte darfst du nur nehmen, wenn alle ihre Gäste in deiner Kneipe Platz finden.",
      seat: "Setze sie einzeln. Gelb ist 10 Mark wert, Rot 20, Blau 30. Verteile sie gut: Wer mit einer Karte Gäste weglockt, leert immer einen ganzen Tisch.",
      cash: "Kassiere! Alle Wirte bekommen den Wert ihrer Gäste, und du dazu ein Trinkgeld. Die Gäste bleiben. Mindestens eine andere Kneipe muss Gäste haben.",
      equip:
        "Du kannst deine Kneipe auch mit einem der beiden offenen Plättchen einrichten. Nimm den Billardtisch und stell ihn auf die 5: Er fasst eine ganze Gruppe.",
      card: "Ab zehn Gästen in der Stadt hat jeder Zug einen zweiten Teil: eine Karte, die Gäste bewegt. Tippe deine Karte „Zum Billard“ an, dann die vier Tänzer von nebenan.",
      take: "Eine Gruppe bleibt zusammen und geht in die erste Kneipe mit Platz, sonst nach Hause. Die alte Kneipe wird bezahlt, außer der Schein ist durchgestrichen. Nimm eine neue Karte.",
      end: "Jetzt kannst du alles. Feierabend ist beim sechsten Kassieren oder nach der letzten Aktionskarte: Dann kassieren alle noch einmal. Der reichste Wirt gewinnt.",
    },
  },
};
export default LESSON;
