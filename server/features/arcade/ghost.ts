/**
 * How far a run of the day had come, step by step, to play against. Only points of its score leave the server, never its
 * moves, and on a seed that others play never so many of them that the moves could be worked out.
 */
import { and, desc, eq, gt, gte, isNotNull, ne, or } from 'drizzle-orm';
import { CLASSIC, type GameState, type Input, type Rules } from '../../../src/lib/arcade/arcade.ts';
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
/** The same on a seed that nobody else gets. */
const SHORTEST_OWN = { time: 1_000, moves: 1 } as const;

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
  const { id, weekly } = rules.variant;
  const shortest = id === CLASSIC || weekly ? SHORTEST : SHORTEST_OWN;
  const step = Math.max(shortest[by], Math.ceil(length / POINTS));
  const scores = Array.from(
    { length: Math.floor(length / step) + 1 },
    (_, index) => seen.findLast(({ at }) => at <= index * step)?.score ?? 0,
  );
  return { by, step, scores: [...scores, state.score] };
}

interface Wanted {
  readonly gameId: number;
  readonly variant: string;
  /** Whose run; undefined: the best one. */
  readonly player?: number | undefined;
  /** The caller, whose own runs count even where they are hidden from the leaderboard. */
  readonly userId: number;
  readonly now: Date;
}

/**
 * The best run of today's leaderboard, or that of one player who is named on it; in another variant than Classic the best one of today or of
 * all the caller's own. Null while there is none. Errors: not_found for what isn't a game of our own, invalid for a variant that it doesn't have.
 */
export async function dailyGhost(
  db: Executor,
  { gameId, variant, player, userId, now }: Wanted,
): Promise<Ghost | null> {
  const { name, version } = await rulesOf(db, gameId, variant);
  const own = eq(users.id, userId);
  const day = new Date(`${dayOf(now)}T00:00:00Z`);
  const [best] = await db
    .select({ round: rounds, user: { id: users.id, name: users.name, shownAs: users.leaderboard } })
    .from(rounds)
    .innerJoin(users, eq(users.id, rounds.userId))
    .where(
      and(
        eq(rounds.gameId, gameId),
        eq(rounds.variant, variant),
        variant === CLASSIC ? eq(rounds.daily, dayOf(now)) : or(gte(rounds.finishedAt, day), own),
        gt(rounds.score, 0),
        eq(rounds.version, version),
        isNotNull(rounds.inputs),
        player === undefined
          ? or(ne(users.leaderboard, 'left'), own)
          : and(eq(users.id, player), or(eq(users.leaderboard, 'named'), own)),
      ),
    )
    .orderBy(desc(rounds.score), rounds.finishedAt, rounds.id)
    .limit(1);
  const rules = arcadeGame(name, variant);
  if (!best || !rules) return null;
  const { user, round } = best;
  const mine = user.id === userId;
  return {
    mine,
    name: mine || user.shownAs === 'named' ? user.name : null,
    ...curveOf(rules, round.seed, round.inputs ?? []),
  };
}
