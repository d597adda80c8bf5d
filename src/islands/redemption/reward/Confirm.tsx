import type { User } from '../../../lib/contract/account.ts';
import type { Reward } from '../../../lib/contract/rewards.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { Button } from '../../shared/Button.tsx';
import { Dialog } from '../../shared/Dialog.tsx';
import { Sum } from '../../shared/Sum.tsx';
import { savedDetail } from './checks.ts';
import { amountName, type Choice } from './choices.ts';
import { Refused } from './Refused.tsx';
import { buy, type Purchase } from './store.ts';

interface Props {
  readonly open: boolean;
  readonly reward: Reward;
  readonly amount: Choice;
  readonly user: User;
  readonly purchase: Purchase;
  readonly onClose: () => void;
}

/** The last word before points are spent: what it costs, what is left, where it goes. And how it ended, if it didn't go well. */
export function Confirm({ open, reward, amount, user, purchase, onClose }: Props) {
  const buying = purchase.state === 'buying';
  const redeem = () => buy(reward.id, amount.id, amount.points);
  return (
    <Dialog
      open={open && purchase.state !== 'bought'}
      title={`Redeem ${titleOf(reward, amount)}?`}
      onClose={() => {
        // While it is under way there is nothing to go back to.
        if (!buying) onClose();
      }}
    >
      {purchase.state === 'refused' ? (
        <Refused error={purchase.error} onRetry={redeem} onClose={onClose} />
      ) : (
        <>
          <Sum cost={amount.points} available={user.balance?.available ?? null} />
          <p className="goes-to">{goesTo(reward, user)}</p>
          <div className="actions">
            <Button busy={buying} onPress={redeem}>
              {buying ? 'Redeeming' : redeemWords(amount)}
            </Button>
            <Button quiet disabled={buying} onPress={onClose}>
              Not now
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** "400 Robux" says it all; "$5" needs the reward's name. */
function titleOf(reward: Reward, amount: Choice): string {
  const label = amountName(amount);
  return label.toLowerCase().includes(reward.name.toLowerCase()) ? label : `${reward.name}, ${label}`;
}

function redeemWords({ points }: Choice): string {
  return points === null ? 'Redeem it' : `Redeem for ${formatPoints(points)} pts`;
}

function goesTo({ delivery }: Reward, user: User) {
  if (delivery === undefined) return 'What comes of it is shown here, and stands in your orders.';
  if (delivery.kind === 'code') return 'The code is shown here at once and kept in your orders.';
  return (
    <>
      An operator sends it to <b>{savedDetail(delivery.field, user)}</b>. Until then the order waits and the
      points are held.
    </>
  );
}
