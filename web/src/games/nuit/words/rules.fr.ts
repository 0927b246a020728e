// The rules in French, in our own words.
import type { RuleChapter } from "../../game";

// prettier-ignore
const rules: RuleChapter[] = [
  {
    title: "Le matériel",
    rules: [
      { number: "N1.1", text: "Chacun des trois à cinq joueurs possède un pub de dix emplacements : sept à l’intérieur et trois en terrasse. Le milieu de la salle (intérieur 4) est le seul emplacement intérieur qui ne touche aucun mur." },
      { number: "N1.2", text: "38 tuiles d’équipement : 9 tables en terrasse à 3 places, 9 tables intérieures à 2 places, 4 pistes de danse à 4 places, 8 comptoirs à 2 places, et 4 baby-foot et 4 billards, chacun pour un groupe de 1 à 4 clients." },
      { number: "N1.3", text: "63 clients : 21 jaunes valent 10 marks, 21 rouges 20 marks, 21 bleus 30 marks." },
      { number: "N1.4", text: "21 cartes de clients : chacune amène 2 à 4 clients qui demandent un même équipement." },
      { number: "N1.5", text: "36 cartes d’action. Pour chaque équipement, trois cartes disent d’où l’on part et trois où l’on va ; une carte sur trois laisse partir les clients sans payer." },
      { number: "N1.6", text: "6 cartes d’encaissement, avec des pourboires de 30, 40, 50, 50, 60 et 70 marks." },
    ],
  },
  {
    title: "Avant la soirée",
    rules: [
      { number: "N2.1", text: "Tout est mélangé. Deux tuiles, trois cartes de clients et trois cartes d’action sont visibles à côté de leur pioche." },
      { number: "N2.2", text: "Personne n’a d’argent. Chacun reçoit trois tuiles, que tous voient, et deux cartes d’action secrètes." },
      { number: "N2.3", text: "Les patrons placent leurs trois tuiles une à une, dans l’ordre des sièges et dans l’ordre du tirage.", isRuling: true },
      { number: "N2.5", text: "Ce qu’on prend parmi les tuiles et les cartes visibles est aussitôt remplacé depuis la pioche ; si elle est vide, la place reste vide." },
    ],
  },
  {
    title: "L’équipement",
    rules: [
      { number: "N3.1", text: "Les tables en terrasse vont en terrasse, tout le reste à l’intérieur ; une tuile par emplacement, pour toute la partie." },
      { number: "N3.2", text: "Un comptoir part d’un mur : au milieu de la salle, seulement à côté d’un autre comptoir. Au plus trois tuiles de comptoir se suivent." },
      { number: "N3.2a", text: "Un pub peut avoir plusieurs comptoirs, et une tuile peut en relier deux si l’ensemble compte au plus trois tuiles.", isRuling: true },
      { number: "N3.3", text: "Aucune autre limite : les quatre billards dans le même pub, c’est permis." },
    ],
  },
  {
    title: "Première action",
    rules: [
      { number: "N4", text: "Un tour commence par l’une de ces trois actions : équiper, accueillir ou encaisser." },
      { number: "N4.1", text: "Équiper : prendre l’une des deux tuiles visibles et la placer." },
      { number: "N4.2", text: "Accueillir : prendre une carte de clients visible et installer ses clients ; seulement s’ils trouvent tous une place libre de l’équipement demandé dans votre propre pub." },
      { number: "N4.2a", text: "Les cartes de clients utilisées ne reviennent pas.", isRuling: true },
      { number: "N4.3", text: "Encaisser : retourner une carte d’encaissement. Chaque patron reçoit la valeur de tous ses clients, et vous le pourboire en plus. Il faut que vous et au moins un autre ayez un client. Les clients restent." },
      { number: "N4.4", text: "Qui ne peut rien faire de tout cela passe ; la seconde action a lieu quand même.", isRuling: true },
    ],
  },
  {
    title: "Seconde action : déplacer des clients",
    rules: [
      { number: "N5.1", text: "Dès que les pubs comptent ensemble 10 clients, chaque tour, celui-ci compris, comporte une seconde action." },
      { number: "N5.1a", text: "Elle reste jusqu’à la fin, même s’il y a moins de clients ensuite. Un groupe compte dès que tous sont installés.", isRuling: true },
      { number: "N5.2", text: "Jouez l’une de vos deux cartes et désignez la tuile qui se vide, dans n’importe quel pub, même le vôtre. Tous ses clients se lèvent. Certaines cartes fixent l’équipement quitté, et vous annoncez celui qu’ils cherchent ; les autres fixent celui qu’ils cherchent. Les deux diffèrent toujours." },
      { number: "N5.2a", text: "On peut annoncer un équipement que personne n’a.", isRuling: true },
      { number: "N5.3", text: "Ils restent ensemble et cherchent un pub où tous tiennent sur cet équipement : d’abord le même pub, puis dans le sens des aiguilles d’une montre. Le premier qui convient les accueille. Sinon ils rentrent chez eux et quittent la partie." },
      { number: "N5.4", text: "S’ils quittent le pub, son patron touche aussitôt leur valeur, sauf si le billet de la carte est barré. À l’intérieur d’un même pub, personne ne paie." },
      { number: "N5.5", text: "Une carte qui ne concerne aucun client est défaussée sans effet. Si elle en concerne, elle doit être exécutée." },
      { number: "N5.5a", text: "On choisit librement laquelle de ses cartes on joue.", isRuling: true },
      { number: "N5.6", text: "On prend ensuite une nouvelle carte, visible ou de la pioche. Une carte visible qu’on a prise reste connue de tous, avec sa place dans la main. S’il n’y en a plus, la place reste vide.", isRuling: true },
    ],
  },
  {
    title: "S’installer",
    rules: [
      { number: "N6.1", text: "Les clients s’installent un à un, jaunes, puis rouges, puis bleus, chacun sur une place libre de l’équipement. Au baby-foot et au billard, tout le groupe prend une table vide ; deux groupes n’en partagent jamais une." },
      { number: "N6.2", text: "Le patron du pub décide où l’on s’installe, même pendant le tour d’un autre.", isRuling: true },
    ],
  },
  {
    title: "On ferme",
    rules: [
      { number: "N7.1", text: "La nuit se termine aussitôt que la sixième carte d’encaissement est payée." },
      { number: "N7.2", text: "Elle se termine aussi quand la dernière des 36 cartes d’action est jouée et ses clients installés : chacun encaisse encore une fois, sans pourboire." },
      { number: "N7.3", text: "Le plus riche est sacré Roi de la nuit." },
      { number: "N7.3a", text: "À égalité, la victoire est partagée. Les mains ne sont pas dévoilées.", isRuling: true },
      { number: "N7.4", text: "Si tous les patrons passent l’un après l’autre sans jouer de carte, la nuit se termine comme après la dernière carte d’action.", isRuling: true },
    ],
  },
  {
    title: "Variantes",
    rules: [{ number: "N8", text: "Les nouvelles cartes d’action peuvent venir de la pioche seulement, sans cartes visibles. Et l’on peut commencer à déplacer des clients à partir d’un autre nombre que 10." }],
  },
];

export default rules;
