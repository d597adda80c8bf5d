/**
 * Rounds of our own games. The server hands out the seed, the browser sends what the player did, the server plays it again and
 * counts the score that it computed itself. What isn't proven so (another's session, a second use, a pace no hand has) is refused.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Input, Replay } from '../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../src/lib/arcade/games.ts';
import { errorMessages } from '../../src/lib/contract/errors.ts';
import type { FinishedRound } from '../../src/lib/contract/games.ts';
import { PLAY_SESSION_MINUTES } from '../../src/lib/contract/limits.ts';
import type { Database } from '../db/database.ts';
import { games, rounds } from '../db/schema.ts';
import { dailySeed, dayOf } from './daily.ts';
import { balanceOf, lockBalance } from './ledger.ts';
import { countRound } from './quests.ts';
import { Refusal } from './refusal.ts';
import { notePlayed } from './standing.ts';
import { refuseSuspended } from './suspension.ts';

/** A browser's clock may run this much ahead of ours between the start and the end of a round. */
const CLOCK_SLACK_MS = 1_500;

/**
 * Begins a round, on a seed of its own or, `daily`, on the one that everyone shares today: it counts for this day even when
 * it is finished after midnight. Refusal: not_found for what isn't a game of our own.
 */
export async function startRound(
  db: Database,
  given: { userId: number; gameId: number; daily: boolean; now: Date },
) {
  const { userId, gameId, now } = given;
  const [game] = await db.drizzle
    .select()
    .from(games)
    .where(and(eq(games.id, gameId), eq(games.active, true)));
  const rules = game?.arcade ? arcadeGame(game.arcade) : undefined;
  if (!game || !rules) throw new Refusal('not_found');
  await refuseSuspended(db.drizzle, userId);
  const daily = given.daily ? dayOf(now) : null;
  const round = {
    id: randomUUID(),
    userId,
    gameId,
    daily,
    seed: daily === null ? randomInt(2 ** 32) : await dailySeed(db.drizzle, gameId, daily),
    version: rules.version,
    startedAt: now,
  };
  await db.drizzle.insert(rounds).values(round);
  return { id: round.id, seed: round.seed, version: round.version, started_at: now.toISOString() };
}

const refusals: Record<
  Extract<Replay, { ok: false }>['reason'] | 'forged_score' | 'ahead_of_time' | 'old_rules',
  string
> = {
  bad_input: "What arrived isn't a round of this game, so it can't be counted.",
  illegal_act: "The round holds a move that the rules don't allow, so it can't be counted.",
  impossible_pace: "The round's pace is faster than hands can play, so it can't be counted.",
  after_the_end: 'The round goes on after its end, so it can’t be counted.',
  forged_score: "The score doesn't agree with the moves, so it can't be counted.",
  ahead_of_time: 'The round lasted longer than the time since it began, so it can’t be counted.',
  old_rules: 'The game was updated while you played. Please reload the page and start a new round.',
};

const EXPIRED = 'expired';

/** What is told of a refused round, now and whenever it is sent again: it wasn't counted. `reason` is as kept with the round. */
function refusalOf(reason: string): Refusal {
  if (reason === EXPIRED) return new Refusal('session_expired');
  const message = Object.entries(refusals).find(([name]) => name === reason)?.[1];
  return new Refusal('round_refused', { message: message ?? errorMessages.round_refused });
}

function judge(
  round: typeof rounds.$inferSelect,
  arcade: string,
  inputs: readonly Input[],
  claimed: number,
  now: Date,
): Replay | { ok: false; reason: keyof typeof refusals } {
  const rules = arcadeGame(arcade);
  if (!rules || rules.version !== round.version) return { ok: false, reason: 'old_rules' };
  // Before the replay, since that is the dear part: nobody gets a long one for a round that began just now.
  const lasted = inputs.at(-1)?.[0] ?? 0;
  if (lasted > now.getTime() - round.startedAt.getTime() + CLOCK_SLACK_MS)
    return { ok: false, reason: 'ahead_of_time' };
  const replay = rules.replay(round.seed, inputs);
  if (!replay.ok) return replay;
  if (replay.score !== claimed) return { ok: false, reason: 'forged_score' };
  return replay;
}

/**
 * Ends a round, once: replays it, counts it towards the quests and credits those that it completes, all in one transaction. The
 * same idempotency key gets the same answer again. Refusals: not_found (also for another account's round), session_finished,
 * session_expired, round_refused.
 */
export async function finishRound(
  db: Database,
  given: { roundId: string; userId: number; inputs: readonly Input[]; score: number; key: string; now: Date },
): Promise<FinishedRound> {
  const { roundId, userId, inputs, now } = given;
  const refused = await db.drizzle.transaction(async (tx): Promise<FinishedRound | Refusal> => {
    await lockBalance(tx, userId);
    const [found] = await tx
      .select({ round: rounds, game: games })
      .from(rounds)
      .innerJoin(games, eq(games.id, rounds.gameId))
      .where(and(eq(rounds.id, roundId), eq(rounds.userId, userId)));
    if (!found?.game.arcade) return new Refusal('not_found');
    const { round, game } = found;
    if (round.finishedAt) {
      if (round.refusal) return refusalOf(round.refusal);
      if (round.finishKey !== given.key || !isAnswer(round.answer)) return new Refusal('session_finished');
      return round.answer;
    }
    const close = (change: Partial<typeof rounds.$inferInsert>) =>
      tx
        .update(rounds)
        .set({ finishedAt: now, finishKey: given.key, ...change })
        .where(eq(rounds.id, roundId));
    await refuseSuspended(tx, userId);
    if (now.getTime() - round.startedAt.getTime() > PLAY_SESSION_MINUTES * 60_000) {
      await close({ refusal: EXPIRED });
      return refusalOf(EXPIRED);
    }
    const judged = judge(round, found.game.arcade, inputs, given.score, now);
    if (!judged.ok) {
      await close({ refusal: judged.reason });
      return refusalOf(judged.reason);
    }
    const result = { score: judged.score, metrics: { ...judged.metrics } };
    const counted = await countRound(tx, {
      userId,
      gameId: game.id,
      game: game.name,
      metrics: judged.metrics,
      now,
    });
    // A few moves aren't a round yet, for the quests as for the streak.
    if ((judged.metrics.rounds ?? 0) > 0) await notePlayed(tx, userId, now);
    const answer: FinishedRound = { result, ...counted, balance: balanceOf(await lockBalance(tx, userId)) };
    await close({ score: judged.score, inputs: [...inputs], answer });
    return answer;
  });
  // Returned rather than thrown inside, so that a refused round is closed for good instead of rolled back.
  if (refused instanceof Refusal) throw refused;
  return refused;
}

function isAnswer(value: unknown): value is FinishedRound {
  return typeof value === 'object' && value !== null && 'result' in value && 'balance' in value;
}
