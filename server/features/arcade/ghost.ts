/**
 * How far the best run of the day had come, step by step, for those who play the same seed. Only points of its score leave the server, never its
 * moves, and never so many of them that the moves could be worked out.
 */
import { and, desc, eq, gt, isNotNull, ne, or } from 'drizzle-orm';
import type { GameState, Input, Rules } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../../src/lib/arcade/games.ts';
import type { Ghost } from '../../../src/lib/contract/rounds.ts';
import type { Executor } from '../../db/database.ts';
import { rounds, users } from '../../db/schema.ts';
import { dayOf } from './daily.ts';
import { rulesOf } from './own-games.ts';

/** Points of a curve at most, besides the end. */
const POINTS = 60;
/** The shortest step between two: milliseconds where time runs by itself, else moves. Ten moves of Merge go a million ways. */
const SHORTEST = { time: 5_000, moves: 10 } as const;

/** Whether a game goes on by itself, so that a run is compared at the same time; else at the same number of moves. */
function isTimed(rules: Rules, start: GameState): boolean {
  return rules.nextAt(start) !== null || rules.timeLeft(start, 0) !== null;
}

/** The score of a log that was counted, at even steps from zero on; the last one is the score at its end. */
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

/**
 * The first of today's leaderboard; the caller's own run counts even where they are hidden from it. Null while nobody has scored. Errors:
 * not_found for what isn't a game of our own.
 */
export async function dailyGhost(
  db: Executor,
  gameId: number,
  userId: number,
  now: Date,
): Promise<Ghost | null> {
  const { name, version } = await rulesOf(db, gameId);
  const [best] = await db
    .select({ round: rounds, user: { id: users.id, name: users.name, shownAs: users.leaderboard } })
    .from(rounds)
    .innerJoin(users, eq(users.id, rounds.userId))
    .where(
      and(
        eq(rounds.gameId, gameId),
        eq(rounds.daily, dayOf(now)),
        gt(rounds.score, 0),
        eq(rounds.version, version),
        isNotNull(rounds.inputs),
        or(ne(users.leaderboard, 'left'), eq(users.id, userId)),
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
