import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { hrefs, matchRoute, routes } from '../../../lib/routing/routes.ts';
import { $user, refreshUser } from '../../../lib/session/session.ts';
import { site } from '../../../lib/site.ts';
import { shown } from '../../../lib/stores/load.ts';
import { Failed } from '../../shared/Failed.tsx';
import { Stale } from '../../shared/Stale.tsx';
import { changeAddress, usePath } from '../../shared/use-address.ts';
import { needsDetails } from './checks.ts';
import { NoReward } from './NoReward.tsx';
import { RewardView } from './RewardView.tsx';
import { RewardSkeleton } from './Skeleton.tsx';
import { $rewardInfo, followReward, loadReward } from './store.ts';
import './redeem.css';
import './view.css';

/** Of the same page, and for browsers of the same file. */
export { RewardHeadingIsland } from './RewardHeadingIsland.tsx';

interface Props {
  /** shared: the guests' view under the address that one passes on. */
  readonly area: 'user' | 'guest' | 'shared';
}

const places = {
  user: { list: routes.userRewards.pattern, pattern: routes.userReward.pattern, href: hrefs.userReward },
  guest: { list: routes.guestRewards.pattern, pattern: routes.guestReward.pattern, href: hrefs.guestReward },
  shared: { list: routes.guestRewards.pattern, pattern: routes.reward.pattern, href: hrefs.reward },
} as const;

/** The page of one reward, whose number stands in the address: one pre-rendered shell answers for all. */
export function RewardIsland({ area }: Props) {
  const place = places[area];
  const path = usePath(place.pattern);
  const load = useStore($rewardInfo, { ssr: 'initial' });
  const part = path === null ? undefined : matchRoute(place.pattern, path)?.id;
  const id = part !== undefined && /^[1-9]\d{0,14}$/.test(part) ? Number(part) : null;

  const user = useStore($user, { ssr: 'initial' });
  const [isUserAsked, setUserAsked] = useState(false);
  // The store keeps how another page's question ended: until this one is asked, that doesn't count.
  const [asked, setAsked] = useState<number | null>(null);

  useEffect(() => {
    if (id === null) return;
    setAsked(id);
    void loadReward(id);
    // What was saved of the reader may be from another day or another tab; without an answer it stays as it is.
    refreshUser()
      .catch(() => {})
      .finally(() => setUserAsked(true));
  }, [id]);

  useEffect(() => (area === 'user' && id !== null ? followReward(id) : undefined), [area, id]);

  useEffect(() => {
    if (path !== null && part === undefined) location.replace(place.list);
  }, [path, part, place]);

  const info = shown(load);
  const failure = asked === id && load.state === 'failed' ? load.error : undefined;
  const name = info !== undefined && info.reward.id === id ? info.reward.name : undefined;
  useEffect(() => {
    // Back may have changed the address already while this page is still there.
    if (id === null || name === undefined || matchRoute(place.pattern, location.pathname)?.id !== part)
      return;
    document.title = `${name} · ${site.name}`;
    const address = place.href(id, name);
    if (location.pathname !== address) changeAddress(address + location.search + location.hash, 'replace');
  }, [id, part, name, place]);

  if (path === null || part === undefined) return <RewardSkeleton />;
  if (id === null || failure?.code === 'not_found') return <NoReward list={place.list} />;
  // A birth date and where rewards go aren't stored: shown before they are told, they would seem to be missing.
  const waits = area === 'user' && !isUserAsked && user?.delivery_details === undefined;
  if (info !== undefined && info.reward.id === id && !(waits && needsDetails(info.reward)))
    return (
      <>
        {failure !== undefined && (
          <Stale reason={failure.message} onRetry={() => loadReward(id)}>
            What you see is the reward as it was.
          </Stale>
        )}
        <RewardView info={info} area={area === 'user' ? 'user' : 'guest'} key={id} />
      </>
    );
  if (failure === undefined) return <RewardSkeleton />;
  return (
    <Failed
      level={2}
      title="This reward could not be loaded"
      reason={failure.message}
      onRetry={() => loadReward(id)}
    />
  );
}
