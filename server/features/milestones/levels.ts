/** Levels: how much was ever earned and confirmed, and what that brings. Only what is really so is a perk. */

interface Level {
  /** Points from which on it is reached. */
  readonly from: number;
  /** Freezes that can be in hand. */
  readonly freezes: number;
  /** Days of play after which another freeze comes. */
  readonly freezeEvery: number;
  /** What is around one's avatar; none at first. */
  readonly frame: string | null;
}

/** Level 1 first. */
const levels: readonly [Level, ...Level[]] = [
  { from: 0, freezes: 1, freezeEvery: 7, frame: null },
  { from: 1000, freezes: 2, freezeEvery: 7, frame: 'bronze' },
  { from: 5000, freezes: 2, freezeEvery: 6, frame: 'silver' },
  { from: 20_000, freezes: 3, freezeEvery: 6, frame: 'gold' },
  { from: 75_000, freezes: 4, freezeEvery: 5, frame: 'lime' },
];

/** 1 for who begins. */
export function levelOf(earned: number): number {
  return Math.max(1, levels.filter(({ from }) => earned >= from).length);
}

const at = (level: number): Level => levels[level - 1] ?? levels[0];

/** How many freezes can be in hand at a level, and after how many days of play another one comes. */
export function freezesAt(level: number): { held: number; every: number } {
  const { freezes, freezeEvery } = at(level);
  return { held: freezes, every: freezeEvery };
}

/** In words: ['Your streak forgives up to 2 missed days', …] */
export function perksAt(level: number): string[] {
  const { freezes, freezeEvery, frame } = at(level);
  return [
    ...(frame === null ? [] : [`A ${frame} frame around your avatar`]),
    freezes === 1 ? '1 streak freeze' : `Up to ${freezes} streak freezes`,
    `A new streak freeze every ${freezeEvery} days you play`,
    `Level ${level} next to your name on the leaderboard`,
  ];
}

/** Where a level begins, and the next one; null after the last. */
export function boundsOf(level: number): { from: number; next: { level: number; at: number } | null } {
  const next = levels[level];
  return { from: at(level).from, next: next ? { level: level + 1, at: next.from } : null };
}
