import type { Ghost } from '../../lib/contract/arcade/rounds.ts';
import { formatPoints } from '../../lib/format/points.ts';

/**
 * Says how a round ended against the run that it raced: "You beat Mira by 40, 680 to 640." `lead` is below zero if that run was
 * better.
 */
export function duelResult(score: number, lead: number, { name, mine }: Ghost): string {
  const who = mine ? 'your best run' : (name ?? 'an unnamed player');
  const how =
    lead === 0
      ? `You tied with ${who}`
      : lead > 0
        ? `You beat ${who} by ${formatPoints(lead)}`
        : `You finished ${formatPoints(-lead)} behind ${who}`;
  return `${how}, ${formatPoints(score)} to ${formatPoints(score - lead)}.`;
}
