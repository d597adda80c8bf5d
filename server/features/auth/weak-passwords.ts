/** Passwords that are guessed first: the commonest of all, and what is plain to see here. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { site } from '../../../src/lib/site.ts';
import { fieldError } from '../../platform/domain-error.ts';

/** Of 10,000, so that no two of anybody's passwords look the same by chance. */
const PRINT_BYTES = 6;

/** What a password is known by in the list; in any case, since that is what is tried next. */
export function fingerprint(password: string): Buffer {
  const text = password.normalize('NFKC').toLowerCase();
  return createHash('sha256').update(text).digest().subarray(0, PRINT_BYTES);
}

let known: ReadonlySet<string> | undefined;

/** The 10,000 commonest of at least MIN_PASSWORD characters, by scripts/common-passwords.ts. */
function common(): ReadonlySet<string> {
  const list = () => readFileSync(new URL('./common-passwords.bin', import.meta.url)).toString('hex');
  known ??= new Set(list().match(new RegExp(`.{${PRINT_BYTES * 2}}`, 'g')));
  return known;
}

/** What must be left of a password without the words that anybody would try here. */
const LEFT = 6;

/** The site's name and the parts of the address: 'mira.kim@mail.example' → playtally, mira, kim, mail, example. */
function wordsOfHere(email: string): string[] {
  const parts = email.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [site.name.toLowerCase(), ...parts.filter((part) => part.length >= 4)];
}

/** Errors: `password`, for one that is among the commonest, is made of the address or the site's name, or of one sign. */
export function refuseWeak(password: string, email: string): void {
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
