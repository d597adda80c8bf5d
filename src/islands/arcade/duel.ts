import type { Ghost } from '../../lib/contract/arcade/rounds.ts';
import { formatPoints } from '../../lib/format/points.ts';

/** Says who won a duel, and by how much: "You beat Mira by 40, 680 to 640." `lead` is below zero if the rival won. */
export function duelResult(score: number, lead: number, { name }: Ghost): string {
  const who = `${lead === 0 ? 'You tied with' : lead > 0 ? 'You beat' : 'You lost to'} ${name ?? 'your rival'}`;
  const by = lead === 0 ? '' : ` by ${formatPoints(Math.abs(lead))}`;
  return `${who}${by}, ${formatPoints(score)} to ${formatPoints(score - lead)}.`;
}
