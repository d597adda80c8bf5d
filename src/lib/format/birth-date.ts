/** A birth date as typed into its three fields. It may not be a valid date. */
export interface BirthDateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** { day: '31', month: '5', year: '2001' } → "2001-05-31". Null if it isn't a calendar day. */
export function isoBirthDate({ day, month, year }: BirthDateParts): string | null {
  if (!/^\d{1,2}$/.test(day.trim()) || !/^\d{1,2}$/.test(month.trim()) || !/^\d{4}$/.test(year.trim()))
    return null;
  const iso = `${year.trim()}-${month.trim().padStart(2, '0')}-${day.trim().padStart(2, '0')}`;
  return isDay(iso) ? iso : null;
}

/** Whether the text is a calendar day like "2001-05-31". Date turns 31 February into a day of March, which then differs. */
export function isDay(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === date;
}

/** Returns the whole years from a birth date ("2001-05-31") to a moment, in UTC. Negative for a future date. */
export function ageAt(birthDate: string, now: Date): number {
  const years = now.getUTCFullYear() - Number(birthDate.slice(0, 4));
  return now.toISOString().slice(5, 10) < birthDate.slice(5, 10) ? years - 1 : years;
}

type BirthDateReading = { readonly date: string } | { readonly error: string };

/** Returns the date in the fields, or a message that says what is wrong. Doesn't check for a minimum age. */
export function readBirthDate(parts: BirthDateParts, now: Date): BirthDateReading {
  const date = isoBirthDate(parts);
  if (date === null) return { error: 'Please enter a day, a month and a year, like 31 May 2001.' };
  const age = ageAt(date, now);
  return age < 0 || age > 120 ? { error: 'Please check the year.' } : { date };
}
