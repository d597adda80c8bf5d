import type { CatalogueReward } from '../../lib/contract/catalogue/catalogue.ts';
import type { RewardCard } from '../../lib/contract/catalogue/rewards.ts';

export type FiledReward = CatalogueReward & { readonly slug: string };

/** Returns the rewards of the catalogue in their initial order (before any sales), without what only the API knows. */
export function knownRewards(rewards: readonly FiledReward[]): RewardCard[] {
  return rewards
    .map(({ id, name, slug, kind, brand, game, glyph, colour, summary, amounts }) => {
      const [least] = amounts.toSorted((a, b) => a.points - b.points);
      const card = { id, name, slug, kind, brand, game, glyph, colour, summary };
      const { points = 0, cents = 0 } = least ?? {};
      return { ...card, points, cents, in_stock: null, paused: null, rate: null, rate_count: null };
    })
    .sort((a, b) => a.points - b.points || a.id - b.id);
}
