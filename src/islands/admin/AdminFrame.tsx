import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Operator } from '../../lib/contract/operators/operator.ts';
import { exactTime } from '../../lib/format/dates.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { site } from '../../lib/site.ts';
import { Button } from '../shared/Button.tsx';
import { Empty } from '../shared/Empty.tsx';
import { shown } from '../shared/stores/load.ts';
import { changeAddress, useKept, usePath, useQuery } from '../shared/use-address.ts';
import { Nav } from './Nav.tsx';
import { type Leading, Link } from './parts/Link.tsx';
import { MessageFrame } from './parts/MessageFrame.tsx';
import { listOf, placeIn, type Section, titleOf, titles } from './places.ts';
import { screenOf } from './screens.tsx';
import { overview } from './section-store.ts';
import { logOutOperator } from './session-store.ts';
import './frame.css';

/**
 * The frame of the back office: a sidebar with the sections and what is waiting in each, and the section in the address next to
 * it.
 */
export function AdminFrame({ operator }: { readonly operator: Operator }) {
  const path = usePath(routes.operator.pattern);
  const query = useQuery(routes.operator.pattern) ?? '';
  const kept = useKept(routes.operator.pattern) ?? '';
  const waiting = useStore(overview.$load, { ssr: 'initial' });
  const place = placeIn(path ?? hrefs.operator());
  const title = titleOf(place);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);

  // Refresh on every navigation, never by a timer, which would keep an unattended session alive.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says when
  useEffect(() => {
    void overview.load('overview');
  }, [path]);
  useEffect(() => {
    document.title = `${title} · Operator console · ${site.name}`;
  }, [title]);
  // After a navigation, move scroll position and focus to the top of the new screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says when
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else {
      scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
  }, [path]);

  // A signed-in operator doesn't need the set-up page.
  useEffect(() => {
    if (path === hrefs.operator('setup')) changeAddress(hrefs.operator(), 'replace');
  }, [path]);

  // Back leads to the list as it was left, with its filters and its page.
  const lists = useRef<Partial<Record<Section, Leading>>>({});
  const { section, id } = place;
  useEffect(() => {
    if (section && id === null) lists.current[section] = { to: hrefs.operator(section) + query, kept };
  }, [section, id, query, kept]);
  const back = section && id !== null ? (lists.current[section] ?? { to: listOf(place) }) : null;

  const known = shown(waiting);
  return (
    <div className="admin">
      <header className="admin-top">
        <Link to={hrefs.operator()} className="admin-name">
          {site.name} <span>operator</span>
        </Link>
        <button type="button" className="button quiet small admin-open" popoverTarget="sections">
          Sections
        </button>
        <p className="admin-who">
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
        <Button quiet small onPress={logOutOperator}>
          Log out
        </Button>
      </header>
      <Nav place={place} overview={known?.overview} back={back} />
      <main id="content" tabIndex={-1}>
        <MessageFrame list={back?.to ?? hrefs.operator()}>
          {(message: ReactNode) => (
            <>
              {section && back !== null && (
                <p className="back">
                  <Link {...back}>← {titles[section]}</Link>
                </p>
              )}
              <h1 ref={heading} tabIndex={-1}>
                {title}
              </h1>
              {message}
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
        </MessageFrame>
      </main>
    </div>
  );
}
