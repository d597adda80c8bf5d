import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ContestCard as Card } from '../../lib/contract/contests.ts';
import { CONTEST_SORTS } from '../../lib/contract/limits.ts';
import { $contests, type ContestSort, loadContests } from '../../lib/stores/contests.ts';
import { shown } from '../../lib/stores/load.ts';
import { viewOf } from '../ui/list-view.ts';
import { SearchedList } from '../ui/SearchedList.tsx';
import { useQuery } from '../ui/use-address.ts';
import { ContestCard, ContestSkeleton } from './ContestCard.tsx';
import { type Area, places } from './contest-places.ts';
import './contests.css';

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
  { state: 'coming', heading: 'Coming' },
  { state: 'ended', heading: 'Over' },
] as const;

/** Every contest as a raffle ticket, those that can be entered first. */
export function ContestsIsland({ area }: { readonly area: Area }) {
  const query = useQuery(places[area].list);
  const load = useStore($contests, { ssr: 'initial' });
  const view = viewOf(query ?? '', CONTEST_SORTS);

  useEffect(() => {
    if (query !== null) void loadContests(viewOf(query, CONTEST_SORTS));
  }, [query]);

  return (
    <div className="contests">
      <p className="intro">
        Entering is free, whatever you play or earn. Winners are drawn by lot, and anyone can run the draw
        again.
      </p>
      <SearchedList
        nouns={['contest', 'contests']}
        placeholder="Game or contest"
        view={view}
        sorts={CONTEST_SORTS}
        sortWords={sortWords}
        list={shown(load)}
        failure={load.state === 'failed' ? load.error.message : undefined}
        busy={load.state === 'loading'}
        skeleton={<ContestSkeleton />}
        nothing={{
          title: 'No contest is running',
          text: 'When one opens, its dates, its rules and the number of entries stand here.',
        }}
        hint="Look for part of a game’s name: “mer” finds every contest about Merge."
        onRetry={() => loadContests(view)}
      >
        {(contests) => <Groups contests={contests} area={area} />}
      </SearchedList>
    </div>
  );
}

function Groups({ contests, area }: { readonly contests: readonly Card[]; readonly area: Area }) {
  return groups.map(({ state, heading }) => {
    const some = contests.filter((contest) => contest.state === state);
    if (some.length === 0) return null;
    return (
      <section key={state} aria-labelledby={`contests-${state}`}>
        <h2 id={`contests-${state}`}>{heading}</h2>
        <ul className="raffles">
          {some.map((contest) => (
            <li key={contest.id}>
              <ContestCard contest={contest} area={area} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
