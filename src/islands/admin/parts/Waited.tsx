import { exactTime } from '../../../lib/format/dates.ts';
import { durationWords } from '../../../lib/format/duration.ts';

interface Props {
  /** When the wait began, ISO 8601. Null if nothing is waiting. */
  readonly since: string | null;
  /** When an answer is due, if that was promised. */
  readonly due?: string | null;
  /** Whether it is the status itself, with its mark. */
  readonly badge?: boolean;
}

/** "waiting 3 hours", or how late it is. */
export function Waited({ since, due = null, badge = false }: Props) {
  if (since === null) return null;
  const now = Date.now();
  const late = due !== null && Date.parse(due) < now;
  return (
    <time
      dateTime={since}
      title={exactTime(since)}
      className={late ? 'state bad' : badge ? 'state pending' : 'waited'}
    >
      {late ? `${ageWords(due, now)} late` : `waiting ${ageWords(since, now)}`}
    </time>
  );
}

/** Returns the time since then in words; `now` is in milliseconds: "3 hours". */
const ageWords = (since: string, now: number): string =>
  durationWords(Math.max(0, (now - Date.parse(since)) / 1000));
