/** Fields that the operators' calls share: reasons, people, and filters of lists. */
import * as v from 'valibot';
import { idSchema } from '../call.ts';
import { daySchema, tidy } from '../fields.ts';
import { MAX_REASON, MIN_REASON } from '../operator-limits.ts';

/** The reason for an act. The user concerned reads it. */
export const reasonSchema = v.pipe(
  v.string('Please give the reason.'),
  tidy,
  v.minLength(MIN_REASON, `Please give the reason in at least ${MIN_REASON} characters.`),
  v.maxLength(MAX_REASON, `Please use at most ${MAX_REASON} characters.`),
);
/** The body of most acts. */
export const withReason = v.object({ reason: reasonSchema });

/** A whole number in a query. Empty or missing means null. */
export const optionalId = v.optional(
  v.pipe(
    v.union(
      [v.literal(''), idSchema, v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/), v.transform(Number))],
      'Please enter a whole number from 1.',
    ),
    v.transform((given) => (given === '' ? null : given)),
  ),
  '',
);
/** A search term in a query. Empty or missing means an empty string. */
export const optionalText = (max: number) =>
  v.optional(v.pipe(v.string(), tidy, v.maxLength(max, `Please use at most ${max} characters.`)), '');
/**
 * What identifies a row of a list, or its player: a number, an email address, or part of a name. Lists that have it are read with a
 * POST, so that it never appears in an address or in an access log.
 */
export const searchSchema = optionalText(254);
const dayText = 'Please enter a day like 2026-11-20.';
/** "2026-11-20", or null. */
export const optionalDay = v.optional(
  v.pipe(
    v.union([v.literal(''), daySchema(dayText)], dayText),
    v.transform((given) => (given === '' ? null : given)),
  ),
  '',
);

/** The UTC days that figures are about, both included: either both or neither. */
export const figureDaysEntries = { from: optionalDay, to: optionalDay };

/** A person, as the operators' lists show them. */
export const personSchema = v.object({ id: idSchema, name: v.string() });
export type Person = v.InferOutput<typeof personSchema>;
