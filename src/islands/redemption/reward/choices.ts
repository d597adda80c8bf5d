import type { Amount, Reward } from '../../../lib/contract/catalogue/rewards.ts';

/** Something to redeem: an amount, or the reward itself if the id is null. */
export type Choice = Omit<Amount, 'id'> & { readonly id: number | null };

/** Returns a reward's amounts, or the reward itself if it has none. */
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

/** Returns the initial choice: the smallest amount in stock. */
export function firstChoice(reward: Reward): Choice {
  const choices = choicesOf(reward);
  return choices.find(({ stock }) => stock !== 0) ?? choices[0];
}
