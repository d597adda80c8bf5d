/**
 * How a reward is delivered, in the catalogue's files and in the calls. A separate file, because no page needs the rest of the
 * catalogue.
 */
import * as v from 'valibot';

const text = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(max));

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}

/** A regular expression that a valid value matches as a whole. */
export const patternSchema = v.pipe(v.string(), v.check(compiles, 'must be a valid regular expression'));

/** What an operator needs from the buyer to send the reward. `code` needs nothing: the code comes from stock. */
export const deliverySchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('code') }),
  v.strictObject({
    kind: v.picklist(['account', 'email', 'wallet', 'address']),
    /** The name under which the detail is saved. Rewards with the same name share it: `roblox_username`. */
    field: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{2,39}$/, 'must be a name such as roblox_username')),
    label: text(60),
    hint: text(160),
    /** Named groups mark what identifies the place, if other parts can change: `partner=(?<account>[0-9]+)&token=…`. */
    pattern: v.optional(patternSchema),
  }),
]);
