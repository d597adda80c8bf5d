/** What the operators' calls have in common: reasons, people, and the fields of their lists' queries. */
import * as v from 'valibot';
import { idSchema } from './call.ts';
import { daySchema, tidy } from './fields.ts';
import { MAX_REASON, MIN_REASON } from './limits.ts';

/** Why, in words that the person concerned reads. */
export const reasonSchema = v.pipe(
  v.string('Please give the reason.'),
  tidy,
  v.minLength(MIN_REASON, `Please give the reason in at least ${MIN_REASON} characters.`),
  v.maxLength(MAX_REASON, `A reason has at most ${MAX_REASON} characters.`),
);
/** What comes with most acts. */
export const withReason = v.object({ reason: reasonSchema });

/** A whole number in a query; empty or missing is null. */
export const optionalId = v.optional(
  v.pipe(
    v.union(
      [v.literal(''), idSchema, v.pipe(v.string(), v.regex(/^[1-9]\d{0,9}$/), v.transform(Number))],
      'This is a whole number from 1 on.',
    ),
    v.transform((given) => (given === '' ? null : given)),
  ),
  '',
);
/** A search in a query; empty or missing is empty. */
export const optionalText = (max: number) =>
  v.optional(v.pipe(v.string(), tidy, v.maxLength(max, `At most ${max} characters.`)), '');
const dayText = 'Please enter a day like 2026-11-20.';
/** "2026-11-20", or null. */
export const optionalDay = v.optional(
  v.pipe(
    v.union([v.literal(''), daySchema(dayText)], dayText),
    v.transform((given) => (given === '' ? null : given)),
  ),
  '',
);

/** Somebody as lists of the operator's show them. */
export const personSchema = v.object({ id: idSchema, name: v.string() });
export type Person = v.InferOutput<typeof personSchema>;
