/** Suggests what to play next in our own games, and the quickest way to a number of points (src/lib/arcade/quest-pace.ts). */
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { asPlayStep, pathTo, type Room } from '../../../src/lib/arcade/quest-pace.ts';
import type { PlayBudgetLeft } from '../../../src/lib/contract/arcade/play-budget.ts';
import type { PlayStep } from '../../../src/lib/contract/arcade/play-path.ts';
import type { Executor } from '../../db/database.ts';
import { games } from '../../db/schema.ts';
import { openRound } from './open-rounds.ts';
import { openQuests } from './quests.ts';

/** Returns our own games that have open quests, each with those quests. */
async function openGames(db: Executor, userId: number, now: Date) {
  const own = await db
    .select({ id: games.id, name: games.name, arcade: games.arcade })
    .from(games)
    .where(and(eq(games.source, 'own'), eq(games.active, true), isNotNull(games.arcade)))
    .orderBy(asc(games.id));
  const open = await openQuests(db, 'own', userId, now);
  return own.flatMap(({ id, name, arcade }) => {
    const quests = open.filter((quest) => quest.game_id === id);
    return arcade === null || quests.length === 0 ? [] : [{ id, name, arcade, quests }];
  });
}

const ANYTHING: Room = { welcome: 0, today: Number.MAX_SAFE_INTEGER };

/**
 * Returns the steps to `missing` points, one per game, as far as today's limits pay for them. If the limits pay for nothing, it
 * returns the step that is worth most later, with 0 points. Empty if no quest is open.
 */
export async function playPath(
  db: Executor,
  given: { userId: number; missing: number; budget: PlayBudgetLeft; now: Date },
): Promise<PlayStep[]> {
  return pathThrough(await openGames(db, given.userId, given.now), given);
}

/** Returns what to play now: the game of the open round, or else the game that pays soonest. Null if no quest is open. */
export async function playNext(
  db: Executor,
  given: { userId: number; budget: PlayBudgetLeft; now: Date },
): Promise<PlayStep | null> {
  const { userId, now } = given;
  const open = await openGames(db, userId, now);
  const round = await openRound(db, userId, now);
  const running = open.filter(({ id }) => id === round?.game_id);
  const [step = null] = pathThrough(running.length > 0 ? running : open, { ...given, missing: 1 });
  return step && (running.length > 0 ? { ...step, label: `Resume ${step.game}` } : step);
}

function pathThrough(
  open: Awaited<ReturnType<typeof openGames>>,
  { missing, budget }: { missing: number; budget: PlayBudgetLeft },
): PlayStep[] {
  const paid = pathTo(open, missing, {
    welcome: Math.min(budget.welcome.left, budget.left),
    today: Math.min(budget.today.left, budget.left),
  });
  if (paid.length > 0) return paid.map(asPlayStep);
  return pathTo(open, 1, ANYTHING).map((step) => ({ ...asPlayStep(step), points: 0 }));
}
