/**
 * Rounds of our own games. The server hands out the seed, the browser sends the player's moves, and the server replays them and
 * computes the score itself. It rejects a round that it can't verify: another account's round, a round sent twice, or one played
 * faster than hands can.
 */

import { randomInt, randomUUID } from 'node:crypto';
import { and, desc, eq, gte, isNotNull, isNull, max } from 'drizzle-orm';
import { CLASSIC, type Input, type Replay, type Rules } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../../src/lib/arcade/games.ts';
import type { FinishedRound } from '../../../src/lib/contract/arcade/rounds.ts';
import { errorMessages } from '../../../src/lib/contract/errors.ts';
import { PLAY_SESSION_MINUTES } from '../../../src/lib/contract/limits.ts';
import { formatPoints } from '../../../src/lib/format/points.ts';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import type { PlayBudget } from '../../config/config.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { games, rounds } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { refuseSuspended } from '../fraud/suspension.ts';
import { balanceOf, lockBalance } from '../ledger/ledger.ts';
import { addFinds, addGift } from '../milestones/finds.ts';
import { medalBetween, milestonesBetween, reachedBy, streakReached } from '../milestones/milestones.ts';
import { notify } from '../notifications/notifications.ts';
import { dayOf, sharedSeed, weeklySeed } from './daily.ts';
import { adoptGuestRound } from './guest-rounds.ts';
import { rulesOf } from './own-games.ts';
import { notePlayed } from './play-days.ts';
import { countRound } from './quests.ts';
import { noteScore, tournamentWeek } from './tournaments.ts';

/** How far a browser's clock may run ahead of ours during a round. */
export const CLOCK_SLACK_MS = 1_500;

/**
 * Starts a round and returns its seed. Usually the seed is random. A weekly variant uses the seed of the week. With `daily` it is
 * the seed that everyone shares today, and the round counts for today even if it is finished after midnight. With `tournament` it
 * is this week's shared seed, and the round counts only if it is finished in time.
 *
 * An account has one open round, so the new round replaces an earlier one. Moves made in the earlier round until now can still be
 * sent. A tab that was closed without finishing therefore never blocks a new round.
 *
 * Errors: not_found if it isn't one of our games or isn't this week's tournament game; invalid for an unknown variant, or for any
 * variant but Classic on a shared seed.
 */
export async function startRound(
  db: Database,
  given: { userId: number; gameId: number; daily: boolean; tournament: boolean; variant: string; now: Date },
) {
  const { userId, gameId, variant, now } = given;
  const { version, variant: rules } = await rulesOf(db.drizzle, gameId, variant);
  if ((given.daily || given.tournament) && variant !== CLASSIC)
    throw fieldError('variant', `The ${given.daily ? 'daily challenge' : 'tournament'} is a Classic round.`);
  await refuseSuspended(db.drizzle, userId);
  const week = given.tournament ? await tournamentWeek(db, gameId, now) : null;
  const daily = given.daily && week === null ? dayOf(now) : null;
  const period = week === null ? daily : `week ${week}`;
  const seed =
    period !== null
      ? await sharedSeed(db.drizzle, gameId, period)
      : rules.weekly
        ? await weeklySeed(db.drizzle, gameId, variant, now)
        : randomInt(2 ** 32);
  const id = randomUUID();
  const startedAt = await db.drizzle.transaction(async (tx) => {
    await lockBalance(tx, userId);
    await tx
      .update(rounds)
      .set({ replacedAt: now, kept: null })
      .where(and(eq(rounds.userId, userId), isNull(rounds.finishedAt), isNull(rounds.replacedAt)));
    // A browser's clock may have put the end of the last counted round past now. The new round starts after that end.
    const begins = new Date(Math.max(now.getTime(), await playedUntil(tx, userId)));
    await tx
      .insert(rounds)
      .values({ id, userId, gameId, daily, week, seed, version, variant, startedAt: begins });
    return begins;
  });
  return { id, seed, version, variant, started_at: startedAt.toISOString() };
}

/** Returns the end of an account's last counted round, in milliseconds since 1970. */
async function playedUntil(tx: Transaction, userId: number): Promise<number> {
  // Counted rounds don't overlap, so the one that started last also ended last.
  const [last] = await tx
    .select({ startedAt: rounds.startedAt, playedMs: rounds.playedMs })
    .from(rounds)
    .where(and(eq(rounds.userId, userId), isNotNull(rounds.playedMs)))
    .orderBy(desc(rounds.startedAt))
    .limit(1);
  return last ? last.startedAt.getTime() + (last.playedMs ?? 0) : 0;
}

