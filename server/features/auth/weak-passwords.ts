/** Passwords that are guessed first: the most common ones, and those made from the address or the site's name. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { site } from '../../../src/lib/site.ts';
import { fieldError } from '../../platform/domain-error.ts';

/** Long enough that, among 10,000 entries, another password doesn't match by chance. */
const PRINT_BYTES = 6;

/** Returns the entry for a password in the list. Case is ignored, because attackers try that next. */
export function fingerprint(password: string): Buffer {
  const text = password.normalize('NFKC').toLowerCase();
  return createHash('sha256').update(text).digest().subarray(0, PRINT_BYTES);
}

let known: ReadonlySet<string> | undefined;

/** Returns the 10,000 most common passwords of at least MIN_PASSWORD characters (scripts/common-passwords.ts). */
function common(): ReadonlySet<string> {
  const list = () => readFileSync(new URL('./common-passwords.bin', import.meta.url)).toString('hex');
  known ??= new Set(list().match(new RegExp(`.{${PRINT_BYTES * 2}}`, 'g')));
  return known;
}

/** How much of a password must be left without the words that anyone would try here. */
const LEFT = 6;

/** Returns the site's name and the parts of the address: 'mira.kim@mail.example' → playtally, mira, kim, mail, example. */
function wordsOfHere(email: string): string[] {
  const parts = email.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [site.name.toLowerCase(), ...parts.filter((part) => part.length >= 4)];
}

/**
 * Rejects weak passwords. Errors: `password` if it is too common, is made from the address or the site's name, or repeats a few
 * characters.
 */
export function rejectWeak(password: string, email: string): void {
  if (common().has(fingerprint(password).toString('hex')))
    throw fieldError('password', 'This password is too common. Try a few random words instead.');
  const text = password.normalize('NFKC').toLowerCase();
  const left = wordsOfHere(email).reduce((rest, word) => rest.replaceAll(word, ''), text);
  if (left !== text && left.length < LEFT)
    throw fieldError(
      'password',
      `This is too close to your email address or to the name ${site.name}. Choose something unrelated.`,
    );
  if (new Set(text).size < 4)
    throw fieldError('password', 'This repeats the same few characters. Choose one that’s harder to guess.');
}
