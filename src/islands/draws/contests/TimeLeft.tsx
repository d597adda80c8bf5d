import { useSyncExternalStore } from 'react';
import { exactTime } from '../../../lib/format/dates.ts';
import { Time } from '../../shared/Time.tsx';

const HOUR = 3_600;

function everySecond(onSecond: () => void): () => void {
  const timer = setInterval(onSecond, 1000);
  return () => clearInterval(timer);
}

/** "in 3 days", and in the last hour a countdown: "12:05 left". */
export function TimeLeft({ at }: { readonly at: string }) {
  const left = useSyncExternalStore(
    everySecond,
    // Null outside the last hour, so that nothing renders each second for days.
    () => {
      const seconds = Math.ceil((Date.parse(at) - Date.now()) / 1000);
      return seconds > 0 && seconds < HOUR ? seconds : null;
    },
    () => null,
  );
  if (left === null) return <Time at={at} />;
  return (
    <time dateTime={at} title={exactTime(at)} className="num">
      {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')} left
    </time>
  );
}
