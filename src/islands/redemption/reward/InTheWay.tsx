import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { RedemptionBlock } from '../../../lib/contract/redemption.ts';
import { sendConfirmation } from '../../../lib/stores/confirmation.ts';
import { shown } from '../../../lib/stores/load.ts';
import { $redemption, followRedemption, loadRedemption } from '../../../lib/stores/redemption.ts';
import { Blocks } from '../../shared/Blocks.tsx';

/** What the page's own list and forms say already. */
const said: readonly string[] = ['paused', 'stock', 'age', 'details'];

/** How many points are missing stands in the list as well: what is new is where the others are. */
function beyondTheList(blocks: readonly RedemptionBlock[]): RedemptionBlock[] {
  return blocks.flatMap((block): RedemptionBlock[] => {
    if (said.includes(block.name)) return [];
    if (block.name !== 'points') return [block];
    if (block.way === 'orders') return [{ ...block, effect: 'holds', title: 'Points are on hold' }];
    return block.way === 'ledger' ? [{ ...block, effect: 'holds', title: 'Points are pending' }] : [];
  });
}

interface Props {
  readonly rewardId: number;
  readonly amountId: number | undefined;
}

/** What else stands in the way of this amount, or of the reward's smallest, as the server sees it. A host that can't say shows nothing here. */
export function InTheWay({ rewardId, amountId }: Props) {
  const load = useStore($redemption, { ssr: 'initial' });
  useEffect(() => {
    void loadRedemption(rewardId, amountId);
  }, [rewardId, amountId]);
  useEffect(() => followRedemption(), []);
  const blocks = beyondTheList(shown(load)?.blocks ?? []);
  return (
    <div role="status" aria-busy={load.state === 'loading'}>
      {blocks.length > 0 && (
        <>
          <h2 className="in-the-way">Before you can redeem</h2>
          <Blocks blocks={blocks} onConfirmMail={sendConfirmation} />
        </>
      )}
    </div>
  );
}
