import { DAY, longDate, MONTHS } from '../../lib/format/dates.ts';

const WEEKS = 12;

/**
 * Whether a month's name is above the column of this day: where the month begins, and above the first column, unless the next
 * name would touch it.
 */
const isNamed = (day: string, at: number): boolean =>
  day.endsWith('-01') || (at === 0 && Number(day.slice(-2)) < 18);

/** The last twelve weeks, one column per week with Monday at the top. Future days are left out. */
export function Days({ days, streak }: { readonly days: readonly string[]; readonly streak: number }) {
  if (days.length === 0) return null;
  const played = new Set(days);
  const today = Math.floor(Date.now() / DAY);
  // Day 0 (1 January 1970) was a Thursday.
  const first = today - ((today + 3) % 7) - (WEEKS - 1) * 7;
  const dayAt = (at: number) => new Date((first + at) * DAY).toISOString().slice(0, 10);
  const shown = Array.from({ length: today - first + 1 }, (_, at) => dayAt(at));
  const count = shown.filter((day) => played.has(day)).length;
  return (
    <section aria-labelledby="days">
      <div className="section-title">
        <h2 id="days">Days you played</h2>
        <span className="num">
          {streak > 1 && `${streak} in a row, `}
          {count} in the last {WEEKS} weeks
        </span>
      </div>
      <div className="months" aria-hidden="true">
        {shown.map(
          (day, at) =>
            isNamed(day, at) && (
              <small key={day} style={{ gridColumn: Math.floor(at / 7) + 1 }}>
                {MONTHS[Number(day.slice(5, 7)) - 1]?.slice(0, 3)}
              </small>
            ),
        )}
      </div>
      <div className="calendar" aria-hidden="true">
        {shown.map((day) => (
          <span key={day} className={played.has(day) ? 'played' : undefined} title={longDate(day)} />
        ))}
      </div>
    </section>
  );
}
