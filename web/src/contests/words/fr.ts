// Les mots des donnes du jour et des défis.
import { de, typeset } from "../../words/french";
import type en from "./en";

const fr: typeof en = typeset<typeof en>({
  dailyOn: (day) => `La donne du ${day}`,
  by: (name) => (name ? `Le défi ${de(name)}` : "Un défi"),
  players: (count) => `${count} joueurs.`,
  seat: (seat) => `Vous avez la place ${seat}.`,
  seats: "Votre place change d’une donne à l’autre.",
  against: (level) => `Vos adversaires sont des joueurs de la maison, au niveau « ${level} ».`,
  deals: (count) => (count === 1 ? "Une donne" : `${count} donnes`),
  deal: (number) => `Donne ${number}`,
  sameForAll: "Tout le monde joue la même donne, à la même place, contre les mêmes adversaires.",
  once: "Votre première partie compte. Il n’y a pas de conseil, aucun coup ne s’annule, et abandonner, c’est perdre. Ensuite, vous pouvez rejouer la donne pour vous entraîner.",
  play: "Jouer",
  goOn: "Continuer",
  again: "La rejouer pour s’entraîner",
  begunBy: (count) =>
    count === 0
      ? "Personne n’a encore fini cette donne."
      : count === 1
        ? "Une personne a fini cette donne."
        : `${count} personnes ont fini cette donne.`,
  invite: "Inviter des amis",
  inviteText: "Ceux qui ouvrent ce lien jouent les mêmes donnes, quand ils veulent.",
  result: "Votre résultat",
  won: (by) => (by ? `Vous avez gagné de ${by}.` : "Vous avez gagné."),
  lost: (by) => (by ? `Vous avez perdu de ${by}.` : "Vous avez perdu."),
  shared: "Vous avez gagné à égalité.",
  gaveUp: "Vous avez abandonné : c’est une partie perdue.",
  house: (done, total) =>
    done < total
      ? `Ce que la maison fait de cette donne : ${done} parties sur ${total} pour l’instant`
      : `Ce que la maison fait de cette donne : ${total} parties`,
  houseText: (total) =>
    `La maison a joué ${total} fois à votre place, de son mieux (niveau Roi) et chaque fois à neuf. Chaque point est une de ces parties, du moins bon résultat au meilleur.`,
  axis: { lost: "perdu", won: "gagné", you: "vous" },
  rank: (worse, equal, better) =>
    `La maison a fait moins bien que vous ${worse} fois, aussi bien ${equal} fois, mieux ${better} fois.`,
  waitingHouse: "La maison va jouer à votre place.",
  alone: "Personne d’autre n’a encore fini cette donne.",
  percentile: (percent, others) =>
    others === 1
      ? `Vous avez fait mieux que ${percent} des autres : une personne pour l’instant.`
      : `Vous avez fait mieux que ${percent} des ${others} autres.`,
  duel: {
    better: "Vous avez fait mieux que le seul autre joueur.",
    equal: "Vous avez fait aussi bien que le seul autre joueur.",
    worse: "Le seul autre joueur a fait mieux.",
  },
  everybody: "Les résultats de tous",
  nobody: "quelqu’un",
  you: "vous",
  place: "Rang",
  name: "Nom",
  outcome: "Résultat",
  outcomes: { won: "gagné", lost: "perdu", shared: "gagné à égalité" },
  gaveUpShort: "abandon",
  total: "Total",
  wins: "Victoires",
  ahead: "Avance",
  showName: "Montrer mon nom dans cette liste",
  showNameText: "Sinon, seul votre résultat y figure.",
  sameConnection: "même connexion",
  sameConnectionText:
    "Un autre résultat de cette liste est arrivé par la même connexion. C’est peut-être deux fois la même personne, ou des gens qui partagent un foyer, une école ou un bureau.",
  showAll: (count) => `Les montrer tous (${count})`,
  compare: (name) => `Comparer avec ${name}`,
  compareShort: "Comparer",
  parting: "Là où la maison joue autrement",
  partingText: (ply) => `Action ${ply}. Jusque-là, vous aviez fait ce que la maison fait le plus souvent.`,
  youDid: "Vous :",
  houseDid: (count, of) =>
    of === 1 ? "La maison, la seule fois où elle en était là :" : `La maison, ${count} fois sur ${of} :`,
  houseGot: (share, lead) => `elle gagne alors ${share} du temps${lead && `, en moyenne ${lead}`}`,
  noParting: "Du début à la fin, vous avez fait ce que la maison fait le plus souvent.",
  noPartingYet: "Pour l’instant, vous avez toujours fait ce que la maison fait le plus souvent.",
  openThere: "Voir dans la partie",
  lookBack: "Votre partie",
  lookBackText:
    "La maison peut reprendre votre partie et dire ce que la pioche vous a apporté, et quelle décision vous a coûté le plus.",
  ask: "Reprendre ma partie",
  evenGame: "Par rapport à une partie égale",
  luck: "Chance à la pioche",
  withoutLuck: "Sans cette chance",
  points: "En points de pourcentage de victoire.",
  costliest: "Votre décision la plus chère",
  noCost: "Aucune de vos décisions n’a coûté quoi que ce soit.",
  openReview: "Voir toute l’analyse",
  compareTitle: "Côte à côte",
  yourGame: "Votre partie",
  gameOf: (name) => `La partie ${de(name)}`,
  toResults: "Retour aux résultats",
  same: "Jusqu’ici, les deux parties sont les mêmes.",
  partHere: "Ici, les parties se séparent.",
  apart: "Les parties se sont séparées.",
  wholeSame: "Les deux parties sont les mêmes jusqu’à la fin.",
  jump: "Là où elles se séparent",
  isOver: "La partie est finie.",
  sums: "Toutes les donnes ensemble",
  houseMean: "La maison en moyenne",
  share: "Partager",
  shareText: "Copier le texte",
  sharePicture: "Enregistrer l’image",
  sharePictureAlt: "Carte avec votre résultat",
  cardRank: (better, of) => `Mieux que ${better} parties de la maison sur ${of}`,
  cardPercentile: (percent, others) =>
    others === 1 ? `Mieux que ${percent} des autres (1)` : `Mieux que ${percent} de ${others} joueurs`,
  yesterday: "La veille",
  tomorrow: "Le lendemain",
  today: "Aujourd’hui",
  dailyText: "Chaque jour, une nouvelle donne de chaque jeu, la même pour tout le monde.",
  nextAt: (time) => `Les prochaines arrivent à ${time}, heure de chez vous.`,
  isPast: "Cette donne est d’un autre jour. Vous pouvez encore la jouer et voir ce qu’ont fait les autres.",
  streak: "Jours d’affilée",
  seeResults: "Voir les résultats",
  challenge: {
    title: (game) => `${game} : la même donne entre amis`,
    text: "Préparez un défi et envoyez le lien. Chacun joue les mêmes donnes contre la maison, de son côté et quand il veut. Vous voyez ensuite qui a fait le mieux.",
    players: "Joueurs à la table",
    level: "La maison joue comme",
    deals: "Combien de donnes",
    make: "Lancer le défi",
    needsServer: "Un défi a besoin d’un serveur où se retrouvent les résultats de tous.",
  },
});

export default fr;
