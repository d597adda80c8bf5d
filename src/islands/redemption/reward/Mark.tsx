import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import { Face } from '../../shared/Face.tsx';

/** The top of the ticket: the reward's logo on its colour. */
export function Mark({ reward }: { readonly reward: Reward }) {
  return (
    <div className="lid">
      <Face glyph={reward.glyph} colour={reward.colour} />
      <span>{reward.kind}</span> <span>No. {reward.id}</span>
    </div>
  );
}
