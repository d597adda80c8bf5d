import { exactTime } from '../../../lib/format/dates.ts';
import { durationWords } from '../../../lib/format/duration.ts';

interface Props {
  /** When the wait began, ISO 8601. Null if nothing is waiting. */
  readonly since: string | null;
  /** When an answer is due, if that was promised. */
  readonly due?: string | null;
}

/** "waiting 3 hours", emphasised if it is overdue. */
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

/** Returns the time since then in words; `now` is in milliseconds: "3 hours". */
const ageWords = (since: string, now: number): string =>
  durationWords(Math.max(0, (now - Date.parse(since)) / 1000));
