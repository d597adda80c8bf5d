/**
 * The ghost: the score of another run on the same seed, step by step, for a player to race against. Only scores leave the server,
 * never moves, and the steps are coarse enough that the moves can't be worked out.
 */
import { and, desc, eq, gt, inArray, isNotNull, ne, or } from 'drizzle-orm';
import type { GameState, Input, Rules } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../../src/lib/arcade/games.ts';
import type { Ghost } from '../../../src/lib/contract/arcade/rounds.ts';
import type { Executor } from '../../db/database.ts';
import { rounds, users } from '../../db/schema.ts';
import { onlyOf } from '../../platform/ids.ts';
import { DAY, earlier } from '../../platform/time.ts';
import { dayOf } from './daily.ts';
import { rulesOf } from './own-games.ts';

/** The most points of a curve, without its end. */
const POINTS = 60;
/**
 * The shortest step between two points: milliseconds in a timed game, otherwise moves. Ten moves of Merge can go a million ways.
 */
const SHORTEST = { time: 5_000, moves: 10 } as const;

/**
 * Returns whether the game runs on a clock, so that runs are compared at equal times. Other games are compared at equal numbers
 * of moves.
 */
function isTimed(rules: Rules, start: GameState): boolean {
  return rules.nextAt(start) !== null || rules.timeLeft(start, 0) !== null;
}

/** Returns the scores of a counted log at even steps from zero. The last one is the final score. */
export function curveOf(
  rules: Rules,
  seed: number,
  inputs: readonly Input[],
): Pick<Ghost, 'by' | 'step' | 'scores'> {
  let state = rules.start(seed);
  const by = isTimed(rules, state) ? 'time' : 'moves';
  const seen: { at: number; score: number }[] = [];
  for (const [at, act] of inputs) {
    state = rules.act(rules.advance(state, at), act, at);
    seen.push({ at: by === 'time' ? at : (rules.metricsOf(state).moves ?? 0), score: state.score });
  }
  const length = seen.at(-1)?.at ?? 0;
  const step = Math.max(SHORTEST[by], Math.ceil(length / POINTS));
  const scores = Array.from(
    { length: Math.floor(length / step) + 1 },
    (_, index) => seen.findLast(({ at }) => at <= index * step)?.score ?? 0,
  );
  return { by, step, scores: [...scores, state.score] };
}

interface Wanted {
  readonly gameId: number;
  /** The player whose run it is; undefined means the best run. */
  readonly player?: number | undefined;
  /** The seed of the round that plays against it. It may be yesterday's; undefined means today's. */
  readonly seed?: number | undefined;
  /** The caller (null: a guest). Their own runs count even if they are hidden from the leaderboard. */
  readonly userId: number | null;
  readonly now: Date;
}

/**
 * Returns the best run on the leaderboard of the round's day, or the run of one player who is named on it. Null if there is none. Errors:
 * not_found if it isn't one of our games.
 */
export async function dailyGhost(
  db: Executor,
  { gameId, player, seed, userId, now }: Wanted,
): Promise<Ghost | null> {
  const { name, version } = await rulesOf(db, gameId);
  const own = userId === null ? undefined : eq(users.id, userId);
  const [best] = await db
    .select({ round: rounds, user: { id: users.id, name: users.name, shownAs: users.shownAs } })
    .from(rounds)
    .innerJoin(users, eq(users.id, rounds.userId))
    .where(
      and(
        eq(rounds.gameId, gameId),
        seed === undefined
          ? eq(rounds.daily, dayOf(now))
          : and(inArray(rounds.daily, [dayOf(now), dayOf(earlier(now, DAY))]), eq(rounds.seed, seed)),
        gt(rounds.score, 0),
        eq(rounds.version, version),
        isNotNull(rounds.inputs),
        player === undefined
          ? or(ne(users.shownAs, 'left'), own)
          : and(onlyOf(users.id, player), or(eq(users.shownAs, 'named'), own)),
      ),
    )
    .orderBy(desc(rounds.score), rounds.finishedAt, rounds.id)
    .limit(1);
  const rules = arcadeGame(name);
  if (!best || !rules) return null;
  const { user, round } = best;
  const mine = user.id === userId;
  return {
    mine,
    name: mine || user.shownAs === 'named' ? user.name : null,
    ...curveOf(rules, round.seed, round.inputs ?? []),
  };
}
