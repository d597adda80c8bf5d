import { exactTime } from '../../../lib/format/dates.ts';
import { durationWords } from '../../../lib/format/duration.ts';

interface Props {
  /** Since when, ISO 8601; null where nothing waits. */
  readonly since: string | null;
  /** Until when it is to be answered, where that was promised. */
  readonly due?: string | null;
}

/** "waiting 3 hours", and loud once what was promised is past. */
export function Waited({ since, due = null }: Props) {
  if (since === null) return null;
  const now = Date.now();
  const late = due !== null && Date.parse(due) < now;
  return (
    <time dateTime={since} title={exactTime(since)} className={late ? 'state bad' : 'waited'}>
      {late ? `${ageWords(due, now)} late` : `waiting ${ageWords(since, now)}`}
    </time>
  );
}

/** How long ago that was, from `now` in milliseconds: "3 hours". */
const ageWords = (since: string, now: number): string =>
  durationWords(Math.max(0, (now - Date.parse(since)) / 1000));
