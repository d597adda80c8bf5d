/** Fields shared by forms, bodies and queries: visible text, and days and times within bounds. */
import * as v from 'valibot';
import { isDay } from '../format/birth-date.ts';
import { visibleText, withoutHidden } from '../format/visible-text.ts';

type Tidying = v.BaseTransformation<string, string, never>;

/** Our own actions, because the OpenAPI document loses any limit that follows a plain transform. */
const tidying = (type: string, change: (text: string) => string): Tidying => {
  const action: Tidying = {
    kind: 'transformation',
    type,
    reference: () => action,
    async: false,
    '~run'(dataset) {
      dataset.value = change(dataset.value);
      return dataset;
    },
  };
  return action;
};

/** Removes invisible characters and trims, before the length is checked. */
export const tidy = tidying('tidy', visibleText);
/** The same for a text that is still being typed, which may end in a space. */
export const tidyDraft = tidying('tidy_draft', withoutHidden);

/** The range of years for dates: no living person was born earlier, and no plan reaches further. */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2199;
const isInBounds = (date: string) => {
  const year = Number(date.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
};

/** A calendar day: "2026-11-20". */
export const daySchema = (text: string, missing = text) =>
  v.pipe(
    v.string(missing),
    v.isoDate(text),
    v.check((day) => isDay(day) && isInBounds(day), text),
  );

/** A moment in ISO 8601: "2026-12-01T12:00:00Z". */
export const momentSchema = (text: string, missing = text) =>
  v.pipe(
    v.string(missing),
    v.isoTimestamp(text),
    v.check((at) => isDay(at.slice(0, 10)) && isInBounds(at) && !Number.isNaN(Date.parse(at)), text),
  );
