// What is said about the house on this device: loaded with it.
import { typeset } from "../words/french";
import { speech, wordsIn } from "../words/language.svelte";

const en = {
  fetching: (done: string, total: string) => `Loading the games, just this once: ${done} of ${total} MB`,
  opening: "The table is being set…",
  table: "This table is on this device alone, and stays here when you close the page.",
  friends: "To play with friends by link, somebody has to run Estaminet on a server.",
  unfair: "This game is on your own device: its deal cannot be verified.",
  title: "On this device",
  make: (size: string) => `Make ready for playing offline (${size} MB)`,
  makeText: "You can then play without a connection: against the house, or pass and play.",
  isReady: (size: string) => `Ready for playing offline: ${size} MB.`,
  drop: "Remove",
  games: (count: number) => (count === 1 ? "One game is stored here." : `${count} games are stored here.`),
  forget: "Delete these games",
  forgetSure: "Delete the games on this device?",
  forgetText: "They are nowhere else. Download the records of those you want to keep first.",
};

const fr: typeof en = typeset({
  fetching: (done, total) => `Chargement des jeux, une fois pour toutes : ${done} Mo sur ${total}`,
  opening: "La table se prépare…",
  table: "Cette table n’est que sur cet appareil, et y reste quand vous fermez la page.",
  friends:
    "Pour jouer avec des amis par un lien, il faut que quelqu’un fasse tourner Estaminet sur un serveur.",
  unfair: "Cette partie se joue sur votre appareil : sa donne ne peut pas être vérifiée.",
  title: "Sur cet appareil",
  make: (size) => `Préparer le jeu hors ligne (${size} Mo)`,
  makeText: "Vous pourrez ensuite jouer sans connexion : contre la maison ou à tour de rôle.",
  isReady: (size) => `Prêt pour jouer hors ligne : ${size} Mo.`,
  drop: "Retirer",
  games: (count) => (count === 1 ? "Une partie est gardée ici." : `${count} parties sont gardées ici.`),
  forget: "Supprimer ces parties",
  forgetSure: "Supprimer les parties de cet appareil ?",
  forgetText:
    "Elles ne sont nulle part ailleurs. Téléchargez d’abord l’enregistrement de celles qui comptent.",
});

const de: typeof en = {
  fetching: (done, total) => `Die Spiele werden geladen, nur dieses eine Mal: ${done} von ${total} MB`,
  opening: "Der Tisch wird vorbereitet …",
  table: "Dieser Tisch steht nur auf diesem Gerät und bleibt hier, wenn du die Seite schließt.",
  friends:
    "Um mit Freunden über einen Link zu spielen, muss jemand Estaminet auf einem Server laufen lassen.",
  unfair: "Diese Partie läuft auf deinem Gerät: Ihre Verteilung lässt sich nicht nachprüfen.",
  title: "Auf diesem Gerät",
  make: (size) => `Zum Spielen ohne Verbindung vorbereiten (${size} MB)`,
  makeText: "Danach kannst du ohne Verbindung spielen: gegen das Haus oder reihum.",
  isReady: (size) => `Bereit zum Spielen ohne Verbindung: ${size} MB.`,
  drop: "Entfernen",
  games: (count) => (count === 1 ? "Eine Partie liegt hier." : `${count} Partien liegen hier.`),
  forget: "Diese Partien löschen",
  forgetSure: "Die Partien auf diesem Gerät löschen?",
  forgetText: "Es gibt sie sonst nirgends. Lade vorher herunter, was du behalten möchtest.",
};

/** A number of bytes, as people know it. */
export const megabytes = (bytes: number): string => speech.number(Math.round(bytes / 100_000) / 10);

export const deviceWords = wordsIn({ fr, en, de });
