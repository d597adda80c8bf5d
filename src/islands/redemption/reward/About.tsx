import type { ReactNode } from 'react';
import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import { site } from '../../../lib/site.ts';
import { Fold } from '../../shared/Fold.tsx';
import { Facts } from './Facts.tsx';

interface Props {
  readonly reward: Reward;
}

interface AboutProps extends Props {
  /** For players these facts start closed, because they come to redeem. For guests, who can't yet, all but the steps are open. */
  readonly area: 'user' | 'guest';
  /** Whether it was just redeemed. The steps are then next to the code. */
  readonly redeemed?: boolean;
  /** How to earn the points, from the build. */
  readonly way?: ReactNode;
}

/** What every visitor can read about a reward, apart from prices. */
export function About({ reward, area, redeemed = false, way }: AboutProps) {
  const open = area === 'guest' || 'wide';
  return (
    <>
      {way && (
        <Fold id="way" title="How long it takes" open={open}>
          {way}
        </Fold>
      )}
      <Facts reward={reward} open={open} />
      {!redeemed && reward.steps.length > 0 && (
        <Fold id="how" title="How to redeem it" open="wide">
          <ol className="steps">
            {reward.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Fold>
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
