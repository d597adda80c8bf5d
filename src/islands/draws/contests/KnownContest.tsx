import type { CatalogueContest } from '../../../lib/contract/catalogue.ts';
import { Prizes } from './Prizes.tsx';
import { Rules } from './Rules.tsx';

export type FiledContest = CatalogueContest & { readonly slug: string };

/** The parts of a giveaway that are the same every week. Dates, entries and the player's own entry come with the API's answer. */
export function KnownContest({ contest }: { readonly contest: FiledContest }) {
  return (
    <div className="contest-view" aria-busy="true" data-drawn="">
      <p className="lead">{contest.summary}</p>
      <span className="skeleton panel-size" />
      <div className="about">
        <dl className="facts">
          {['a', 'b', 'c', 'd', 'e'].map((line) => (
            <div key={line}>
              <span className="skeleton line" />
              <span className="skeleton line short" />
            </div>
          ))}
        </dl>
        <Prizes contest={{ ...contest, winners: null, entry: null }} />
        <Rules rules={contest.rules} />
      </div>
    </div>
  );
}
