import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { PER_PAGE, REWARD_SORTS } from '../../../lib/contract/limits.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { viewOf } from '../../shared/list-view.ts';
import { SearchedList } from '../../shared/SearchedList.tsx';
import { TicketSkeleton } from '../../shared/Skeleton.tsx';
import { $balance } from '../../shared/stores/balance.ts';
import { asList } from '../../shared/stores/load.ts';
import { useQuery } from '../../shared/use-address.ts';
import { useList } from '../../shared/use-list.ts';
import { RewardGrid } from './RewardGrid.tsx';
import { $load, $rewards, loadRewards, type RewardSort } from './rewards-store.ts';
import './rewards.css';

interface Props {
  readonly area: 'user' | 'guest';
  /** `KnownRewards`, if the host's catalogue is the build's. */
  readonly known?: ReactNode;
}

const sortWords: Readonly<Record<RewardSort, string>> = {
  popular: 'Popular',
  newest: 'Newest',
  'price-asc': 'Lowest price',
  'price-desc': 'Highest price',
  rating: 'Top rated',
};

/** Every reward as a ticket. */
export function RewardsIsland({ area, known }: Props) {
  const query = useQuery((area === 'user' ? routes.userRewards : routes.guestRewards).pattern);
  const busy = useStore($load, { ssr: 'initial' });
  const balance = useStore($balance, { ssr: 'initial' });
  const view = viewOf(query ?? '', REWARD_SORTS);
  const load = useStore($rewards, { ssr: 'initial' });
  const states = useList(asList(load, query === null ? null : view), loadRewards);
  return (
    <div className="rewards">
      <SearchedList
        {...states}
        busy={busy}
        nouns={['reward', 'rewards']}
        view={view}
        sorts={REWARD_SORTS}
        sortWords={sortWords}
        known={known}
        skeleton={
          <div className={area === 'user' ? 'captioned' : undefined}>
            <TicketSkeleton count={PER_PAGE} />
          </div>
        }
        nothing={{
          title: 'No rewards right now',
          text: 'Check back soon. You keep your points.',
        }}
        hint="Try part of a name: “steam” finds every Steam reward."
      >
        {(rewards) => (
          <RewardGrid
            rewards={rewards}
            area={area}
            available={area === 'user' ? (balance?.available ?? null) : null}
          />
        )}
      </SearchedList>
    </div>
  );
}
