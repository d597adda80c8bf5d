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
  const delivery = reward.delivery && deliveryWords[reward.delivery.kind];
  // shared/Facts.tsx would be one more file that this page waits for.
  const facts = [
    ['Game or platform', reward.game],
    ['Delivery', delivery],
    ['Where it works', reward.regions],
    ['Age', reward.min_age !== null && reward.min_age > MIN_AGE && `${reward.min_age}+`],
  ] as const;
  return (
    <Fold id="facts" title="Details" state={delivery} open={open}>
      <dl className="facts">
        {facts.map(
          ([term, value]) =>
            value && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Fold>
  );
}
