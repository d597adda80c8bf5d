import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Case } from '../../../lib/contract/draws/cases.ts';
import { DAY } from '../../../lib/format/dates.ts';
import { $user } from '../../../lib/session/session.ts';
import { lazy } from '../../shared/lazy.tsx';
import { showBalance } from '../../shared/stores/balance.ts';
import { GRACE, useTurn } from '../../shared/use-turn.ts';
import type { Area } from './case-places.ts';
import { $turn, refreshCase } from './case-store.ts';
import { Odds } from './Odds.tsx';
import { OpenTicket } from './OpenTicket.tsx';

const loadOpened = async () => (await import('./Opened.tsx')).Opened;
const Opened = lazy(loadOpened);
// Loaded when the user opens it.
const RecentOpenings = lazy(async () => (await import('./RecentOpenings.tsx')).RecentOpenings);
const isRecentAsked = () => new URLSearchParams(location.search).get('show') === 'openings';

interface Props {
  readonly one: Case;
  readonly area: Area;
}

/** One case: its odds, and the ticket to open it, which the result then replaces. */
export function CaseView({ one, area }: Props) {
  const user = useStore($user, { ssr: 'initial' }) ?? null;
  const turn = useStore($turn, { ssr: 'initial' });
  const [isRecent, setRecent] = useState(isRecentAsked);
  const isOpening = turn.state === 'opening';
  useEffect(() => {
    if (isOpening) void loadOpened();
  }, [isOpening]);
  const recent = useRef<HTMLDetailsElement>(null);
  // Scroll there, because the section didn't exist when the page loaded.
  useEffect(() => {
    if (isRecentAsked()) recent.current?.scrollIntoView();
  }, []);
  // Stop holding back the balance when the user leaves.
  useEffect(() => showBalance, []);
  useTurn(one, one.left_today === 0 ? midnight() : null, () => refreshCase(one.id));
  return (
    <div className="detail-view case-view" data-drawn="">
      <p className="lead">{one.description}</p>
      <Odds one={one} />
      {turn.state === 'opened' ? (
        <Opened
          one={one}
          opening={turn.opening}
          promised={turn.promised}
          available={user?.balance?.available}
          key={turn.opening.id}
        />
      ) : (
        <OpenTicket one={one} area={area} user={user} turn={turn} />
      )}
      <details
        ref={recent}
        className="fold past-draws"
        open={isRecent}
        onToggle={({ currentTarget: { open } }) => setRecent(open)}
      >
        <summary>Recent openings</summary>
        {isRecent && <RecentOpenings caseId={one.id} />}
      </details>
    </div>
  );
}

/**
 * Returns the next midnight in UTC, when the daily limit resets. Just after midnight, returns that one: the server's clock may be
 * behind.
 */
function midnight(): string {
  return new Date(Math.ceil((Date.now() - GRACE) / DAY) * DAY).toISOString();
}
