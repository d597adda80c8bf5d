/**
 * Levels, which depend on how many points were ever earned and confirmed, and what each brings. Perks are only what the site
 * really does.
 */

interface Level {
  /** The points at which it is reached. */
  readonly from: number;
  /** How many freezes a player can hold. */
  readonly freezes: number;
  /** A new freeze comes after this many days of play. */
  readonly freezeEvery: number;
  /** The frame around the avatar; null for none. */
  readonly frame: string | null;
}

/** Starts with level 1. */
const levels: readonly [Level, ...Level[]] = [
  { from: 0, freezes: 1, freezeEvery: 7, frame: null },
  { from: 1000, freezes: 2, freezeEvery: 7, frame: 'bronze' },
  { from: 5000, freezes: 2, freezeEvery: 6, frame: 'silver' },
  { from: 20_000, freezes: 3, freezeEvery: 6, frame: 'gold' },
  { from: 75_000, freezes: 4, freezeEvery: 5, frame: 'lime' },
];

/** Returns the level for a number of earned points; 1 at the start. */
export function levelOf(earned: number): number {
  return Math.max(1, levels.filter(({ from }) => earned >= from).length);
}

const at = (level: number): Level => levels[level - 1] ?? levels[0];

/** Returns how many freezes a player can hold at a level, and after how many days of play a new one comes. */
export function freezesAt(level: number): { held: number; every: number } {
  const { freezes, freezeEvery } = at(level);
  return { held: freezes, every: freezeEvery };
}

/** Returns the perks of a level in words: ['Up to 2 streak freezes', …] */
export function perksAt(level: number): string[] {
  const { freezes, freezeEvery, frame } = at(level);
  return [
    ...(frame === null ? [] : [`A ${frame} frame around your avatar`]),
    freezes === 1 ? '1 streak freeze' : `Up to ${freezes} streak freezes`,
    `A new streak freeze every ${freezeEvery} days you play`,
    `Level ${level} next to your name on the leaderboard`,
  ];
}

/** Returns the points at which a level starts, and the next level; null after the last. */
export function boundsOf(level: number): { from: number; next: { level: number; at: number } | null } {
  const next = levels[level];
  return { from: at(level).from, next: next ? { level: level + 1, at: next.from } : null };
}
