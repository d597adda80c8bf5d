/**
 * Sample rounds for the demo, so that leaderboards, medals, streaks and the collection aren't empty. They are played by the
 * games' rules (seed-players.ts), and replayed, counted and paid like any other round.
 */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { arcadeGames } from '../../src/lib/arcade/games.ts';
import type { PlayBudget } from '../config/config.ts';
import { finishRound } from '../features/arcade/finish-round.ts';
import { startRound } from '../features/arcade/start-round.ts';
import { getTournament } from '../features/arcade/tournaments.ts';
import { createUser } from '../features/auth/accounts.ts';
import { DAY, earlier, MINUTE } from '../platform/time.ts';
import type { Database } from './database.ts';
import { games, ledger, rounds, users } from './schema.ts';
import { demoAccount } from './seed.ts';
import { demoGifts } from './seed-gifts.ts';
import { playUntil } from './seed-players.ts';

/** The time between the starts of two rounds. It is longer than any of them takes. */
const APART_MS = 15 * MINUTE;

interface SamplePlayer {
  readonly email: string;
  readonly name: string;
  /** On which days they played, in days ago; 0 is today. */
  readonly days: readonly number[];
  /** When they end a round, as a fraction of the score for a silver medal. */
  readonly skill: number;
}

/** The demo account hasn't played today, so its next round continues its streak. */
const samplePlayers: readonly SamplePlayer[] = [
  { email: demoAccount.email, name: 'demo-player', days: [11, 10, 9, 8, 6, 5, 4, 3, 2, 1], skill: 1.1 },
  { email: 'sample@playtally.example', name: 'sample-player', days: [9, 7, 1, 0], skill: 2.2 },
  { email: 'sample-2@playtally.example', name: 'sample-night-owl', days: [8, 1, 0], skill: 0.9 },
  { email: 'sample-3@playtally.example', name: 'sample-of-a-long-name', days: [8, 7, 0], skill: 0.6 },
  { email: 'sample-4@playtally.example', name: 'sample-newcomer', days: [0], skill: 0.4 },
];

/** Plays the rounds and gives the demo account its gifts, unless there is no demo account or it has already played. */
export async function seedRounds(
  db: Database,
  { budget, now, players = samplePlayers }: { budget: PlayBudget; now: Date; players?: typeof samplePlayers },
): Promise<void> {
  const { drizzle } = db;
  const [demo] = await drizzle
    .select({ played: drizzle.$count(rounds, eq(rounds.userId, users.id)) })
    .from(users)
    .where(and(eq(users.email, demoAccount.email), isNull(users.suspendedAt)));
  if (demo?.played !== 0) return;
  const own = await drizzle
    .select({ id: games.id, arcade: games.arcade })
    .from(games)
    .where(and(games.active, isNotNull(games.arcade)))
    .orderBy(asc(games.id));
  const due: { at: Date; add: () => Promise<unknown> }[] = [];
  for (const [index, { skill, ...player }] of players.entries()) {
    const userId = await accountOf(db, player, now);
    if (userId === null) continue;
    const isNew = (await drizzle.$count(ledger, eq(ledger.userId, userId))) === 0;
    if (isNew && player.email === demoAccount.email)
      for (const { daysAgo, give } of demoGifts) {
        const at = earlier(now, daysAgo * DAY);
        due.push({ at, add: () => drizzle.transaction((tx) => give(tx, userId, at)) });
      }
    for (const daysAgo of player.days) {
      const turn = own[(index + daysAgo) % own.length];
      const wanted: Wanted[] = [
        { ...turn, kind: 'classic' },
        daysAgo % 2 === 0 ? { ...turn, kind: 'variant' } : { kind: 'tournament' },
        // Fewer players play the later games, so leaderboards differ.
        ...(daysAgo === 0 ? own.slice(index - 1).map((game) => ({ ...game, kind: 'daily' as const })) : []),
        ...(daysAgo === 0 ? [{ kind: 'tournament' as const }] : []),
        // Rivals for today's duels, and for those of guests, who get runs from before this week.
        ...(player.email !== demoAccount.email && (daysAgo === 0 || daysAgo >= 7)
          ? own.filter(hasDuels).map((game) => ({ ...game, kind: 'duel' as const }))
          : []),
      ];
      const first = now.getTime() - daysAgo * DAY - wanted.length * APART_MS;
      for (const [number, round] of wanted.entries()) {
        const at = new Date(first + number * APART_MS);
        due.push({ at, add: () => playRound(db, { ...round, userId, skill, budget, at }) });
      }
    }
  }
  // In order of time, because lists show the newest id first, and a week's tournament is closed when the next one starts.
  due.sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const { add } of due) await add();
}

/** Returns the account of a sample player, which is older than its first round. Null if it is suspended: it can't play. */
async function accountOf(
  { drizzle }: Database,
  { email, name, days }: Omit<SamplePlayer, 'skill'>,
  now: Date,
): Promise<number | null> {
  const joined = new Date(now.getTime() - (Math.max(...days) + 1) * DAY);
  const [known] = await drizzle
    .update(users)
    .set({ createdAt: joined })
    .where(eq(users.email, email))
    .returning({ id: users.id, suspendedAt: users.suspendedAt });
  if (known?.suspendedAt) return null;
  const given = { email, passwordHash: null, confirmed: true, name, sample: true, now: joined };
  const id = known?.id ?? (await drizzle.transaction((tx) => createUser(tx, given)));
  if (id === null) throw new Error(`the sample account ${email} exists in part`);
  return id;
}

const rulesFor = (arcade: string | null, kind: Wanted['kind']) => {
  const all = arcadeGames[arcade ?? ''] ?? [];
  if (kind === 'duel') return all.find(({ variant }) => variant.rival);
  return all[kind === 'variant' ? 1 : 0];
};
const hasDuels = ({ arcade }: { arcade: string | null }) => rulesFor(arcade, 'duel') !== undefined;

/** A round to play. The tournament's game is the one of its week. */
interface Wanted {
  readonly kind: 'classic' | 'variant' | 'daily' | 'tournament' | 'duel';
  readonly id?: number;
  readonly arcade?: string | null;
}

async function playRound(
  db: Database,
  given: Wanted & { userId: number; skill: number; budget: PlayBudget; at: Date },
): Promise<void> {
  const { kind, userId, skill, budget, at } = given;
  const { id, arcade } = kind === 'tournament' ? (await getTournament(db, null, at)).game : given;
  const rules = rulesFor(arcade ?? null, kind);
  if (id === undefined || rules === undefined) return;
  const { medals, id: variant } = rules.variant;
  const shared = { daily: kind === 'daily', tournament: kind === 'tournament' };
  const round = await startRound(db, { userId, gameId: id, variant, ...shared, now: at });
  const { inputs, score, lasted } = playUntil(rules, round.seed, medals[1] * skill);
  await finishRound(db, {
    roundId: round.id,
    userId,
    inputs,
    score,
    key: randomUUID(),
    budget,
    now: new Date(Date.parse(round.started_at) + lasted),
  });
}
