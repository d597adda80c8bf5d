import { useState } from 'react';
import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { StateBadge } from '../../shared/StateBadge.tsx';
import { Amounts } from './Amounts.tsx';
import { choicesOf, firstChoice } from './choices.ts';
import { Mark } from './Mark.tsx';

interface Props {
  readonly reward: Reward;
  /** Whether the user is signed in. They may still open the guests' page. */
  readonly signedIn: boolean;
}

/** The amounts for guests to read, and a link to the page where they can be redeemed. */
export function GuestRedeem({ reward, signedIn }: Props) {
  const [chosen, setChosen] = useState(firstChoice(reward).id);
  const target = hrefs.userReward(reward.id, reward.name);
  return (
    <section className="redeem" aria-label="Redeem">
      <div className="upper">
        <Mark reward={reward} />
        <Amounts amounts={choicesOf(reward)} chosen={chosen} onChoose={setChosen} />
      </div>
      <div className="lower">
        {reward.paused && (
          <p>
            <StateBadge state="paused" words="Paused for now" />
          </p>
        )}
        {signedIn ? (
          <a className="button" href={target}>
            Redeem it in your account
          </a>
        ) : (
          <>
            <p>Sign up for free and earn points to redeem this.</p>
            <a className="button" href={hrefs.signUp(target)}>
              Sign up
            </a>{' '}
            <a className="button quiet" href={hrefs.logIn(target)}>
              Log in to redeem
            </a>
          </>
        )}
      </div>
    </section>
  );
}
