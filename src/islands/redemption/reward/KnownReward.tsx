import type { ReactNode } from 'react';
import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import { type FiledReward, knownRewards } from '../../shared/known-rewards.ts';
import { About, Trademark } from './About.tsx';
import { Amounts } from './Amounts.tsx';
import { GuestRedeem } from './GuestRedeem.tsx';
import { Mark } from './Mark.tsx';

/** Returns a reward of the catalogue, without what only the API knows. */
export function knownReward(reward: FiledReward): Reward[] {
  const { added, ...texts } = reward;
  return knownRewards([reward]).map((card) => ({ ...texts, ...card, isRated: null }));
}

interface Props {
  readonly reward: FiledReward;
  readonly area: 'user' | 'guest';
  /** How to earn the points. */
  readonly children?: ReactNode;
}

/** The reward as the build knows it. What depends on the player is left out, with its space reserved. */
export function KnownReward({ reward, area, children }: Props) {
  return knownReward(reward).map((known) => (
    <div className="detail-view reward-view" aria-busy="true" key={known.id}>
      <p className="lead notched">{known.description}</p>
      {area === 'guest' ? (
        <GuestRedeem reward={known} signedIn={false} />
      ) : (
        <section className="redeem redeem-known" aria-label="Redeem">
          <div className="upper" inert>
            <Mark reward={known} />
            <Amounts amounts={known.amounts} chosen={known.amounts[0]?.id ?? null} onChoose={() => {}} />
          </div>
          <div className="lower">
            <span className="skeleton line" />
            <span className="skeleton line" />
            <span className="skeleton line short" />
          </div>
        </section>
      )}
      <div className="about">
        <About reward={known} area={area} way={children} />
      </div>
      <Trademark reward={known} />
    </div>
  ));
}
