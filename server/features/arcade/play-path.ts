/** Suggests what to play next in our own games, and the quickest way to a number of points (src/lib/arcade/quest-pace.ts). */
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { CLASSIC } from '../../../src/lib/arcade/arcade.ts';
import { asPlayStep, pathTo, type Room } from '../../../src/lib/arcade/quest-pace.ts';
import type { PlayBudgetLeft } from '../../../src/lib/contract/arcade/play-budget.ts';
import type { PlayStep } from '../../../src/lib/contract/arcade/play-path.ts';
import type { Executor } from '../../db/database.ts';
import { games } from '../../db/schema.ts';
import { openRound } from './open-rounds.ts';
import { openQuests } from './quests.ts';

/** Returns our own games, each with its open quests. */
async function ownGames(db: Executor, userId: number, now: Date) {
  const own = await db
    .select({ id: games.id, name: games.name, arcade: games.arcade })
    .from(games)
    .where(and(eq(games.source, 'own'), eq(games.active, true), isNotNull(games.arcade)))
    .orderBy(asc(games.id));
  const open = await openQuests(db, 'own', userId, now);
  return own.flatMap(({ id, name, arcade }) => {
    const quests = open.filter((quest) => quest.game_id === id);
    return arcade === null ? [] : [{ id, name, arcade, quests }];
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
  return pathThrough(await ownGames(db, given.userId, given.now), given);
}

/**
 * Returns what to play now: the game of the open round, or else the game that pays soonest. Null if there is neither. A round that
 * can complete no quest, as in any variant but Classic, is resumed without quests and points.
 */
export async function playNext(
  db: Executor,
  given: { userId: number; budget: PlayBudgetLeft; now: Date },
): Promise<PlayStep | null> {
  const { userId, now } = given;
  const own = await ownGames(db, userId, now);
  const round = await openRound(db, userId, now);
  const game = own.find(({ id }) => id === round?.game_id);
  const counting = game ? [game].filter(() => round?.variant === CLASSIC) : own;
  const [step = null] = pathThrough(counting, { ...given, missing: 1 });
  if (!game) return step;
  const plain = asPlayStep({ game, rounds: 0, minutes: 0, points: 0, quests: [] });
  return { ...(step ?? plain), label: `Resume ${game.name}` };
}

function pathThrough(
  open: Awaited<ReturnType<typeof ownGames>>,
  { missing, budget }: { missing: number; budget: PlayBudgetLeft },
): PlayStep[] {
  const paid = pathTo(open, missing, {
    welcome: Math.min(budget.welcome.left, budget.left),
    today: Math.min(budget.today.left, budget.left),
  });
  if (paid.length > 0) return paid.map(asPlayStep);
  return pathTo(open, 1, ANYTHING).map((step) => ({ ...asPlayStep(step), points: 0 }));
}
