/** The medals of a variant. They depend on its scores and pay no points. */
import type { Variant } from './arcade.ts';

export const medals = ['bronze', 'silver', 'gold'] as const;
type Medal = (typeof medals)[number];

/** Returns the best medal for a score. Null if there is none yet. */
export function medalOf({ medals: scores }: Pick<Variant, 'medals'>, score: number): Medal | null {
  return medals.findLast((_, at) => score >= (scores[at] ?? Infinity)) ?? null;
}

/** Returns the next medal and the score it needs. Null after gold. */
export function nextMedal(
  { medals: scores }: Pick<Variant, 'medals'>,
  score: number,
): { readonly medal: Medal; readonly score: number } | null {
  const at = scores.findIndex((needed) => score < needed);
  const [medal, needed] = [medals[at], scores[at]];
  return medal === undefined || needed === undefined ? null : { medal, score: needed };
}