const roundErrors: Record<
  Extract<Replay, { ok: false }>['reason'] | 'forged_score' | 'ahead_of_time' | 'replaced' | 'old_rules',
  string
> = {
  bad_input: 'We can’t count this round: it isn’t from this game.',
  illegal_act: 'We can’t count this round: it has a move the rules don’t allow.',
  impossible_pace: 'We can’t count this round: it’s faster than hands can play.',
  after_the_end: 'We can’t count this round: it continues after its end.',
  forged_score: 'We can’t count this round: the score doesn’t match the moves.',
  ahead_of_time: 'We can’t count this round: it’s longer than the time since it started.',
  replaced:
    'You started another round after this one, maybe in another tab. Only one round counts at a time, so we can’t count this one.',
  old_rules: 'The game was updated while you played. Please reload the page and start a new round.',
};

const EXPIRED = 'expired';

/** Returns the error for a rejected round, the same each time it is sent. `reason` is the one saved with the round. */
function roundErrorOf(reason: string): DomainError {
  if (reason === EXPIRED) return new DomainError('session_expired');
  const message = Object.entries(roundErrors).find(([name]) => name === reason)?.[1];
  return new DomainError('round_refused', { message: message ?? errorMessages.round_refused });
}

/** Returns how long a round was played, in milliseconds. The replay rejects logs in which this isn't a number. */
export const lengthOf = (inputs: readonly Input[]) => inputs.at(-1)?.[0] ?? 0;

function judge(
  round: typeof rounds.$inferSelect,
  arcade: string,
  inputs: readonly Input[],
  claimed: number,
  now: Date,
):
  | (Extract<Replay, { ok: true }> & Pick<Rules, 'variant'>)
  | { ok: false; reason: keyof typeof roundErrors } {
  const rules = arcadeGame(arcade, round.variant);
  if (!rules || rules.version !== round.version) return { ok: false, reason: 'old_rules' };
  // The replay is expensive, so the time is checked first: a round that has just started can't come with a long log.
  const lasted = lengthOf(inputs);
  const began = round.startedAt.getTime();
  if (lasted > now.getTime() - began + CLOCK_SLACK_MS) return { ok: false, reason: 'ahead_of_time' };
  if (round.replacedAt && lasted > round.replacedAt.getTime() - began)
    return { ok: false, reason: 'replaced' };
  // An untimed round can't be compared with timed ones on a shared seed.
  if (
    (round.daily ?? round.week) &&
    rules.untimed !== undefined &&
    inputs.some(([, act]) => act === rules.untimed)
  )
    return { ok: false, reason: 'illegal_act' };
  const replay = rules.replay(round.seed, inputs);
  if (!replay.ok) return replay;
  if (replay.score !== claimed) return { ok: false, reason: 'forged_score' };
  return { ...replay, variant: rules.variant };
}

/** Call it under the lock on the account's balance. */
async function findRound(tx: Transaction, roundId: string, userId: number) {
  const [found] = await tx
    .select({ round: rounds, game: games })
    .from(rounds)
    .innerJoin(games, eq(games.id, rounds.gameId))
    .where(and(eq(rounds.id, roundId), eq(rounds.userId, userId)));
  return found;
}

/**
 * Finishes a round, once. It replays the moves, counts the round towards the quests and credits those that it completes, all in
 * one transaction. A guest's round becomes a round of this account first. The same idempotency key gets the same answer again.
 * Errors: not_found (also for another account's round), session_finished, session_expired, round_refused.
 */
