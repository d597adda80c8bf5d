/**
 * Finishing a round of our own games: the browser sends the player's moves, and the round is judged, counted and paid once.
 * Another account's round is rejected. Sending it again with the same idempotency key returns the first answer.
 */

import { and, eq, gte, max } from 'drizzle-orm';
import { CLASSIC, type Input } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../../src/lib/arcade/games.ts';
import type { FinishedRound } from '../../../src/lib/contract/arcade/rounds.ts';
import { PLAY_SESSION_MINUTES } from '../../../src/lib/contract/limits.ts';
import { formatPoints } from '../../../src/lib/format/points.ts';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import type { PlayBudget } from '../../config/config.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { games, rounds } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { MINUTE } from '../../platform/time.ts';
import { rejectSuspended } from '../fraud/suspension.ts';
import { balanceOf, lockBalance } from '../ledger/ledger.ts';
import { addFinds, addGift } from '../milestones/finds.ts';
import { medalBetween, milestonesBetween, reachedBy, streakReached } from '../milestones/milestones.ts';
import { notify } from '../notifications/notifications.ts';
import { dayOf } from './daily.ts';
import { adoptGuestRound } from './guest-rounds.ts';
import { blameless, EXPIRED, judge, lengthOf, roundErrorOf } from './judge-round.ts';
import { notePlayed } from './play-days.ts';
import { countRound } from './quests.ts';
import { holdTournament, noteScore } from './tournaments.ts';

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
 * Finishes a round, once. It replays the moves, counts the round toward the quests and credits those that it completes, all in
 * one transaction. A guest's round becomes a round of this account first. The same idempotency key gets the same answer again.
 * After the time limit, the round counts as far as it was saved (open-rounds.ts).
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
  const { roundId, userId, budget, now } = given;
  const refused = await db.drizzle.transaction(async (tx): Promise<FinishedRound | DomainError> => {
    await holdTournament(tx, roundId, userId);
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
    const refuse = async (refusal: string): Promise<DomainError> => {
      // If a guest's round is rejected through no fault of the player, the account can still claim another one.
      await close({ refusal, guest: round.guest && !blameless.has(refusal) });
      return roundErrorOf(refusal);
    };
    await rejectSuspended(tx, userId);
    // A guest's round may be saved later than it was played (adoptGuestRound).
    const took = round.guest ? lengthOf(given.inputs) : now.getTime() - round.startedAt.getTime();
    const isLate = took > PLAY_SESSION_MINUTES * MINUTE;
    // If it's late, only the moves saved in time count. The browser's score may include later ones.
    const inputs = isLate ? round.kept?.inputs : given.inputs;
    if (!inputs) return refuse(EXPIRED);
    const judged = judge(round, found.game.arcade, inputs, isLate ? null : given.score, now);
    if (!judged.ok) return refuse(judged.reason);
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
    const best = await bestScore(tx, round);
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
    // Only rounds that are shown or were paid must be provable later, and only full runs are good rivals.
    const isKept =
      counted.credited > 0 ||
      judged.score > best ||
      (judged.variant.rival && (judged.metrics.rounds ?? 0) > 0) ||
      (await isBestShared(tx, round, judged.score));
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

/** Returns the player's best score in the game's variant so far; 0 if there is none. */
export async function bestScore(
  tx: Transaction,
  { userId, gameId, variant }: Pick<typeof rounds.$inferSelect, 'userId' | 'gameId' | 'variant'>,
): Promise<number> {
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
