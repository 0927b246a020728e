// The words of contests, as far as the first page needs none of them.
const en = {
  dailyOn: (day: string) => `Deal of the day, ${day}`,
  by: (name: string) => (name ? `${name}’s challenge` : "A challenge"),
  players: (count: number) => `${count} players.`,
  seat: (seat: number) => `Your seat is number ${seat}.`,
  seats: "Your seat changes from deal to deal.",
  against: (level: string) => `Your opponents are house players at the level “${level}”.`,
  deals: (count: number) => (count === 1 ? "One deal" : `${count} deals`),
  deal: (number: number) => `Deal ${number}`,
  sameForAll: "Everybody plays the same deal, from the same seat, against the same opponents.",
  once: "Your first game counts. There are no hints, nothing is taken back, and giving up is losing. Afterwards you can play the deal again for practice.",
  play: "Play",
  goOn: "Continue",
  again: "Play it again for practice",
  begunBy: (count: number) =>
    count === 0
      ? "Nobody has finished this deal yet."
      : count === 1
        ? "One person has finished this deal."
        : `${count} people have finished this deal.`,
  invite: "Invite friends",
  inviteText: "Whoever opens this link plays the same deals, whenever they like.",
  result: "Your result",
  won: (by: string) => (by ? `You won by ${by}.` : "You won."),
  lost: (by: string) => (by ? `You lost by ${by}.` : "You lost."),
  shared: "You won together with somebody else.",
  gaveUp: "You gave up: that counts as lost.",
  house: (done: number, total: number) =>
    done < total
      ? `How the house does with this deal: ${done} of ${total} games so far`
      : `How the house does with this deal: ${total} games`,
  houseText: (total: number) =>
    `The house has played your seat ${total} times, as well as it can (King) and every time anew. Each dot is one of these games, from the worst result to the best.`,
  axis: { lost: "lost", won: "won", you: "you" },
  rank: (worse: number, equal: number, better: number) =>
    `${worse} ${worse === 1 ? "game" : "games"} of the house went worse than yours, ${equal} just as well, ${better} better.`,
  waitingHouse: "The house is about to play your seat.",
  alone: "Nobody else has finished this deal yet.",
  percentile: (percent: string, others: number) =>
    others === 1
      ? `You did better than ${percent} of the others: one person so far.`
      : `You did better than ${percent} of the ${others} others.`,
  duel: {
    better: "You did better than the only other player.",
    equal: "You did as well as the only other player.",
    worse: "The only other player did better.",
  },
  everybody: "Everybody’s results",
  nobody: "somebody",
  you: "you",
  place: "Rank",
  name: "Name",
  outcome: "Result",
  outcomes: { won: "won", lost: "lost", shared: "won together" },
  gaveUpShort: "gave up",
  total: "Total",
  wins: "Victories",
  ahead: "Ahead by",
  showName: "Show my name in this list",
  showNameText: "Otherwise only your result is shown.",
  sameConnection: "same connection",
  sameConnectionText:
    "Another result in this list came over the same connection. It may be the same person twice, or people who share a home, a school or an office.",
  showAll: (count: number) => `Show all ${count}`,
  compare: (name: string) => `Compare with ${name}`,
  compareShort: "Compare",
  parting: "Where you and the house part",
  partingText: (ply: number) => `Action ${ply}. Until then you had done what the house does most often.`,
  youDid: "You:",
  houseDid: (count: number, of: number) =>
    of === 1 ? "The house, the only time it came here:" : `The house, ${count} times out of ${of}:`,
  houseGot: (share: string, lead: string) =>
    `it then won ${share} of the time${lead && `, on average ${lead}`}`,
  noParting: "You did what the house does most often, from beginning to end.",
  noPartingYet: "So far you have done what the house does most often.",
  openThere: "See it in the replay",
  lookBack: "Your own game",
  lookBackText:
    "The house can go through your game and work out what the draws brought you and which decision cost you most.",
  ask: "Go through my game",
  evenGame: "Compared with an even game",
  luck: "Luck of the draws",
  withoutLuck: "Without that luck",
  points: "In percentage points of victory.",
  costliest: "Your costliest decision",
  noCost: "No decision of yours cost anything worth mentioning.",
  openReview: "See the whole review",
  compareTitle: "Side by side",
  yourGame: "Your game",
  gameOf: (name: string) => `Game of ${name}`,
  toResults: "Back to the results",
  same: "Up to here both games are the same.",
  partHere: "Here the games part.",
  apart: "The games have parted.",
  wholeSame: "Both games are the same to the end.",
  jump: "To where they part",
  isOver: "The game is over.",
  sums: "All deals together",
  houseMean: "House on average",
  share: "Share",
  shareText: "Copy as text",
  sharePicture: "Save as picture",
  sharePictureAlt: "Card with your result",
  cardRank: (better: number, of: number) => `Better than ${better} of ${of} games of the house`,
  cardPercentile: (percent: string, others: number) =>
    others === 1 ? `Better than ${percent} of the others (1)` : `Better than ${percent} of ${others} players`,
  yesterday: "The day before",
  tomorrow: "The day after",
  today: "Today",
  dailyText: "Every day there is a new deal of each game, the same for everybody.",
  nextAt: (time: string) => `The next ones come at ${time} your time.`,
  isPast: "This deal is from an earlier day. You can still play it and see how the others did.",
  streak: "Days in a row",
  seeResults: "See the results",
  challenge: {
    title: (game: string) => `${game}: same deal with friends`,
    text: "Set up a challenge and send the link. Everybody plays the same deals against the house, each on their own and whenever they like. Then you see who did best.",
    players: "Players at the table",
    level: "The house plays as",
    deals: "How many deals",
    make: "Set up the challenge",
    needsServer: "A challenge needs a server where everybody’s results come together.",
  },
};

export default en;
