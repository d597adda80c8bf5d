import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { $user, refreshUser } from '../../../lib/session/session.ts';
import { DetailPage } from '../../shared/DetailPage.tsx';
import { shown } from '../../shared/stores/load.ts';
import { useAddressId } from '../../shared/use-address-id.ts';
import { needsDetails } from './checks.ts';
import { RewardView } from './RewardView.tsx';
import { $rewardInfo, followReward, loadReward } from './reward-info-store.ts';
import './redeem.css';
import './view.css';

interface Props {
  /** shared: the guests' view at the reward's public address. */
  readonly area: 'user' | 'guest' | 'shared';
  /** `KnownReward`, if the build knows this reward. */
  readonly known?: ReactNode;
  /** How to earn the points, from the build. */
  readonly way?: ReactNode;
}

const places = { user: 'userReward', guest: 'guestReward', shared: 'reward' } as const;

export function RewardIsland({ area, known, way }: Props) {
  const place = places[area];
  const { pattern } = routes[place];
  const id = useAddressId(pattern);
  const load = useStore($rewardInfo, { ssr: 'initial' });
  const user = useStore($user, { ssr: 'initial' });
  const info = shown(load);
  const [isUserAsked, setUserAsked] = useState(false);

  useEffect(() => {
    // The stored user may be out of date. If the call fails, it stays as it is.
    if (id)
      refreshUser()
        .catch(() => {})
        .finally(() => setUserAsked(true));
  }, [id]);
  useEffect(() => (area === 'user' && id ? followReward(id) : undefined), [area, id]);

  // Birth date and delivery details aren't stored, so they would seem missing until the server answers.
  const waits =
    area === 'user' &&
    !isUserAsked &&
    user?.delivery_details === undefined &&
    info &&
    needsDetails(info.reward);
  return (
    <DetailPage
      noun="reward"
      id={id}
      load={waits ? { state: 'loading' } : load}
      ask={loadReward}
      list={area === 'user' ? routes.userRewards.pattern : routes.guestRewards.pattern}
      of={({ reward }) => reward}
      pattern={pattern}
      href={hrefs[place]}
      skeleton={<RewardSkeleton />}
      known={known}
    >
      {(info) => (
        <RewardView info={info} area={area === 'user' ? 'user' : 'guest'} way={way} key={info.reward.id} />
      )}
    </DetailPage>
  );
}

/** A placeholder for the reward, at its size. */
function RewardSkeleton() {
  return (
    <div className="detail-view reward-view" aria-busy="true">
      <p className="unseen" role="status" aria-label="Loading the reward" />
      <div className="lead">
        <span className="skeleton line" />
        <span className="skeleton line" />
        <span className="skeleton line short" />
      </div>
      <span className="skeleton redeem-size" />
    </div>
  );
}
