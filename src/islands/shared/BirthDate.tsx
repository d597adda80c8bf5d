import { type ReactNode, useId } from 'react';
import type { BirthDateParts } from '../../lib/format/birth-date.ts';
import { MONTHS } from '../../lib/format/dates.ts';

interface Props {
  hint?: ReactNode;
  error?: string | undefined;
}

/**
 * A birth date in three fields. They are faster than a calendar for a distant year, and leave no doubt about the order of day and
 * month. Uncontrolled; `birthDateFrom` reads it from the form.
 */
export function BirthDate({ hint, error }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const wrong = error ? true : undefined;
  const figures = (label: string, part: keyof BirthDateParts, most: number) => (
    <label>
      <span>{label}</span>
      <input
        className="input"
        name={`birth_${part}`}
        inputMode="numeric"
        autoComplete={`bday-${part}`}
        maxLength={most}
        aria-invalid={wrong}
      />
    </label>
  );
  return (
    <fieldset className="field birth-date" aria-describedby={described || undefined}>
      <legend>Date of birth</legend>
      <div className="parts">
        {figures('Day', 'day', 2)}
        <label>
          <span>Month</span>
          <select
            className="input"
            name="birth_month"
            autoComplete="bday-month"
            aria-invalid={wrong}
            defaultValue=""
          >
            <option value="" disabled>
              –
            </option>
            {MONTHS.map((month, at) => (
              <option key={month} value={at + 1}>
                {month}
              </option>
            ))}
          </select>
        </label>
        {figures('Year', 'year', 4)}
      </div>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </fieldset>
  );
}

/** Returns the contents of the three fields. */
export function birthDateFrom(form: FormData): BirthDateParts {
  const text = (name: string) => String(form.get(name) ?? '');
  return { day: text('birth_day'), month: text('birth_month'), year: text('birth_year') };
}
