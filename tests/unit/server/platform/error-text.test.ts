/** No error of any library shows user input in a log or a terminal. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ConfigError } from '../../../../server/config/config.ts';
import { errorText, errorTrace, fatalText } from '../../../../server/platform/error-text.ts';

const SECRET = 'Zr8-Quokka';
const thrown = (work: () => unknown): Error => {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
};
const fromDatabase = (code: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), {
    name: 'error',
    severity: 'ERROR',
    code,
    detail: `Key (email)=(${SECRET})`,
    ...more,
  });

test.each<[string, Error, RegExp]>([
  [
    'a statement’s values',
    new DrizzleQueryError(
      `INSERT INTO users VALUES ($1, '${SECRET}')`,
      [SECRET],
      fromDatabase('23505', 'duplicate key value violates unique constraint "users_email"', {
        constraint: 'users_email',
        table: 'users',
      }),
    ),
    /^a statement failed: INSERT INTO users VALUES \(\$1, '…'\); because: database error 23505 on users_email of users: duplicate key/,
  ],
  [
    'what PostgreSQL couldn’t read',
    fromDatabase('22P02', `invalid input syntax for type integer: "${SECRET}"`),
    /22P02: invalid input/,
  ],
  ['what a parser read', thrown(() => JSON.parse(`{"bc":${SECRET},"d`)), /^SyntaxError in JSON$/],
  ['what a schema refused', thrown(() => v.parse(v.number(), SECRET)), /^ValiError: the value isn’t number$/],
  [
    'a recipient',
    Object.assign(new Error(`550 5.1.1 <${SECRET}@mail.test>: unknown`), { code: 'EENVELOPE' }),
    /550 5\.1\.1 .*unknown \(EENVELOPE\)/,
  ],
  ['an argument', thrown(() => Reflect.apply(Buffer.alloc, null, [SECRET])), /ERR_INVALID_ARG_TYPE/],
  ['a header', thrown(() => new Headers({ a: `"${SECRET}\n"` })), /^TypeError: Headers/],
  [
    'a cause’s',
    new Error('it failed', { cause: new Error(`because of "${SECRET}" again`) }),
    /^it failed; because: because of … again$/,
  ],
  [
    'none of several addresses’',
    new AggregateError(
      [Object.assign(new Error('connect ECONNREFUSED ::1:25'), { code: 'ECONNREFUSED' })],
      '',
    ),
    /^connect ECONNREFUSED ::1:25$/,
  ],
])('%s', (_, error, words) => {
  expect(errorText(error)).toMatch(words);
  for (const text of [errorText(error), errorTrace(error), fatalText(error)])
    expect(text).not.toContain(SECRET);
  expect(errorTrace(error)).toMatch(/\n {4}at /);
});

test('an error that a person can fix is reported in one line, and a fault of ours with its stack', () => {
  expect(fatalText(new ConfigError('SITE_PORT must be a port.'))).toBe('SITE_PORT must be a port.');
  expect(fatalText(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))).toBe(
    'Playtally can’t continue: no space left on device (ENOSPC)',
  );
  expect(fatalText(new TypeError('x is undefined'))).toMatch(
    /^Playtally can’t continue: TypeError: x is undefined\n {4}at /,
  );
  expect(errorText({ message: SECRET })).not.toContain(SECRET);
});

test('no other server file turns an error into text', () => {
  const root = join(import.meta.dirname, '../../../../server');
  const byHand =
    /\.stack\b|instanceof Error \? |String\(error\)|\$\{error\}|(?:console\.error|log)\(error\)|\berror\.message\b/;
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && byHand.test(readFileSync(join(root, file), 'utf8')),
  );
  // The others report a CliError, and mistakes in a catalogue file.
  expect(found.toSorted()).toEqual(['cli/cli.ts', 'platform/catalogue-files.ts', 'platform/error-text.ts']);
});
