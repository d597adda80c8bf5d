import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import { MIN_AGE } from '../../../lib/contract/limits.ts';
import { Fold } from '../../shared/Fold.tsx';

const deliveryWords: Readonly<Record<NonNullable<Reward['delivery']>['kind'], string>> = {
  code: 'Instant code',
  account: 'Our team tops up your account',
  email: 'Our team sends it by email',
  wallet: 'Our team sends it to your wallet',
  address: 'By mail',
};

interface Props {
  readonly reward: Reward;
  readonly open: boolean | 'wide';
}

/** A reward's key facts in a few lines. */
export function Facts({ reward, open }: Props) {
  // The host sends none of them.
  if (!reward.game && !reward.delivery && !reward.regions) return null;
  return (
    <Fold
      id="facts"
      title="Details"
      state={reward.delivery && deliveryWords[reward.delivery.kind]}
      open={open}
    >
      <dl className="facts">
        {reward.game && (
          <div>
            <dt>Game or platform</dt>
            <dd>{reward.game}</dd>
          </div>
        )}
        {reward.delivery && (
          <div>
            <dt>Delivery</dt>
            <dd>{deliveryWords[reward.delivery.kind]}</dd>
          </div>
        )}
        {reward.regions && (
          <div>
            <dt>Where it works</dt>
            <dd>{reward.regions}</dd>
          </div>
        )}
        {reward.min_age !== null && reward.min_age > MIN_AGE && (
          <div>
            <dt>Age</dt>
            <dd>{reward.min_age}+</dd>
          </div>
        )}
      </dl>
    </Fold>
  );
}