export async function finishRound(
  db: Database,
  given: {
    roundId: string;
    userId: number;
    inputs: readonly Input[];
    score: number;
    key: string;
    budget: PlayBudget;
    now: Date;
  },
): Promise<FinishedRound> {
  const { roundId, userId, inputs, budget, now } = given;
  const refused = await db.drizzle.transaction(async (tx): Promise<FinishedRound | DomainError> => {
    await lockBalance(tx, userId);
    let found = await findRound(tx, roundId, userId);
    if (!found) {
      await adoptGuestRound(tx, { roundId, userId, now });
      found = await findRound(tx, roundId, userId);
    }
    if (!found?.game.arcade) return new DomainError('not_found');
    const { round, game } = found;
    if (round.finishedAt) {
      if (round.refusal) return roundErrorOf(round.refusal);
      if (round.finishKey !== given.key || !isAnswer(round.answer))
        return new DomainError('session_finished');
      return round.answer;
    }
    const close = (change: Partial<typeof rounds.$inferInsert>) =>
      tx
        .update(rounds)
        .set({ finishedAt: now, finishKey: given.key, kept: null, ...change })
        .where(eq(rounds.id, roundId));
    await refuseSuspended(tx, userId);
    // A guest's round had its time checked when the account adopted it.
    if (!round.guest && now.getTime() - round.startedAt.getTime() > PLAY_SESSION_MINUTES * 60_000) {
      await close({ refusal: EXPIRED });
      return roundErrorOf(EXPIRED);
    }
    const judged = judge(round, found.game.arcade, inputs, given.score, now);
    if (!judged.ok) {
      await close({ refusal: judged.reason });
      return roundErrorOf(judged.reason);
    }
    const result = { score: judged.score, metrics: { ...judged.metrics } };
    const before = await reachedBy(tx, userId, now);
    const counted = await countRound(tx, {
      userId,
      gameId: game.id,
      game: game.name,
      // Quests count Classic rounds only. Other variants don't pay what an earlier round reached either.
      metrics: round.variant === CLASSIC ? judged.metrics : null,
      budget,
      now,
    });
    // A few moves aren't a full round, for quests or for the streak.
    if ((judged.metrics.rounds ?? 0) > 0) await notePlayed(tx, userId, now, lengthOf(inputs));
    const best = await bestBefore(tx, round);
    const rules = arcadeGame(found.game.arcade, round.variant);
    const hatched = rules?.finds?.(round.seed, judged.metrics) ?? [];
    const after = await reachedBy(tx, userId, now);
    const days = streakReached(before, after, dayOf(now))?.days ?? 0;
    const milestones = [
      ...medalBetween(judged.variant, best, judged.score),
      ...milestonesBetween(before, after, dayOf(now)),
      ...(await addFinds(tx, userId, hatched, now)),
      ...(await addGift(tx, { userId, days, now })),
    ];
    const quests = counted.quests.filter(({ credited }) => credited > 0);
    const [head, ...lines] = [
      ...(counted.credited > 0
        ? [`+${formatPoints(counted.credited)}`, ...quests.map(({ name }) => name)]
        : []),
      ...milestones.map(({ title }) => title),
    ];
    if (head !== undefined)
      await notify(tx, userId, {
        kind: 'quest',
        key: `round:${roundId}`,
        title: `${game.name}: ${head}`,
        body: lines.map((line) => `${line}.`).join(' '),
        href: hrefs.userGame(game.id),
        seen: true,
        now,
      });
    const answer: FinishedRound = {
      result,
      ...counted,
      milestones,
      balance: balanceOf(await lockBalance(tx, userId)),
    };
    const isKept =
      counted.credited > 0 || judged.score > best || (await isBestShared(tx, round, judged.score));
    const { week } = round;
    const isInTime = week !== null && (await noteScore(tx, { userId, week, score: judged.score, now }));
    await close({
      week: isInTime ? week : null,
      score: judged.score,
      inputs: isKept ? [...inputs] : null,
      playedMs: lengthOf(inputs),
      answer,
    });
    return answer;
  });
  // The error is returned from the transaction, not thrown: the rejected round stays closed instead of being rolled back.
  if (refused instanceof DomainError) throw refused;
  return refused;
}

/**
 * Returns the player's best score in the game's variant before this round; 0 if there was none. Only rounds that are shown or
 * were paid must be provable later, so only their moves are kept.
 */
async function bestBefore(tx: Transaction, round: typeof rounds.$inferSelect): Promise<number> {
  const { userId, gameId, variant } = round;
  const [best] = await tx
    .select({ score: max(rounds.score) })
    .from(rounds)
    .where(and(eq(rounds.userId, userId), eq(rounds.gameId, gameId), eq(rounds.variant, variant)));
  return best?.score ?? 0;
}

/** Returns whether a score is the player's best on the day's or week's shared seed. */
async function isBestShared(
  tx: Transaction,
  { userId, gameId, daily, week }: typeof rounds.$inferSelect,
  score: number,
): Promise<boolean> {
  const shared = daily !== null ? eq(rounds.daily, daily) : week !== null ? eq(rounds.week, week) : undefined;
  if (!shared) return false;
  const own = and(eq(rounds.userId, userId), eq(rounds.gameId, gameId), shared);
  return (await tx.$count(rounds, and(own, gte(rounds.score, score)))) === 0;
}

function isAnswer(value: unknown): value is FinishedRound {
  return typeof value === 'object' && value !== null && 'result' in value && 'balance' in value;
}
