/**
 * The account's open round, as far as its browser has sent it, so that another device can continue it. The saved moves prove
 * nothing and pay nothing: the whole log is judged when the round ends (finish-round.ts). A round that wasn't ended in time is
 * judged by the saved moves.
 */
import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Input } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../../src/lib/arcade/games.ts';
import { isLog } from '../../../src/lib/arcade/log.ts';
import { PLAY_SESSION_MINUTES } from '../../../src/lib/contract/limits.ts';
import type { Executor } from '../../db/database.ts';
import { games, rounds } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { DAY, earlier, MINUTE } from '../../platform/time.ts';
import { rivalGhost } from './duels.ts';
import { CLOCK_SLACK_MS, lengthOf } from './judge-round.ts';

/** How long a round can be played, and how long one that was left can be counted. Later it is deleted (jobs/retention.ts). */
const PLAYED_MS = PLAY_SESSION_MINUTES * MINUTE;
const LEFT_MS = DAY;

/** Matches rounds of `userId` that are neither finished nor replaced, and began at most that long ago. */
const isOpen = (userId: number, now: Date, within: number) =>
  and(
    eq(rounds.userId, userId),
    isNull(rounds.finishedAt),
    isNull(rounds.replacedAt),
    gt(rounds.startedAt, earlier(now, within)),
  );

/**
 * Saves the moves of an open round, unless the saved ones reach further. So the order and number of such calls don't matter. `at`
 * is in milliseconds of play. Errors: not_found (also if the round isn't open any more), round_refused if this can't be its log.
 */
export async function keepMoves(
  db: Executor,
  given: { roundId: string; userId: number; inputs: readonly Input[]; at: number; now: Date },
): Promise<{ at: number }> {
  const { roundId, userId, inputs, at, now } = given;
  const which = and(eq(rounds.id, roundId), isOpen(userId, now, PLAYED_MS));
  const [found] = await db
    .select({
      startedAt: rounds.startedAt,
      version: rounds.version,
      variant: rounds.variant,
      arcade: games.arcade,
    })
    .from(rounds)
    .innerJoin(games, eq(games.id, rounds.gameId))
    .where(which);
  if (!found?.arcade) throw new DomainError('not_found');
  const rules = arcadeGame(found.arcade, found.variant);
  const elapsed = now.getTime() - found.startedAt.getTime() + CLOCK_SLACK_MS;
  const isPlausible = rules?.version === found.version && isLog(inputs, rules);
  if (!isPlausible || lengthOf(inputs) > at || at > elapsed) throw new DomainError('round_refused');
  await db
    .update(rounds)
    .set({ kept: { at, inputs } })
    .where(and(which, or(isNull(rounds.kept), lt(sql`(${rounds.kept}->>'at')::integer`, at))));
  return { at };
}

/**
 * Returns the round that the account left; null if there is none or none of it was saved. After the time limit, the browser that
 * asks ends it at once.
 */
export async function openRound(db: Executor, userId: number, now: Date) {
  const [found] = await db
    .select({ round: rounds, arcade: games.arcade })
    .from(rounds)
    .innerJoin(games, eq(games.id, rounds.gameId))
    .where(and(isOpen(userId, now, LEFT_MS), isNotNull(rounds.kept), isNotNull(games.arcade), games.active));
  if (!found?.arcade || !found.round.kept) return null;
  const { id, gameId, seed, version, variant, startedAt, daily, week, kept, rival } = found.round;
  return {
    ...{ id, seed, version, variant, started_at: startedAt.toISOString() },
    ...{
      game_id: gameId,
      arcade: found.arcade,
      daily: daily !== null,
      tournament: week !== null,
      at: kept.at,
      elapsed: Math.max(0, now.getTime() - startedAt.getTime()),
    },
    rival: await rivalGhost(db, rival),
    inputs: kept.inputs.map(([when, made]): [number, number] => [when, made]),
  };
}
