// Les mots des rappels.
import { typeset } from "../../words/french";
import type en from "./en";

const fr: typeof en = typeset<typeof en>({
  title: "Rappels",
  text: "Quand les autres attendent votre coup et que vous n’êtes pas à la table, la maison vous prévient. Une fois par tour.",
  here: "Me prévenir dans ce navigateur",
  refused: "Votre navigateur ne permet pas à cette page de vous envoyer des messages.",
  mail: "Adresse e-mail",
  ntfy: "Sujet ntfy",
  webhook: "Nom pour les messages de cette maison",
  add: "Ajouter",
  sent: "Un lien vient de partir. Rien d’autre ne sera envoyé avant que vous ne l’ayez suivi.",
  kinds: { push: "Navigateur", mail: "E-mail", ntfy: "ntfy", webhook: "Messages de cette maison" },
  isThis: "ce navigateur",
  unconfirmed: "en attente : suivez le lien reçu",
  test: "M’en envoyer un",
  testNamed: (label: string) => `M’en envoyer un : ${label}`,
  tested: "C’est parti.",
  remove: "Retirer",
  removeNamed: (label: string) => `Retirer : ${label}`,
  every: "Fréquence",
  everys: { 0: "à chaque tour", 4: "toutes les quatre heures au plus", 24: "une fois par jour au plus" },
  quiet: "Heures calmes",
  quietText: "Ce qui tombe dans ces heures arrive après, si c’est encore à vous de jouer.",
  from: "de",
  to: "à",
  stop: "Arrêter tous les rappels",
  offer: "Recevoir un rappel même quand cette page est fermée",
  calendar: "Échéance dans mon agenda",
  calendarText: "Un agenda abonné à cette adresse suit vos tours. Gardez-la pour vous.",
  calendarAddress: "Adresse de l’agenda",
  calendarOnce: "Ajouter cette seule échéance",
  calendarRevoke: "Désactiver cette adresse",
  confirm: {
    title: "Des rappels ici ?",
    text: "Quelqu’un souhaite recevoir ici un rappel quand c’est son tour à l’Estaminet. Est-ce vous ?",
    yes: "Oui, me prévenir ici",
    done: "C’est fait. Vous recevrez vos rappels ici.",
  },
  end: {
    title: "Plus de rappels ?",
    text: "Plus rien ne sera envoyé là où vous avez trouvé ce lien.",
    yes: "Arrêter ces rappels",
    done: "C’est fait. Vous n’y recevrez plus de rappels.",
  },
  badLink: "Ce lien n’est plus valable.",
});

export default fr;
