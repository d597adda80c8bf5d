import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Operator } from '../../lib/contract/operator.ts';
import { exactTime } from '../../lib/format/dates.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { site } from '../../lib/site.ts';
import { shown } from '../../lib/stores/load.ts';
import { Button } from '../shared/Button.tsx';
import { Empty } from '../shared/Empty.tsx';
import { changeAddress, usePath } from '../shared/use-address.ts';
import { Nav } from './Nav.tsx';
import { Link } from './parts/Link.tsx';
import { TellingFrame } from './parts/Told.tsx';
import { type Place, placeIn, titles } from './places.ts';
import { screenOf } from './screens.tsx';
import { desk } from './section-store.ts';
import { leaveDesk } from './session-store.ts';
import './desk.css';

/** The frame that an operator works in: what waits at the side, the section that the address names beside it. */
export function Desk({ operator }: { readonly operator: Operator }) {
  const path = usePath(routes.operator.pattern);
  const waiting = useStore(desk.$load, { ssr: 'initial' });
  const place = placeIn(path ?? hrefs.operator());
  const title = titleOf(place);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);

  // With every step, and not by the clock: that would keep a session alive that nobody is at.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says when
  useEffect(() => {
    void desk.load('desk');
  }, [path]);
  useEffect(() => {
    document.title = `${title} · Operator · ${site.name}`;
  }, [title]);
  // A step leads to the top of the new screen, for eyes and for ears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says when
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else {
      scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
  }, [path]);

  // Who has come in has nothing to look for at the set-up.
  useEffect(() => {
    if (path === hrefs.operator('setup')) changeAddress(hrefs.operator(), 'replace');
  }, [path]);

  const known = shown(waiting);
  return (
    <div className="desk">
      <header className="desk-top">
        <Link to={hrefs.operator()} className="desk-name">
          {site.name} <span>operator</span>
        </Link>
        <button type="button" className="button quiet small desk-open" popoverTarget="sections">
          Sections
        </button>
        <p className="desk-who">
          <b>{operator.name}</b>
          {known && (
            <small title={exactTime(known.session_expires_at)}>
              logged in until {known.session_expires_at.slice(11, 16)} UTC
            </small>
          )}
        </p>
        <button className="icon-button" type="button" data-theme-switch aria-label="Switch theme">
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="12" cy="12" r="8.5" />
            <path fill="currentColor" d="M12 3.5a8.5 8.5 0 0 0 0 17z" />
          </svg>
        </button>
        <Button quiet small onPress={leaveDesk}>
          Log out
        </Button>
      </header>
      <Nav place={place} desk={known?.desk} />
      <main id="content" tabIndex={-1}>
        <TellingFrame>
          {(told: ReactNode) => (
            <>
              <h1 ref={heading} tabIndex={-1}>
                {title}
              </h1>
              {told}
              {screenOf(place) ?? (
                <Empty level={2} title="We can’t find this section">
                  <p>Check the address.</p>
                  <Link to={hrefs.operator()} className="button quiet small">
                    See your to-do list
                  </Link>
                </Empty>
              )}
            </>
          )}
        </TellingFrame>
      </main>
    </div>
  );
}

function titleOf({ section, id }: Place): string {
  if (section === null) return 'To do';
  if (section === undefined) return 'Operator';
  return id === null || !/^\d+$/.test(id) ? titles[section] : `${titles[section]}: ${id}`;
}
