import { expectedOf } from '../../../lib/arcade/draw.ts';
import type { CatalogueCase } from '../../../lib/contract/catalogue/catalogue.ts';
import type { CaseCard as Card } from '../../../lib/contract/draws/cases.ts';
import { Known } from '../../shared/Known.tsx';
import { CaseGrid } from './CaseCard.tsx';
import type { Area } from './case-places.ts';

type Filed = CatalogueCase & { readonly slug: string };

interface Props {
  readonly cases: readonly Filed[];
  readonly area: Area;
}

/** Returns the cases of the catalogue in their initial order, before any openings. */
export function knownCases(cases: readonly Filed[]): Card[] {
  return cases
    .map(({ id, name, slug, game, summary, points, items }) => ({
      id,
      name,
      slug,
      game,
      summary,
      points,
      expected: expectedOf(items),
      best: Math.max(...items.map((item) => item.points)),
    }))
    .sort((a, b) => a.points - b.points || a.id - b.id);
}

export function KnownCases({ cases, area }: Props) {
  return (
    <Known entries={knownCases(cases)} nouns={['case', 'cases']}>
      {(cards) => <CaseGrid cases={cards} area={area} />}
    </Known>
  );
}
