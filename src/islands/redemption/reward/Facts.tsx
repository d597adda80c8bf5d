import { MIN_AGE } from '../../../lib/contract/limits.ts';
import type { Reward } from '../../../lib/contract/rewards.ts';

const deliveryWords: Readonly<Record<NonNullable<Reward['delivery']>['kind'], string>> = {
  code: 'A code, shown at once',
  account: 'By an operator, to your account there',
  email: 'By an operator, to an e-mail address',
  wallet: 'By an operator, to your wallet',
  address: 'By post',
};

/** What a buyer asks first, in a few lines. */
export function Facts({ reward }: { readonly reward: Reward }) {
  // A host that tells none of it.
  if (!reward.game && !reward.delivery && !reward.regions) return null;
  return (
    <dl className="facts">
      {reward.game && (
        <div>
          <dt>Game or platform</dt>
          <dd>{reward.game}</dd>
        </div>
      )}
      {reward.delivery && (
        <div>
          <dt>How it comes</dt>
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
          <dd>{reward.min_age} and older</dd>
        </div>
      )}
    </dl>
  );
}
