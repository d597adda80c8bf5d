import { useStore } from '@nanostores/react';
import type { PlayBudgetLeft } from '../../lib/contract/arcade/play-budget.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { extensions } from '../../lib/host.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { $guestRound, keptUntil } from '../../lib/session/guest-round.ts';
import { Time } from '../shared/Time.tsx';
import { payable } from './quest-progress.ts';
import { SignUpToEarn } from './SignUpToEarn.tsx';

interface Props {
  readonly signedIn: boolean;
  /** Whether the round can't earn anything. */
  readonly practice: boolean;
  /** What a new account can earn now. Undefined if unknown. */
  readonly budget: PlayBudgetLeft | undefined;
}

/** Says whether the round earns points, and if not, what it would need. */
export function PracticeNote({ signedIn, practice, budget }: Props) {
  const kept = useStore($guestRound, { ssr: 'initial' });
  const points = kept && budget ? payable(kept.reached, budget) : 0;
  const [label, text] = noteOf();
  return (
    <p className="practice">
      <span className="state info">{label}</span>
      <span>{text}</span>
    </p>
  );

  function noteOf() {
    if (!practice && kept && points > 0)
      return [
        'Saved round',
        <span key="keep">
          <a className="button quiet" href={hrefs.signUp(kept.path)}>
            Keep these {formatPoints(points)} points
          </a>{' '}
          <small>
            Expires <Time at={new Date(keptUntil(kept)).toISOString()} />
          </small>
        </span>,
      ];
    if (!practice) return ['No account needed', 'Play now, keep your points when you sign up.'];
    if (signedIn) return ['Free play', 'This round doesn’t earn points. End it and start another to earn.'];
    if (extensions) return ['Free play', 'We couldn’t set up points for this round. You can still play it.'];
    return ['Free play', <SignUpToEarn key="sign-up" />];
  }
}
