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

const FIRST = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** 'sources' → 'source', 'entries' → 'entry'. Any other name gets a word for its parts: 'faq' → 'faq entry'. */
function singleOf(list: string): string {
  if (list.endsWith('ies')) return `${list.slice(0, -3)}y`;
  return /[^s]s$/.test(list) ? list.slice(0, -1) : `${list} entry`;
}

/**
 * Returns a field's path as people count: 'sources.0.url' → "the first source's url", 'regions.11' → 'region number 12',
 * 'receipt.lines.0' → "the receipt's first line". A name that isn't in a list stays as it is, because people look for it in the
 * file.
 */
export function fieldWords(path: string): string {
  const parts = path.split('.');
  if (!parts.some((part) => /^\d+$/.test(part))) return path;
  const words: string[] = [];
  for (const [at, part] of parts.entries()) {
    if (/^\d+$/.test(part)) continue;
    const index = parts[at + 1];
    if (index === undefined || !/^\d+$/.test(index)) words.push(part);
    else {
      const ordinal = FIRST[Number(index)];
      words.push(ordinal ? `${ordinal} ${singleOf(part)}` : `${singleOf(part)} number ${Number(index) + 1}`);
    }
  }
  const [first = ''] = words;
  return `${/ number \d+$/.test(first) ? '' : 'the '}${words.map((word, at) => (at === words.length - 1 ? word : `${word}${word.endsWith('s') ? "'" : "'s"}`)).join(' ')}`;
}
