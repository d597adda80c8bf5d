import type { CatalogueCase } from '../../../lib/contract/catalogue/catalogue.ts';
import { Points } from '../../shared/Points.tsx';
import { knownCases } from './KnownCases.tsx';
import { bestOf, Lid } from './Lid.tsx';
import { Odds } from './Odds.tsx';

type Filed = CatalogueCase & { readonly slug: string };

/** Returns a case of the catalogue, without what only the API knows. */
export function knownCase(one: Filed) {
  const { description, items } = one;
  return knownCases([one]).map((card) => ({ ...card, description, items }));
}

/** The case as the build knows it. What depends on the player is left out, with its space reserved. */
export function KnownCase({ one }: { readonly one: Filed }) {
  const [expected] = knownCase(one).map((known) => known.expected);
  return (
    <div className="detail-view case-view" aria-busy="true" data-drawn="">
      <p className="lead">{one.description}</p>
      <Odds one={{ ...one, expected: expected ?? 0 }} />
      <section className="torn open-ticket panel-known" aria-label="Open it">
        <div className="upper">
          <Lid of={one.slug} kind="Case" no={`No. ${one.id}`} best={bestOf(one)} />
          <p className="price">
            <Points points={one.points} />
          </p>
        </div>
        <div className="lower">
          <span className="skeleton line" />
          <span className="skeleton line" />
          <span className="skeleton line short" />
        </div>
      </section>
    </div>
  );
}
