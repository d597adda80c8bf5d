import { useRef, useState } from 'react';
import type { User } from '../../../lib/contract/account/account.ts';
import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { Alert } from '../../shared/Alert.tsx';
import { Button } from '../../shared/Button.tsx';
import { makeGoal } from '../../shared/stores/goal.ts';
import { asApiError } from '../../shared/stores/load.ts';

interface Props {
  readonly reward: Reward;
  readonly user: User;
}

/** Makes the reward the player's goal on the dashboard. */
export function GoalButton({ reward, user }: Props) {
  const [error, setError] = useState<string>();
  const place = useRef<HTMLParagraphElement>(null);
  const isGoal = user.myreward === reward.id;

  async function choose() {
    setError(undefined);
    try {
      await makeGoal(reward.id);
      // The button disappears.
      place.current?.focus();
    } catch (thrown) {
      setError(asApiError(thrown).message);
    }
  }

  return (
    <>
      <p role="status" ref={place} tabIndex={-1} className={isGoal ? 'goal' : 'unseen'}>
        {isGoal && (
          <>
            <span className="state ok">This is your goal.</span>{' '}
            <a href={routes.userHome.pattern}>See your progress</a>
          </>
        )}
      </p>
      {!isGoal && (
        <Button quiet onPress={choose}>
          Make this my goal
        </Button>
      )}
      <Alert>{error}</Alert>
    </>
  );
}
