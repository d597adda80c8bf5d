/** Medals of a variant: by its own scores, and worth no points. */
import type { Variant } from './arcade.ts';

export const medals = ['bronze', 'silver', 'gold'] as const;
export type Medal = (typeof medals)[number];

/** The best medal that a score brings; null: none yet. */
export function medalOf({ medals: scores }: Pick<Variant, 'medals'>, score: number): Medal | null {
  return medals.findLast((_, at) => score >= (scores[at] ?? Infinity)) ?? null;
}

/** The next medal and the score that it asks for; null once gold is won. */
export function nextMedal(
  { medals: scores }: Pick<Variant, 'medals'>,
  score: number,
): { readonly medal: Medal; readonly score: number } | null {
  const at = scores.findIndex((needed) => score < needed);
  const [medal, needed] = [medals[at], scores[at]];
  return medal === undefined || needed === undefined ? null : { medal, score: needed };
}
