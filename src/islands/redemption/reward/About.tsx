import type { Reward } from '../../../lib/contract/rewards.ts';
import { site } from '../../../lib/site.ts';
import { Facts } from './Facts.tsx';

interface Props {
  readonly reward: Reward;
}

interface AboutProps extends Props {
  /** Then its steps are beside the code. */
  readonly redeemed?: boolean;
}

/** What every visitor reads of a reward beside its prices. */
export function About({ reward, redeemed = false }: AboutProps) {
  return (
    <>
      <Facts reward={reward} />
      {!redeemed && reward.steps.length > 0 && (
        <section aria-labelledby="how">
          <h2 id="how">How to redeem it</h2>
          <ol className="steps">
            {reward.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

export function Trademark({ reward }: Props) {
  return (
    <p className="trademark">
      {site.name} isn’t affiliated with {reward.brand || 'the brands named here'}. Names and trademarks belong
      to their owners.
    </p>
  );
}
