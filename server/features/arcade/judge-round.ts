/**
 * Judging a round's log. The server replays the moves and computes the score itself. It rejects a round that it can't verify, such
 * as one played faster than hands can.
 */

import type { Input, Replay, Rules } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../../src/lib/arcade/games.ts';
import { errorMessages } from '../../../src/lib/contract/errors.ts';
import type { rounds } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';

/** How far a browser's clock may run ahead of ours during a round. */
export const CLOCK_SLACK_MS = 1_500;

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

export const EXPIRED = 'expired';
/** The reasons that an honest round can have. */
export const blameless: ReadonlySet<string> = new Set([EXPIRED, 'replaced', 'old_rules']);

/** Returns the error for a rejected round, the same each time it is sent. `reason` is the one saved with the round. */
export function roundErrorOf(reason: string): DomainError {
  if (reason === EXPIRED) return new DomainError('session_expired');
  const message = Object.entries(roundErrors).find(([name]) => name === reason)?.[1];
  return new DomainError('round_refused', { message: message ?? errorMessages.round_refused });
}

/** Returns how long a round was played, in milliseconds. The replay rejects logs in which this isn't a number. */
export const lengthOf = (inputs: readonly Input[]) => inputs.at(-1)?.[0] ?? 0;

/** `claimed` is the score that the browser showed; null if it may have shown more moves than these. */
export function judge(
  round: typeof rounds.$inferSelect,
  arcade: string,
  inputs: readonly Input[],
  claimed: number | null,
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
  if (claimed !== null && replay.score !== claimed) return { ok: false, reason: 'forged_score' };
  return { ...replay, variant: rules.variant };
}
