import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ContestCard as Card } from '../../../lib/contract/draws/contests.ts';
import { CONTEST_SORTS } from '../../../lib/contract/limits.ts';
import { extensions } from '../../../lib/host.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Chips } from '../../shared/Chips.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { viewOf } from '../../shared/list-view.ts';
import { SearchedList } from '../../shared/SearchedList.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { asList } from '../../shared/stores/load.ts';
import { changeAddress, pageIn, useQuery } from '../../shared/use-address.ts';
import { useList } from '../../shared/use-list.ts';
import { earliest, useTurn } from '../../shared/use-turn.ts';
import { ContestGrid, ContestSkeleton } from './ContestCard.tsx';
import { type Area, nextDate, places } from './contest-places.ts';
import { $contests, type ContestSort, loadContests } from './contests-store.ts';
import '../../shared/torn-card.css';
import './contests.css';

// Loaded on demand, because most visitors look at the running contests.
const Entries = lazy(async () => (await import('./Entries.tsx')).Entries, Waiting);

interface Props {
  readonly area: Area;
  /** `KnownContests`, if the host's catalogue is the build's. */
  readonly known?: ReactNode;
  /** How many entries the build knows of. */
  readonly count?: number | undefined;
}

const sortWords: Readonly<Record<ContestSort, string>> = {
  popular: 'Most entries',
  newest: 'Newest',
  'price-asc': 'Smallest prizes first',
  'price-desc': 'Largest prizes first',
  rating: 'Most points per entry',
  ending: 'Ending soonest',
};

const groups = [
  { state: 'open', heading: 'Open now' },
  { state: 'coming', heading: 'Upcoming' },
  { state: 'ended', heading: 'Ended' },
  // For a host that doesn't send the state.
  { state: null, heading: 'Giveaways' },
] as const;

/** The contests, or the player's entries. The address says which. */
export function ContestsIsland({ area, known, count }: Props) {
  const { list } = places[area];
  const query = useQuery(list);
  const params = new URLSearchParams(query ?? '');
  const entries = area === 'user' && params.get('tab') === 'entries';

  return (
    <div className="contests">
      {extensions && (
        <p className="intro">
          Free to enter, no matter what you play or earn. We draw the winners at random, and anyone can check
          the draw.
        </p>
      )}
      {extensions && area === 'user' && (
        <Chips
          legend="Show"
          values={['all', 'mine']}
          words={{ all: 'Giveaways', mine: 'Your entries' }}
          value={entries ? 'mine' : 'all'}
          onChoose={(tab) => changeAddress(tab === 'mine' ? hrefs.contestEntries() : list, 'push')}
        />
      )}
      {entries ? (
        <Entries page={pageIn(query)} />
      ) : (
        <List area={area} known={known} count={count} query={query} />
      )}
    </div>
  );
}

function Waiting() {
  return <RowSkeleton count={6} />;
}

/** All contests as raffle tickets, open ones first. */
function List({ area, known, count, query }: Props & { readonly query: string | null }) {
  const load = useStore($contests, { ssr: 'initial' });
  const view = viewOf(query ?? '', CONTEST_SORTS);
  const states = useList(asList(load, query === null ? null : view), loadContests);
  // Not while another view is being fetched, because this fetch would replace it.
  const claimed = load.state === 'ready' ? load.value : undefined;
  const turns = claimed?.data.map((contest) => nextDate(contest).at) ?? [];
  useTurn(claimed, earliest(turns), () => loadContests(view));

  return (
    <SearchedList
      {...states}
      nouns={['giveaway', 'giveaways']}
      view={view}
      sorts={CONTEST_SORTS}
      sortWords={sortWords}
      known={known}
      count={count}
      skeleton={<ContestSkeleton />}
      nothing={{
        title: 'No giveaways right now',
        text: 'Check back soon. You’ll see the dates, the rules and the number of entries here.',
      }}
      hint="Try part of a game’s name: “mer” finds every Merge giveaway."
    >
      {(contests) => <Groups contests={contests} area={area} />}
    </SearchedList>
  );
}

function Groups({ contests, area }: { readonly contests: readonly Card[]; readonly area: Area }) {
  return groups.map(({ state, heading }) => {
    const some = contests.filter((contest) => contest.state === state);
    if (some.length === 0) return null;
    return (
      <section key={state} aria-labelledby={`contests-${state}`}>
        <h2 id={`contests-${state}`}>{heading}</h2>
        <ContestGrid contests={some} area={area} />
      </section>
    );
  });
}
