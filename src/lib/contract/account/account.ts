/** The caller's account and profile data (spec sections 4, 5 and 7). Signing up and logging in are in auth/sign-in.ts. */
import * as v from 'valibot';
import { adapted, isObject, needed, raw } from '../answer.ts';
import { defineCall, idSchema } from '../call.ts';
import { daySchema, tidy } from '../fields.ts';
import { balanceSchema, userSchema } from './user.ts';

export * from './user.ts';

export const logoutUser = defineCall('user', 'POST /api/user/logout', {
  summary: "Revoke the caller's token",
  answer: v.object({ signed_out: v.literal(true) }),
});

const countrySchema = v.object({ code: v.string(), name: v.string() });
export type Country = v.InferOutput<typeof countrySchema>;

export const getCountries = defineCall('guest', 'GET /api/user/get-countries', {
  source: 'spec',
  summary: 'Every country, by ISO 3166 code and English name',
  // Other hosts may return a bare map of code to name.
  answer: adapted(v.object({ countries: raw(v.array(countrySchema)) }), (given) =>
    isObject(given) && !('countries' in given) ? { countries: given.data ?? given } : given,
  ),
});

export const getUser = defineCall('user', 'GET /api/user/specific-user/:id', {
  source: 'spec',
  summary: "A user: all of the caller's own data, or another player's public profile",
  answer: v.object({ user: needed(userSchema) }),
});

export const getBalance = defineCall('user', 'GET /api/user/balance', {
  summary: "The caller's points by state",
  answer: v.object({ balance: balanceSchema }),
});

/** Errors: invalid with `birth_date`. */
export const saveBirthDate = defineCall('user', 'PUT /api/user/birth-date', {
  summary: "Save the date of birth. It can't be changed later",
  body: v.object({
    birth_date: daySchema('Please enter a date like 2001-05-31.', 'Please enter your date of birth.'),
  }),
  answer: v.object({ user: userSchema }),
});

/** Errors: invalid with `value`, not_found. */
export const saveDeliveryDetail = defineCall('user', 'PUT /api/user/delivery-details', {
  summary:
    'Save the delivery details for a kind of reward: an account name, an email address, a wallet or a postal address',
  body: v.object({
    /** A reward that needs the detail. It defines the field and the pattern that a valid value matches. */
    reward_id: idSchema,
    value: v.pipe(
      v.string(),
      tidy,
      v.minLength(2, 'Please fill this in.'),
      v.maxLength(400, 'Please write at most 400 characters.'),
    ),
  }),
  answer: v.object({ user: userSchema }),
});
