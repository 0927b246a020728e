// Les règles dans nos propres mots, avec les numéros de la maison.
import type { RuleChapter } from "../../game";

const rules: RuleChapter[] = [
  {
    title: "La rue",
    rules: [
      {
        number: "R1.1",
        text: "La rue compte 17 cases. Les cases 1 et 2 sont l’entrée du Delta, 16 et 17 celle du Carré ; la plaque d’égout, en 9, est le milieu. Charly se promène dans l’ombre, le long des mêmes cases.",
      },
      {
        number: "R1.2",
        text: "Six personnes sont de sortie : Brilli-Lilli, ses deux gardes du corps, Hans le Blond, Lola la Rouge et Champagne Charly. Chaque garde porte le nom de la boîte du côté de laquelle il se tient.",
      },
      {
        number: "R1.3",
        text: "Il y a 55 cartes. Vertes : 12 Lilli. Grises : 4 d’un pas, 10 de deux pas, 2 qui rappellent les gardes près de Lilli. Jaunes, Hans : 2 de valeur 1, 8 de valeur 2, 2 de valeur 3. Rouges, Lola : 1 de valeur 1, 3 de valeur 2, 5 de valeur 3, 3 de valeur 4, 1 de valeur 5, 2 avec la plaque d’égout.",
      },
    ],
  },
  {
    title: "Avant la partie",
    rules: [
      {
        number: "R2.1",
        text: "Lilli et Charly commencent en 9, les gardes en 7 et 11. Hans et Lola se tiennent chacun entre Lilli et un garde ; le sort dit de quel côté est Hans.",
      },
      {
        number: "R2.2",
        text: "Qui a Hans de son côté commence. Chacun reçoit huit cartes ; le reste forme la pioche.",
      },
      {
        number: "R2.2b",
        text: "Les cartes sont distribuées une à une, en commençant par qui joue en premier.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Votre tour",
    rules: [
      {
        number: "R3.1",
        text: "Première possibilité : jouer une ou plusieurs cartes, toutes d’une même couleur, l’une après l’autre.",
      },
      {
        number: "R3.2",
        text: "Deuxième : faire jouer le charme de Hans. Troisième : échanger, donc défausser autant de cartes que vous voulez.",
      },
      {
        number: "R3.2b",
        text: "On échange au moins une carte.",
        isRuling: true,
      },
      {
        number: "R3.3",
        text: "Après des cartes ou un échange, on complète sa main à huit ; pas après un charme. Puis Charly se déplace.",
      },
    ],
  },
  {
    title: "Les cartes",
    rules: [
      {
        number: "R4.1",
        text: "Une carte rapproche son personnage de votre boîte, jamais l’inverse. Seules les cartes qui rappellent les gardes ou envoient Lola sur la plaque d’égout vont dans les deux sens.",
      },
      {
        number: "R4.2",
        text: "Une carte s’exécute entièrement ou ne se joue pas. Personne ne quitte la rue.",
      },
      {
        number: "R4.3",
        text: "On se croise et on partage les cases librement. Mais Lilli et ses gardes sont toujours sur trois cases différentes, Lilli entre ses gardes ; peu importe la distance.",
      },
      {
        number: "R4.4",
        text: "Une carte Lilli la fait avancer d’une case. Deux ensemble font avancer Lilli et ses deux gardes d’une case chacun. Les deux sont possibles dans un même tour.",
      },
      {
        number: "R4.5",
        text: "Les cartes grises font avancer un garde d’une case, un garde de deux cases, ou les deux d’une case. Un garde ne dépasse jamais Lilli.",
      },
      {
        number: "R4.6",
        text: "Deux cartes grises rappellent les deux gardes sur les cases voisines de Lilli.",
      },
      {
        number: "R4.6b",
        text: "Une telle carte ne se joue que si elle déplace quelqu’un.",
        isRuling: true,
      },
      {
        number: "R4.7",
        text: "Les cartes jaunes déplacent Hans, les rouges Lola, du nombre indiqué. La carte rouge à la plaque d’égout met Lola au milieu.",
      },
      {
        number: "R4.7b",
        text: "Lola ne va sur la plaque que si elle n’y est pas déjà.",
        isRuling: true,
      },
      {
        number: "R4.8",
        text: "Joker : tant que Lola se trouve entre Lilli et votre bout de la rue, une carte rouge chiffrée peut déplacer Lilli, Hans ou un garde à sa place, d’autant de cases.",
      },
      {
        number: "R4.8b",
        text: "Lola peut être sur votre entrée. La condition se vérifie avant chaque carte. La carte à la plaque d’égout n’est pas un joker, et deux jokers n’emmènent pas les gardes.",
        isRuling: true,
      },
      {
        number: "R4.9",
        text: "La première carte rouge du tour fixe le sens du rouge : Lola, ou une seule autre couleur. Les rouges suivantes s’y tiennent, et l’on n’y ajoute pas de cartes de cette autre couleur.",
      },
      {
        number: "R4.9b",
        text: "Le rouge vaut pour une couleur, pas pour une personne : en gris, chaque joker peut déplacer l’un ou l’autre garde.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Le charme de Hans",
    rules: [
      {
        number: "R5.1",
        text: "Au lieu de jouer des cartes, Hans attire Lilli ou un garde sur sa case, de n’importe où et des deux côtés. Lilli doit rester entre ses gardes. Jamais Lola, qui connaît son jeu, ni Charly.",
      },
      {
        number: "R5.1b",
        text: "Qui est charmé doit changer de case.",
        isRuling: true,
      },
    ],
  },
  {
    title: "La pioche",
    rules: [
      {
        number: "R6.1",
        text: "Chacun peut compter la pioche à tout moment, et la défausse est visible.",
      },
      {
        number: "R6.1b",
        text: "La table se souvient pour vous : ce qui doit être dans l’autre main, puisqu’on pouvait tout compter, est montré.",
        isRuling: true,
      },
      {
        number: "R6.2",
        text: "Quand la pioche est épuisée pour la première fois, la défausse est mélangée et devient la seconde pioche.",
      },
      {
        number: "R6.2b",
        text: "Cela se fait dès que la dernière carte est prise. Les cartes du tour en cours en font partie, et l’on continue à piocher.",
        isRuling: true,
      },
      {
        number: "R6.3",
        text: "Avec la dernière carte de la seconde pioche, la partie s’arrête : gagne qui a Lilli sur sa moitié ; si elle est sur la plaque d’égout, qui a Charly ; s’il y est aussi, il y a égalité.",
      },
    ],
  },
  {
    title: "Charly",
    rules: [
      {
        number: "R7.1",
        text: "À la fin de votre tour, Charly avance vers vous d’une case pour chaque garde, pour Hans et pour Lola sur votre entrée, et d’une case de plus si Lilli et ses deux gardes sont tous sur votre moitié.",
      },
      {
        number: "R7.2",
        text: "Pendant votre tour, il ne va jamais dans l’autre sens.",
      },
    ],
  },
  {
    title: "La fin",
    rules: [
      {
        number: "R8.1",
        text: "La partie s’arrête dès que Lilli ou Charly est sur une entrée, même au milieu d’un tour : le propriétaire de l’entrée gagne. Un charme peut faire gagner l’autre.",
      },
      {
        number: "R8.2",
        text: "Charly s’arrête sur la première case d’entrée qu’il atteint.",
        isRuling: true,
      },
      {
        number: "R8.3",
        text: "Toute partie a une fin : la pioche n’est refaite qu’une fois, et après un charme il n’y en a pas d’autre tant qu’une carte n’a pas séparé Hans de qui il a charmé.",
      },
      {
        number: "R8",
        text: "Les mains restent cachées à la fin de la partie.",
        isRuling: true,
      },
    ],
  },
  {
    title: "Variante",
    rules: [
      {
        number: "R9",
        text: "Royal Visit : il n’y a que quatre Lola de valeur 3, et Charly se déplace avant la pioche. Il peut donc gagner juste avant que la pioche n’arrête la partie.",
      },
    ],
  },
  {
    title: "Un exemple",
    rules: [
      {
        number: "R10",
        text: "Le propriétaire du Delta a les gardes en 2 et 9, Lilli en 7, Charly en 9, et joue quatre cartes Lilli : deux ensemble, puis deux seules. Les gardes sont alors en 1 et 8, Lilli en 4. Il pioche quatre cartes, et Charly avance de deux cases, en 7 : une pour le garde à l’entrée, une pour le groupe entier sur sa moitié.",
      },
    ],
  },
];

export default rules;
