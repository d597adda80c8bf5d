/**
 * Makes server/features/auth/common-passwords.bin from a list of passwords, most common first:
 * `node scripts/common-passwords.ts 10_million_password_list_top_1M.txt`. The current list is Mark Burnett's ten million passwords (2015,
 * released to the public domain). It is stored as hashes, because many of the passwords are offensive.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../server/features/auth/weak-passwords.ts';
import { MIN_PASSWORD } from '../src/lib/contract/limits.ts';

/** How many are kept, of those that are long enough for our site. */
const KEPT = 10_000;

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Name the file with the list: one password a line, most common first.');
  process.exit(1);
}
const long = readFileSync(file, 'utf8')
  .split(/\r?\n/)
  .filter((line) => line.length >= MIN_PASSWORD);
const prints = [...new Set(long.map((password) => fingerprint(password).toString('hex')))]
  .slice(0, KEPT)
  .sort();
writeFileSync(
  join(import.meta.dirname, '../server/features/auth/common-passwords.bin'),
  Buffer.from(prints.join(''), 'hex'),
);
console.log(`${prints.length} passwords`);
