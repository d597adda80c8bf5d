import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { CASE_AGE, REWARD_SORTS } from '../../../lib/contract/limits.ts';
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
import { CaseGrid, CaseSkeleton } from './CaseCard.tsx';
import { type Area, places } from './case-places.ts';
import { $cases, type CaseSort, loadCases } from './cases-store.ts';
import './cases.css';

// Loaded on demand, because most visitors only look at the cases.
const Openings = lazy(async () => (await import('./Openings.tsx')).Openings, Waiting);

interface Props {
  readonly area: Area;
  /** `KnownCases`, if the host's catalogue is the build's. */
  readonly known?: ReactNode;
  /** How many entries the build knows of. */
  readonly count?: number | undefined;
}

const sortWords: Readonly<Record<CaseSort, string>> = {
  popular: 'Most opened',
  newest: 'Newest',
  'price-asc': 'Lowest price',
  'price-desc': 'Highest price',
  rating: 'Best return',
};

/** The cases, or the player's openings. The address says which. */
export function CasesIsland({ area, known, count }: Props) {
  const { list } = places[area];
  const query = useQuery(list);
  const params = new URLSearchParams(query ?? '');
  const openings = area === 'user' && params.get('tab') === 'openings';

  return (
    <div className="cases">
      {extensions && (
        <p className="intro">
          For players {CASE_AGE}+. Points only. You see the odds first and can check every draw after. On
          average a case returns less than it costs.
        </p>
      )}
      {extensions && area === 'user' && (
        <Chips
          legend="Show"
          values={['all', 'mine']}
          words={{ all: 'Cases', mine: 'Your openings' }}
          value={openings ? 'mine' : 'all'}
          onChoose={(tab) => changeAddress(tab === 'mine' ? hrefs.caseOpenings() : list, 'push')}
        />
      )}
      {openings ? (
        <Openings page={pageIn(query)} />
      ) : (
        <List area={area} known={known} count={count} query={query} />
      )}
    </div>
  );
}

function Waiting() {
  return <RowSkeleton count={6} />;
}

function List({ area, known, count, query }: Props & { readonly query: string | null }) {
  const view = viewOf(query ?? '', REWARD_SORTS);
  const load = useStore($cases, { ssr: 'initial' });
  const states = useList(asList(load, query === null ? null : view), loadCases);
  return (
    <SearchedList
      {...states}
      nouns={['case', 'cases']}
      view={view}
      sorts={REWARD_SORTS}
      sortWords={sortWords}
      known={known}
      count={count}
      skeleton={<CaseSkeleton />}
      nothing={{
        title: 'No cases right now',
        text: 'Check back soon. You’ll see the odds and the average return before you open one.',
      }}
      hint="Try part of a game’s name: “mer” finds every Merge case."
    >
      {(cases) => <CaseGrid cases={cases} area={area} />}
    </SearchedList>
  );
}
