/** Reads a partner's report from the query or the body that it signed. */
import * as v from 'valibot';
import { FIRST_YEAR, LAST_YEAR } from '../../../src/lib/contract/fields.ts';
import { DomainError } from '../../platform/domain-error.ts';

const name = (field: string) =>
  v.pipe(
    v.string(`${field} is missing.`),
    v.regex(/^[\x21-\x7e]{1,100}$/, `${field} has 1 to 100 letters, digits or symbols, without spaces.`),
  );

const isInYears = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR;

/** ISO 8601, or seconds since 1970. Without it, the report's first arrival counts. */
const at = v.optional(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((given) => {
      const text = String(given);
      if (text === '') return undefined;
      return new Date(/^\d{9,11}$/.test(text) ? Number(text) * 1000 : text);
    }),
    v.check(
      // The database doesn't know all the years that a date can have here.
      (date) => date === undefined || isInYears(date.getUTCFullYear()),
      'at must be a time like 2026-11-20T14:02:00Z, or seconds since 1970.',
    ),
  ),
);

const common = { transaction: name('transaction'), at };
const reportSchema = v.variant(
  'kind',
  [
    v.object({ ...common, kind: v.literal('credit'), click: name('click') }),
    v.object({
      ...common,
      kind: v.literal('milestone'),
      click: name('click'),
      milestone: name('milestone'),
    }),
    v.object({
      ...common,
      kind: v.literal('reversal'),
      /** The transaction that is reversed. */
      reference: name('reference'),
      reason: v.optional(
        v.pipe(v.string(), v.trim(), v.maxLength(200, 'reason has at most 200 characters.')),
        '',
      ),
    }),
  ],
  'kind must be credit, milestone or reversal.',
);
export type Report = v.InferOutput<typeof reportSchema>;
export type Achievement = Exclude<Report, { kind: 'reversal' }>;

export interface Arrived {
  readonly partner: string;
  readonly report: Report;
  /** The query or the body, exactly as it was signed. */
  readonly raw: string;
  readonly now: Date;
}

const refuse = (field: string, text: string) => new DomainError('invalid', { fields: { [field]: [text] } });

function fieldsOf(raw: string, isJson: boolean): unknown {
  if (isJson) {
    try {
      return JSON.parse(raw);
    } catch {
      throw new DomainError('malformed_json');
    }
  }
  const fields: Record<string, string> = {};
  for (const [field, value] of new URLSearchParams(raw)) {
    // Programs differ in which of two values they use, so a repeated field is rejected.
    if (Object.hasOwn(fields, field)) throw refuse(field, `${field} is sent twice.`);
    fields[field] = value;
  }
  return fields;
}

/**
 * Reads the report from a query, a form or a JSON body. Unknown fields are ignored. Errors: malformed_json, invalid with the
 * fields.
 */
export function readReport(raw: string, isJson: boolean): Report {
  const result = v.safeParse(reportSchema, fieldsOf(raw, isJson));
  if (!result.success) {
    const [issue] = result.issues;
    const field = v.getDotPath(issue) ?? 'body';
    // For a missing field the library has a message for programmers, so it is replaced.
    const missing = issue.message.startsWith('Invalid key') && issue.received === 'undefined';
    throw refuse(field, missing ? `${field} is missing.` : issue.message);
  }
  const { reason = '' } = result.output.kind === 'reversal' ? result.output : {};
  if (reason.includes('\0')) throw refuse('reason', 'reason contains a character that isn’t allowed.');
  // The database stores the report.
  if (raw.includes('\0')) throw refuse('body', 'body contains a character that isn’t allowed.');
  return result.output;
}

/** How much of a report is stored, in characters. A report has a few hundred; only a broken or hostile partner sends more. */
const STORED = 4000;

/** Returns a report as it is stored: as it came, or its beginning and a note. Operators read it. Only one that they take by hand is read again (taken-reports.ts). */
export const storedReport = (raw: string): string =>
  raw.length > STORED ? `${raw.slice(0, STORED)}… (${STORED} of ${raw.length} characters were kept)` : raw;

/** Returns whether storedReport shortened it, so that it isn't the partner's report any more. */
export const isShortened = (stored: string): boolean => stored.length > STORED;

/** The longest reason that a player sees. */
const SHOWN = 120;

/**
 * Returns a partner's reason as a player may see it, between quotation marks: one short line of plain text, without links or
 * quotation marks of its own. Null if there is none. Operators see the report itself.
 */
export function shownReason(reason: string | null): string | null {
  const words = [
    ...(reason ?? '')
      // Line breaks, and invisible characters, which could turn the text around them.
      .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
      // Mail programs also make links of names with dots.
      .replaceAll(/\S+:\/\/\S+|\S*[^\s.]\.\p{L}{2,}\S*/gu, '(link)')
      .replaceAll(/["“”„«»]/g, '’')
      .trim(),
  ];
  if (words.length === 0) return null;
  return words.length > SHOWN ? `${words.slice(0, SHOWN - 1).join('')}…` : words.join('');
}
