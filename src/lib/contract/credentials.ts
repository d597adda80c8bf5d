/** What people type to be known by, in whichever form they are asked for it. */
import * as v from 'valibot';
import { MAX_EMAIL, MAX_PASSWORD, MIN_PASSWORD } from './limits.ts';

export const email = v.pipe(
  v.string('Please enter your e-mail address.'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(MAX_EMAIL, `An e-mail address has at most ${MAX_EMAIL} characters.`),
  v.email('Please enter an e-mail address like name@example.com.'),
);

/** One that exists may be shorter than what is asked for today. */
export const password = v.pipe(
  v.string('Please enter your password.'),
  v.minLength(1, 'Please enter your password.'),
  v.maxLength(MAX_PASSWORD, `A password has at most ${MAX_PASSWORD} characters.`),
);

export const newPassword = v.pipe(
  v.string('Please choose a password.'),
  v.minLength(MIN_PASSWORD, `Please choose a password of at least ${MIN_PASSWORD} characters.`),
  v.maxLength(MAX_PASSWORD, `A password has at most ${MAX_PASSWORD} characters.`),
);

/** What the check that somebody is a person came to. */
export const captcha = v.pipe(
  v.string('Please confirm that you are a person.'),
  v.minLength(1, 'Please confirm that you are a person.'),
  v.maxLength(8192, 'The captcha is too long.'),
);
