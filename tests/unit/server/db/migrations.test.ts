/** The migrations of existing databases: the first ones never change, and new ones are added at the end. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import * as schema from '../../../../server/db/schema.ts';
import { compareHistory } from '../../../../server/db/upgrade.ts';

const FOLDER = join(import.meta.dirname, '../../../../server/db/migrations');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const { entries } = v.parse(
  v.object({ entries: v.array(v.object({ idx: v.number(), when: v.number(), tag: v.string() })) }),
  JSON.parse(read('meta/_journal.json')),
);
const snapshotOf = (tag: string): unknown => JSON.parse(read(`meta/${tag.slice(0, 4)}_snapshot.json`));
const linkSchema = v.object({ id: v.string(), prevId: v.string() });

test('the baseline never changes: databases were made from it', () => {
  const hash = createHash('sha256');
  for (const { tag } of entries.slice(0, 2)) hash.update(read(`${tag}.sql`));
  hash.update(JSON.stringify(entries.slice(0, 2)));
  expect(hash.digest('hex')).toBe('a8f20c757ecff84f894c4cf3b04ae899dec58db98124cf12d85cfe23850ba9e3');
});

test('migrations are one chain: numbered, each later than the one before and made from its tables', () => {
  expect(entries.map(({ idx, tag }) => [idx, tag.slice(0, 5)])).toEqual(
    entries.map((_, at) => [at, `${String(at).padStart(4, '0')}_`]),
  );
  expect(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.sql'))
      .toSorted(),
  ).toEqual(entries.map(({ tag }) => `${tag}.sql`));
  const whens = entries.map(({ when }) => when);
  expect(whens).toEqual([...new Set(whens)].toSorted((a, b) => a - b));
  const links = entries.map(({ tag }) => v.parse(linkSchema, snapshotOf(tag)));
  expect(links.slice(1).map(({ prevId }) => prevId)).toEqual(links.slice(0, -1).map(({ id }) => id));
});

test('every change of the schema has a migration', async () => {
  const last = generateDrizzleJson({});
  const kept = { ...last, ...v.parse(v.looseObject({}), snapshotOf(entries.at(-1)?.tag ?? '')) };
  expect(await generateMigration(kept, generateDrizzleJson({ ...schema }))).toEqual([]);
});

test.each([
  ['the same', [1, 2, 3], 'current'],
  ['the first two', [1, 2], 'behind'],
  ['none', [], 'behind'],
  ['more than are known', [1, 2, 3, 4], 'newer version'],
  ['one that isn’t known', [1, 2, 9], 'newer version'],
  ['another beginning', [7, 8], 'before the first release'],
  ['another beginning, and more', [7, 8, 9, 10], 'before the first release'],
])('a database that had %s', (_, applied, says) => {
  let found: string;
  try {
    found = compareHistory(applied, [1, 2, 3]);
  } catch (error) {
    found = String(error);
  }
  expect(found).toContain(says);
});
