interface BadgeWords {
  readonly name: string;
  /** What the player has done. */
  readonly what: string;
  /** How to get it. */
  readonly how: string;
}

/** The words of each badge by its id, in the order in which they are listed. */
export const badgeWords = {
  redeemed: { name: 'Redeemed', what: 'Redeemed a reward', how: 'Redeem a reward' },
  quests: { name: 'Quest regular', what: 'Completed 10 quests', how: 'Complete 10 quests' },
  week: { name: 'Full week', what: 'Kept a streak for 7 days', how: 'Keep a streak for 7 days' },
  winner: { name: 'Winner', what: 'Won a giveaway', how: 'Win a giveaway' },
  tournament: {
    name: 'Top quarter',
    what: 'Finished a weekly tournament in the top quarter of a group',
    how: 'Finish a weekly tournament in the top quarter',
  },
  author: { name: 'Author', what: 'Had an article published', how: 'Get an article published' },
  critic: { name: 'Critic', what: 'Wrote 5 reviews or comments', how: 'Write 5 reviews or comments' },
} as const satisfies Readonly<Record<string, BadgeWords>>;
