import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Contest } from '../../../lib/contract/draws/contests.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { Failed } from '../../shared/Failed.tsx';
import { Time } from '../../shared/Time.tsx';
import { type Area, entryWords, places, winnerName } from './contest-places.ts';
import { $pastDraws, loadPastDraws } from './past-draws-store.ts';

interface Props {
  readonly contest: Contest;
  readonly area: Area;
}

/** The winners of earlier draws of this giveaway. */
export function PastDraws({ contest, area }: Props) {
  const load = useStore($pastDraws, { ssr: 'initial' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the giveaway doesn’t change while this is on screen
  useEffect(() => void loadPastDraws(contest), [contest.id]);
  if (load.state === 'failed')
    return (
      <Failed
        title="We couldn’t load the past winners"
        reason={load.error}
        onRetry={() => loadPastDraws(contest)}
      />
    );
  if (load.state !== 'ready') return <span className="skeleton line" />;
  if (load.value.length === 0) return <p className="muted">This is the first draw.</p>;
  return (
    <ul>
      {load.value.map(({ id, name, ends_at, entries, winners, called_off }) => (
        <li key={id}>
          <a href={places[area].href(id, name)}>
            Ended <Time at={ends_at} />
          </a>
          <small className="num">{entryWords(entries)}</small>
          <span>{called_off === null ? winnerWords(winners) : 'Cancelled'}</span>
        </li>
      ))}
    </ul>
  );
}

function winnerWords(winners: Contest['winners']): string {
  if (winners === null) return 'We’re drawing the winners';
  if (winners.length === 0) return 'Nobody entered';
  return winners.map((winner) => `${winnerName(winner)}, ${formatPoints(winner.points)} pts`).join(' · ');
}
