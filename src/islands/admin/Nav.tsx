import { useEffect, useRef } from 'react';
import type { Overview } from '../../lib/contract/operators/operator.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Keys } from './parts/Keys.tsx';
import { type Leading, Link } from './parts/Link.tsx';
import { groups, type Place, type Section, titles } from './places.ts';

interface Props {
  readonly place: Place;
  /** The counts of waiting items. Undefined until known. */
  readonly overview: Overview | undefined;
  /** Where Escape leads. Null on a list. */
  readonly back: Leading | null;
}

/** The sections with the number of waiting items: a sidebar, or a menu behind a button on small screens. */
export function Nav({ place, overview, back }: Props) {
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step closes it
  useEffect(() => {
    if (list.current?.matches(':popover-open')) list.current.hidePopover();
  }, [place.section, place.id]);
  return (
    <nav className="admin-nav" id="sections" popover="auto" ref={list} aria-label="Sections">
      <Link to={hrefs.operator()} current={place.section === null}>
        To do
      </Link>
      {groups.map(({ title, sections }) => (
        <div key={title}>
          <p id={`group-${title}`}>{title}</p>
          <ul aria-labelledby={`group-${title}`}>
            {sections.map((section) => (
              <li key={section}>
                <Link to={hrefs.operator(section)} current={place.section === section}>
                  {titles[section]}
                  <Count of={overview && waitingIn(section, overview)} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Keys back={back} />
    </nav>
  );
}

function Count({ of }: { readonly of: number | undefined }) {
  if (!of) return null;
  return (
    <span className="count-badge">
      {of > 999 ? '999+' : of}
      <span className="unseen"> waiting</span>
    </span>
  );
}

/** Returns the number of waiting items in a section. */
function waitingIn(section: Section, overview: Overview): number {
  switch (section) {
    case 'orders':
      return (
        overview.orders_pending +
        overview.orders_processing +
        overview.orders_held +
        overview.refund_proposals
      );
    case 'submissions':
      return overview.submissions + overview.proofs;
    case 'opinions':
      return overview.opinions;
    case 'disputes':
      return overview.disputes;
    case 'support':
      return overview.threads;
    case 'users':
      return overview.shares_held;
    case 'adjustments':
      return overview.adjustments;
    case 'contests':
      return overview.contest_proposals;
    case 'partners':
      return overview.key_proposals;
    case 'operators':
      return overview.invitations;
    case 'rewards':
      return overview.rewards_paused;
    case 'codes':
      return overview.amounts_without_codes;
    default:
      return 0;
  }
}
