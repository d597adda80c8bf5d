import type { Amount, Reward } from '../../../lib/contract/rewards.ts';

/** What can be redeemed: an amount, or with null for an id the reward as it is. */
export type Choice = Omit<Amount, 'id'> & { readonly id: number | null };

/** A reward's amounts; one that comes in none is redeemed whole. */
export function choicesOf({
  amounts,
  name,
  points,
  cents,
  in_stock,
}: Reward): readonly [Choice, ...Choice[]] {
  const [first, ...others] = amounts;
  if (first) return [first, ...others];
  return [{ id: null, label: name, points, cents, stock: in_stock === false ? 0 : undefined }];
}

/** The one to begin with: the smallest that is there. */
export function firstChoice(reward: Reward): Choice {
  const choices = choicesOf(reward);
  return choices.find(({ stock }) => stock !== 0) ?? choices[0];
}
