import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '../../lib/format/dates.ts';

const MINUTE = 60_000;

function everyMinute(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, MINUTE);
  return () => clearInterval(timer);
}
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

interface Props {
  /** ISO 8601. Null if unknown; nothing is shown then. */
  at: string | null;
}

/** "5 minutes ago", with the exact time on hover. The build writes the exact time, which stays true whenever it is read. */
export function Time({ at }: Props) {
  const minute = useSyncExternalStore(everyMinute, thisMinute, () => 0);
  if (at === null) return null;
  const exact = exactTime(at);
  // `minute` only triggers a render. The comparison uses the current time.
  return (
    <time dateTime={at} title={exact}>
      {minute === 0 ? exact : relativeTime(at, Math.max(minute, Date.now()))}
    </time>
  );
}
