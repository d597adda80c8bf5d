/** References in the documents exist: files, decisions by number, and security events by name. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { names } from '../../../server/config/settings.ts';
import { FIGURES } from '../../../src/content/copy-rules.ts';
import { type Limit, limits } from '../../../src/content/rules.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const under = (folder: string, end: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);

const decisions = under('docs/decisions', '.md');
const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...under('docs', '.md')];
const namesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

test.each(documents)('%s links to files that exist', (path) => {
  const text = read(path);
  const links = namesOf(text, /\]\((?!https?:|\/)([^)#]+)/g).map((to) => normalize(join(dirname(path), to)));
  // A path in code marks, but not a pattern or what a deployment adds.
  const files = namesOf(text, /`((?:tests|server|src|scripts)\/[\w./-]+\.\w+)`/g);
  expect([...links, ...files].filter((to) => !existsSync(join(ROOT, to)))).toEqual([]);
});

test.each([
  ['A field of rewards', 4],
  ['An endpoint with its screen', 6],
  ['A game of our own', 5],
])('“%s” takes at most %d files, as CONTRIBUTING lists them', (recipe, most) => {
  const text = read('CONTRIBUTING.md').split(`### ${recipe}\n`)[1] ?? '';
  const [, count, list = ''] = /^Files, as .*? \((\d)\): ([\s\S]*?)\.\s/.exec(text) ?? [];
  const files = namesOf(list, /`([\w./-]+\.\w+)`/g);
  expect(files).toHaveLength(Number(count));
  expect(files.length).toBeLessThanOrEqual(most);
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('each decision has its own number, in its name and its title, and links say the same', () => {
  const numbers = decisions.map((path) => Number(/\/(\d{4})-/.exec(path)?.[1]));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(decisions.map((_, at) => at + 1));
  for (const [at, path] of decisions.entries()) expect(read(path)).toMatch(`# ${numbers[at]}. `);
  const wrong = documents.flatMap((path) =>
    [...read(path).matchAll(/\[(?:[Dd]ecisions? )?(\d+)\]\([^)]*?(\d{4})-[^)]*\)/g)]
      .filter(([, said, number]) => Number(said) !== Number(number))
      .map(([link]) => `${path}: ${link}`),
  );
  expect(wrong).toEqual([]);
});

test('docs/developers/security.md lists the security events of the code', () => {
  const log = read('server/http/security-log.ts');
  const done = namesOf(log.split('DoneEvent =')[1]?.split(';')[0] ?? '', /'(\w+)'/g);
  const refused = [
    ...namesOf(
      log.split('refusedCodes')[1]?.split('interface Who')[0] ?? '',
      /'(\w+_(?:refused|reached|asked))'/g,
    ),
    ...under('server', '.ts').flatMap((path) => namesOf(read(path), /event: '(\w+_refused)'/g)),
  ];
  const listed = read('docs/developers/security.md').split('\nA security event has')[1] ?? '';
  const [, doneListed = '', refusedListed = ''] = listed.split(/\b(?:Done|Refused): /);
  const names = (text: string) => [...new Set(namesOf(text, /`([a-z]+_[a-z_]+)`/g))].sort();
  expect(names(doneListed)).toEqual(done.sort());
  expect(names(refusedListed)).toEqual([...new Set(refused)].sort());
});

test('the page on other hosts names exactly the settings that such a build takes', () => {
  const table = namesOf(read('docs/developers/hosts.md'), /^\| `(PUBLIC_\w+)` \|/gm);
  const known = names.filter((name) => name.startsWith('PUBLIC_'));
  expect(table.toSorted()).toEqual(known.toSorted());
});

test('the marketers’ docs have the rules’ limits, and each picture of the editor is small and used', () => {
  const reference = read('docs/marketers/content.md');
  const row = (name: string) => reference.split('\n').find((line) => line.startsWith(`| ${name} |`));
  const said = ({ min, max }: Limit) => `${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  expect(row('Title')).toContain(said(limits.title));
  expect(row('Heading')).toContain(said(limits.heading));
  expect(row('Description')).toContain(said(limits.description));
  expect(row('Related pages')).toContain(said(limits.related));
  expect(row('What changed')).toContain(said(limits.change));
  expect(row('Sources')).toContain(said(limits.source));
  expect(row('Picture')).toContain(said(limits.alt));
  expect(row('Text')).toContain(said(limits.words));

  const pictures = under('docs/marketers/pictures', '.png');
  const pages = under('docs/marketers', '.md').map(read).join('');
  for (const picture of pictures) {
    expect(pages).toContain(picture.replace('docs/marketers/', '('));
    expect(statSync(join(ROOT, picture)).size).toBeLessThan(70_000);
  }
  expect(pictures.length).toBeGreaterThan(5);
});

test.each(under('docs/marketers', '.md'))('each numbered step of %s has a picture', (path) => {
  // A step ends before the next one, or before a line at the margin.
  const steps = read(path).match(/^\d+\. .*(?:\n(?: .*)?)*/gm) ?? [];
  expect(steps.filter((step) => !/!\[[^\]]+\]\(pictures\//.test(step))).toEqual([]);
});

test('each picture of the marketers’ docs is made by a script that says so', () => {
  const scripts = ['editor-pictures', 'marketer-sketches'].map((name) => read(`tests/support/${name}.ts`));
  const made = scripts.flatMap((text) => namesOf(text, /(?:take\('|^ {2}'?)([a-z-]+)(?:'[,)]|'?:\s)/gm));
  const pictures = under('docs/marketers/pictures', '.png').map((path) => basename(path, '.png'));
  expect(pictures.filter((name) => !made.includes(name))).toEqual([]);
});

test('the marketers’ docs explain each figure that a text can name', () => {
  const table = read('docs/marketers/content.md').split('| figure |')[1]?.split('\n\n')[0] ?? '';
  expect(namesOf(table, /`\{(\w+)\}`/g).toSorted()).toEqual(FIGURES.toSorted());
});
