import { useEffect, useRef } from 'react';
import type { Desk } from '../../lib/contract/operator.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Link } from './parts/Link.tsx';
import { groups, type Place, type Section, titles } from './places.ts';

interface Props {
  readonly place: Place;
  /** How much waits; undefined until it is known. */
  readonly desk: Desk | undefined;
}

/** The sections with what waits in each: at the side, and behind a button where there is no room for that. */
export function Nav({ place, desk }: Props) {
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step closes it
  useEffect(() => {
    if (list.current?.matches(':popover-open')) list.current.hidePopover();
  }, [place.section, place.id]);
  return (
    <nav className="desk-nav" id="sections" popover="auto" ref={list} aria-label="Sections">
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
                  <Count of={desk && waitingIn(section, desk)} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
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

/** How much of a section waits for somebody. */
export function waitingIn(section: Section, desk: Desk): number {
  switch (section) {
    case 'orders':
      return desk.orders_pending + desk.orders_processing + desk.orders_held;
    case 'submissions':
      return desk.submissions + desk.proofs;
    case 'opinions':
      return desk.opinions;
    case 'disputes':
      return desk.disputes;
    case 'support':
      return desk.threads;
    case 'adjustments':
      return desk.adjustments;
    case 'rewards':
      return desk.rewards_paused;
    case 'codes':
      return desk.amounts_without_codes;
    default:
      return 0;
  }
}
