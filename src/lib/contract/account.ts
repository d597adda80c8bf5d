/** Joining, logging in, and who one is (spec sections 4, 5 and 7). */
import * as v from 'valibot';
import { defineCall, idParams, idSchema, timeSchema } from './call.ts';
import { MAX_EMAIL, MAX_PASSWORD, MIN_PASSWORD } from './limits.ts';

export const balanceSchema = v.object({
  /** Points that can be spent. */
  available: v.number(),
  /** Earned, and waiting to be confirmed. */
  pending: v.number(),
  /** Held for orders that aren't delivered yet. */
  reserved: v.number(),
  /** Points owed after a reversal, as a number of zero or more; new earnings settle it first. */
  debt: v.number(),
});
export type Balance = v.InferOutput<typeof balanceSchema>;

/** The user as its owner sees it; another's is the public face, without the optional keys. */
export const userSchema = v.object({
  id: idSchema,
  name: v.string(),
  /** The reward that is the caller's goal. */
  myreward: v.optional(v.nullable(idSchema)),
  email: v.optional(v.string()),
  country: v.optional(v.nullable(v.string())),
  birth_date: v.optional(v.nullable(v.string())),
  balance: v.optional(balanceSchema),
  /** Delivery details saved so far, by field name. */
  delivery_details: v.optional(v.record(v.string(), v.string())),
  created_at: v.optional(timeSchema),
  /** True for accounts of the demo data. */
  sample: v.optional(v.boolean()),
});
export type User = v.InferOutput<typeof userSchema>;

const email = v.pipe(
  v.string('Please enter your e-mail address.'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(MAX_EMAIL, `An e-mail address has at most ${MAX_EMAIL} characters.`),
  v.email('Please enter an e-mail address like name@example.com.'),
);
const captcha = v.pipe(
  v.string('Please confirm that you are a person.'),
  v.minLength(1, 'Please confirm that you are a person.'),
  v.maxLength(8192, 'The captcha is too long.'),
);

export const sessionAnswer = v.object({ success: v.object({ token: v.string(), user: userSchema }) });

export const loginUser = defineCall({
  method: 'POST',
  path: '/api/login-user',
  who: 'guest',
  source: 'spec',
  summary: 'Log in with e-mail and password',
  body: v.object({
    email,
    password: v.pipe(
      v.string('Please enter your password.'),
      v.minLength(1, 'Please enter your password.'),
      v.maxLength(MAX_PASSWORD, `A password has at most ${MAX_PASSWORD} characters.`),
    ),
    captcha,
  }),
  answer: sessionAnswer,
});

export const registerUser = defineCall({
  method: 'POST',
  path: '/api/registration-user',
  who: 'guest',
  source: 'spec',
  summary: 'Join with e-mail and password',
  body: v.object({
    email,
    password: v.pipe(
      v.string('Please choose a password.'),
      v.minLength(MIN_PASSWORD, `Please choose a password of at least ${MIN_PASSWORD} characters.`),
      v.maxLength(MAX_PASSWORD, `A password has at most ${MAX_PASSWORD} characters.`),
    ),
    captcha,
    /** Who invited: the number of a friend's link, or nothing. */
    reflink: v.optional(
      v.nullable(v.pipe(v.string(), v.maxLength(64, 'An invitation has at most 64 characters.'))),
    ),
  }),
  answer: sessionAnswer,
});

export const logoutUser = defineCall({
  method: 'POST',
  path: '/api/user/logout',
  who: 'user',
  source: 'ours',
  summary: "Revoke the caller's token",
  answer: v.object({ signed_out: v.literal(true) }),
});

export const getCaptcha = defineCall({
  method: 'GET',
  path: '/api/captcha',
  who: 'guest',
  source: 'ours',
  summary: 'A proof-of-work challenge to solve before logging in or joining',
  answer: v.looseObject({}),
});

export const getCountries = defineCall({
  method: 'GET',
  path: '/api/user/get-countries',
  who: 'guest',
  source: 'spec',
  summary: 'Every country, by ISO 3166 code and English name',
  answer: v.object({ countries: v.array(v.object({ code: v.string(), name: v.string() })) }),
});
export type Country = v.InferOutput<typeof getCountries.answer>['countries'][number];

export const getUser = defineCall({
  method: 'GET',
  path: '/api/user/specific-user/:id',
  who: 'user',
  source: 'spec',
  summary: "A user: one's own whole, another's public face",
  params: idParams,
  answer: v.object({ user: userSchema }),
});

export const getBalance = defineCall({
  method: 'GET',
  path: '/api/user/balance',
  who: 'user',
  source: 'ours',
  summary: "The caller's points by state",
  answer: v.object({ balance: balanceSchema }),
});

export const saveBirthDate = defineCall({
  method: 'PUT',
  path: '/api/user/birth-date',
  who: 'user',
  source: 'ours',
  summary: 'Save the birth date, once',
  body: v.object({
    birth_date: v.pipe(
      v.string('Please enter your birth date.'),
      v.isoDate('Please enter a date like 2001-05-31.'),
    ),
  }),
  answer: v.object({ user: userSchema }),
});

export const saveDeliveryDetail = defineCall({
  method: 'PUT',
  path: '/api/user/delivery-details',
  who: 'user',
  source: 'ours',
  summary:
    'Save where a reward is to be sent: an account name, an e-mail address, a wallet or a postal address',
  body: v.object({
    /** A reward that needs the detail: it says which field, and what a right answer looks like. */
    reward_id: idSchema,
    value: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(2, 'Please fill this in.'),
      v.maxLength(400, 'Please write at most 400 characters.'),
    ),
  }),
  answer: v.object({ user: userSchema }),
});
