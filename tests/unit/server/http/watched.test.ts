/** What the operators' reference says to look for in the metrics and in the log is what the server writes. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProject } from '../../../support/compose.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const reference = readProject('docs/operators/reference.md');

test('the reference’s table has each of our metrics, and no other', () => {
  const listed = [...reference.matchAll(/^\| `(playtally_\w+)`/gm)].map(([, name]) => name);
  const made = [...readProject('server/observability/metrics.ts').matchAll(/name: '(playtally_\w+)'/g)];
  expect(new Set(listed)).toEqual(new Set(made.map(([, name]) => name)));
});

test('each text of the log that the reference quotes is in the code', () => {
  const code = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readProject(`server/${name}`))
    .join('\n');
  const sentences = reference.replaceAll(/\n(?=\w)/g, ' ').split(/(?<=[.|])\s/);
  const quoted = sentences
    .map((sentence) => /\bthe\s+log says\b.*|\bIn the log, watch for\b.*/.exec(sentence)?.[0] ?? '')
    .flatMap((part) => [...part.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
  expect(quoted.length).toBeGreaterThan(6);
  expect(quoted.filter((text) => !code.includes(text))).toEqual([]);
});
