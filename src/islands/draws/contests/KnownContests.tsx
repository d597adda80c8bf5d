import type { CatalogueContest } from '../../../lib/contract/catalogue/catalogue.ts';
import type { ContestCard as Card } from '../../../lib/contract/draws/contests.ts';
import { publicHrefs } from '../../../lib/routing/public.ts';
import { Known } from '../../shared/Known.tsx';
import { ContestGrid } from './ContestCard.tsx';
import type { Area } from './contest-places.ts';

type Filed = CatalogueContest & { readonly slug: string };

interface Props {
  readonly contests: readonly Filed[];
  readonly area: Area;
}

/** Returns the weekly contests, without what only the API knows. */
export function knownContests(contests: readonly Filed[]): Card[] {
  return contests
    .filter(({ every }) => every === 'week')
    .sort((a, b) => b.id - a.id)
    .map(({ id, name, slug, game, summary, prizes }) => ({
      id,
      name,
      slug,
      game,
      summary,
      points: prizes.reduce((sum, points) => sum + points, 0),
      starts_at: null,
      ends_at: null,
      state: 'open',
      entries: null,
      entered: null,
      last_winner: null,
    }));
}

/** This week's ids come with the API's answer. Until then, each contest links to its permanent page. */
export function KnownContests({ contests, area }: Props) {
  return (
    <Known entries={knownContests(contests)}>
      {(some) => (
        <>
          <p className="count">This week</p>
          <section>
            <h2>Open now</h2>
            <ContestGrid contests={some} area={area} hrefOf={({ slug }) => publicHrefs.contest(slug)} />
          </section>
        </>
      )}
    </Known>
  );
}
