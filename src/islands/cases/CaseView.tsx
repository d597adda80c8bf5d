import { useStore } from '@nanostores/react';
import type { Case } from '../../lib/contract/cases.ts';
import { $turn } from '../../lib/stores/case.ts';
import { $user } from '../../lib/stores/session.ts';
import { later } from '../ui/later.tsx';
import type { Area } from './case-places.ts';
import { Odds } from './Odds.tsx';
import { OpenTicket } from './OpenTicket.tsx';

const Opened = later(async () => (await import('./Opened.tsx')).Opened);

interface Props {
  readonly one: Case;
  readonly area: Area;
}

/** One case: its odds first, then the ticket to open it with, and in its place what came out. */
export function CaseView({ one, area }: Props) {
  const user = useStore($user, { ssr: 'initial' }) ?? null;
  const turn = useStore($turn, { ssr: 'initial' });
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
