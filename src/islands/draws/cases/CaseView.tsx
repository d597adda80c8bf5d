import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Case } from '../../../lib/contract/cases.ts';
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

interface Props {
  readonly one: Case;
  readonly area: Area;
}

/** One case: its odds first, then the ticket to open it with, and in its place what came out. */
export function CaseView({ one, area }: Props) {
  const user = useStore($user, { ssr: 'initial' }) ?? null;
  const turn = useStore($turn, { ssr: 'initial' });
  const isOpening = turn.state === 'opening';
  useEffect(() => {
    if (isOpening) void loadOpened();
  }, [isOpening]);
  // Who leaves sees at once what they have.
  useEffect(() => showBalance, []);
  useTurn(one, one.left_today === 0 ? midnight() : null, () => refreshCase(one.id));
  return (
    <div className="case-view" data-drawn="">
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
    </div>
  );
}

const DAY = 86_400_000;

/** The next midnight, UTC, from which more can be opened; shortly after one that one, which the server's clock may not have seen yet. */
function midnight(): string {
  return new Date(Math.ceil((Date.now() - GRACE) / DAY) * DAY).toISOString();
}
