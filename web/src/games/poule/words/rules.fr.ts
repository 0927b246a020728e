// La règle avec nos propres mots, sous les numéros de la maison.
import type { RuleChapter } from "../../game";

const rules: RuleChapter[] = [
  {
    title: "Le marché",
    rules: [
      {
        number: "P1.1",
        text: "La place du marché compte cinq rangs (horizontaux) et six allées (verticales). Les allées vont de a à f, de gauche à droite ; les rangs de 1 à 5, en partant du château. La case c4 est au croisement de l’allée c et du rang 4.",
      },
      {
        number: "P1.2",
        text: "Il y a 22 tuiles. Douze acheteurs, deux de chaque valeur : valet et servante +1, fermier et fermière +2, bourgeois et bourgeoise +3, chevalier et dame +4, évêque et abbesse +5, roi et reine +6. Six rançonneurs : mendiant −1, charlatan −2, voleur −3, tricheur −4, prêtre −5, percepteur −6. Et une double bourse, deux incendies, un mauvais sort.",
      },
      {
        number: "P1.3",
        text: "Les deux incendies sont pareils : peu importe lequel se trouve où.",
        isRuling: true,
      },
      {
        number: "P1.4",
        text: "Chacun a des échoppes de sa couleur : trois de valeur II, deux de valeur III, une de valeur IIII, et quatre, trois ou deux de valeur I selon qu’on joue à deux, trois ou quatre.",
      },
    ],
  },
  {
    title: "Avant une manche",
    rules: [
      {
        number: "P2.1",
        text: "Chacun reçoit 50 écus au départ. La banque est inépuisable, et l’on peut descendre sous zéro.",
      },
      {
        number: "P2.2",
        text: "On mélange toutes les tuiles. Chacun en reçoit une secrète, qu’il est seul à voir ; les autres forment le talon, faces cachées.",
      },
      {
        number: "P2.3",
        text: "Le sort désigne qui commence la première manche. Ensuite, c’est le plus riche.",
      },
      {
        number: "P2.3b",
        text: "Entre joueurs également riches, c’est le premier dans le sens des aiguilles d’une montre après celui qui avait commencé la manche précédente, lequel vient en dernier.",
        isRuling: true,
      },
      {
        number: "P2.5",
        text: "Tout le monde voit la place, les échoppes en main, les écus, le nombre de tuiles du talon et qui garde une tuile secrète.",
      },
      {
        number: "P2.5b",
        text: "Une tuile secrète qui n’a pas été jouée reste secrète, même à la fin de la partie.",
        isRuling: true,
      },
      {
        number: "P2.5c",
        text: "Les comptes de la manche précédente restent visibles pendant la suivante.",
        isRuling: true,
      },
    ],
  },
  {
    title: "À votre tour",
    rules: [
      {
        number: "P3.1",
        text: "Faites une chose parmi trois. La première : poser une de vos échoppes sur une case libre.",
      },
      {
        number: "P3.2",
        text: "La deuxième : tirer la première tuile du talon, que tout le monde voit, puis la placer sur une case libre. Une fois tirée, plus moyen de revenir en arrière.",
      },
      { number: "P3.3", text: "La troisième : placer votre tuile secrète sur une case libre." },
      {
        number: "P3.4",
        text: "Vous pouvez garder la tuile secrète tant que vous pouvez faire autre chose ; si c’est tout ce qui vous reste, il faut la jouer. On ne passe que si aucune des trois actions n’est possible.",
      },
      {
        number: "P3.5",
        text: "Une échoppe de valeur II, III ou IIII ne sert qu’une fois dans toute la partie. Les échoppes I reviennent à chaque manche.",
      },
    ],
  },
  {
    title: "Les comptes",
    rules: [
      {
        number: "P4.1",
        text: "La manche finit dès que toutes les cases sont occupées, ou que plus personne ne peut rien faire. Une case restée libre ne vaut rien et ne coupe rien.",
      },
      {
        number: "P4.2",
        text: "Chaque rang et chaque allée se comptent à part. Un incendie coupe les siens en morceaux qui n’ont plus rien à voir l’un avec l’autre.",
      },
      {
        number: "P4.3",
        text: "Une ligne, ou un morceau de ligne, vaut la somme de ses acheteurs moins celle de ses rançonneurs. Avec le mauvais sort, ses acheteurs ne comptent pas. Avec la double bourse, le résultat compte deux fois, en bien comme en mal.",
      },
      {
        number: "P4.4",
        text: "Vous recevez cette valeur multipliée par la somme de vos échoppes qui s’y trouvent. Une échoppe est donc payée deux fois : dans son rang et dans son allée.",
      },
      {
        number: "P4.5",
        text: "On additionne toutes les lignes. Si la somme est négative, vous payez la banque.",
      },
    ],
  },
  {
    title: "La fin",
    rules: [
      { number: "P5.1", text: "Après la dernière manche, le plus riche gagne." },
      { number: "P5.1b", text: "À écus égaux, on partage la victoire.", isRuling: true },
      {
        number: "P5.2",
        text: "Entre deux manches, on vide la place, les échoppes I reviennent et l’on mélange à nouveau toutes les tuiles, même les secrètes.",
      },
    ],
  },
  {
    title: "Variantes",
    rules: [
      { number: "P6.1", text: "Plus ou moins de manches : d’une à neuf." },
      {
        number: "P6.2",
        text: "Après une manche, toutes les échoppes reviennent, ou aucune. Si aucune ne revient, une manche peut finir avec des cases libres.",
      },
      {
        number: "P6.3",
        text: "La partie finit avec la manche où quelqu’un n’a plus d’échoppe en main ; le nombre de manches n’est alors que la limite.",
      },
      { number: "P6.4", text: "Toutes les variantes se combinent." },
      {
        number: "P6.5",
        text: "Tuiles ouvertes : personne n’a de tuile secrète et tout le talon est étalé face visible, dans son ordre ; on n’en tire que la première.",
        isRuling: true,
      },
      {
        number: "P6.5b",
        text: "Ce qui reste d’un talon ouvert demeure visible à la fin de la partie.",
        isRuling: true,
      },
      {
        number: "P6.6",
        text: "L’enchanteur, 23e tuile : toute échoppe juste au-dessus, au-dessous, à gauche ou à droite de lui vaut un de plus, dans son rang et dans son allée.",
      },
      {
        number: "P6.6b",
        text: "L’enchanteur agit sur la case voisine de chaque côté, quoi qu’il s’y trouve ; aucun incendie ne peut être entre les deux.",
        isRuling: true,
      },
      { number: "P6.7", text: "Une autre somme de départ : de 0 à 500 écus." },
    ],
  },
  {
    title: "Un exemple",
    rules: [
      {
        number: "P7",
        text: "Dans un rang, une bourgeoise (+3) et le percepteur (−6) : il vaut −3. Qui y a des échoppes IIII et I paie 5 fois 3, soit 15 écus. Une allée avec la dame (+4), le voleur (−3), le mauvais sort et la double bourse vaut −6 : la dame ne compte pas, le voleur compte deux fois.",
      },
    ],
  },
];

export default rules;
