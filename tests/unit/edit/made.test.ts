// @vitest-environment happy-dom
/** Pages made in the editor as in docs/marketers pass the build's checks. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseFrontmatter } from 'astro/markdown';
import { dump } from 'js-yaml';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { collections, documents, hubs, singles } from '../../../scripts/edit/places.ts';
import { choices } from '../../../scripts/edit/server.ts';
import { alikeSentences } from '../../../src/content/alike.ts';
import { contentSentences } from '../../../src/content/kinds.ts';
import { type Editor, extra, isField, schemaOf } from '../../support/edit-fields.ts';

vi.mock('@keystatic/core', () => import('../../../node_modules/@keystatic/core/dist/keystatic-core.js'));

const ROOT = join(import.meta.dirname, '../../..');
const root = pathToFileURL(`${ROOT}/`);
const offered = choices(ROOT);

let editor: Editor;
beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json(offered));
  const { editorConfig } = await import('../../../scripts/edit/collections.ts');
  editor = editorConfig();
});
afterAll(() => vi.unstubAllGlobals());

const [first = '', second = '', third = ''] = offered.quests;
/** 700 words that are on no other page. */
const words = (of: string) => Array.from({ length: 700 }, (_, at) => `${of}${at}`).join(' ');
const guideText = `Begin with *${first}*, then *${second}* and *${third}*. Read the [terms](/terms).\n\n## What to know\n\n${words('guide')}`;

/** What a new entry's form writes: the given values, and defaults for the rest. */
function made(collection: string, slug: string, values: Readonly<Record<string, unknown>>) {
  history.replaceState(null, '', `/keystatic/collection/${collection}/create`);
  const written: Record<string, unknown> = {};
  let body = '';
  for (const [name, field] of Object.entries(schemaOf(editor, `collection/${collection}`))) {
    const given = values[name];
    if (!isField(field)) {
      // A list of entries.
      written[name] = given ?? [];
    } else if (field.formKind === 'content') {
      const state = field.parse(undefined, { ...extra, content: new TextEncoder().encode(String(given)) });
      field.validate(state);
      body = new TextDecoder().decode(field.serialize(state, extra).content);
    } else {
      const value = given === undefined ? field.defaultValue() : field.parse(given, { ...extra, slug });
      field.validate(value);
      written[name] = field.serialize(value, { ...extra, slug }).value;
    }
  }
  const fields = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
  return { json: `${JSON.stringify(fields, null, 2)}\n`, page: `---\n${dump(fields)}---\n${body}` };
}

const today = new Date().toISOString().slice(0, 10);
const reward = () =>
  made('catalogue', 'kazoo-card', {
    id: offered.next.catalogue,
    name: 'Kazoo Card',
    kind: 'card',
    brand: 'Kazoo',
    game: 'Kazoo',
    colour: '#2a2d34',
    summary: '$5',
    description: 'A card for the Kazoo store, which arrives as a code.',
    steps: ['Open the store.', 'Enter the code.'],
    regions: 'Everywhere.',
    min_age: 13,
    delivery: { kind: 'code' },
    amounts: [{ id: (offered.next.catalogue ?? 0) * 100 + 1, label: '$5', points: 5000, cents: 500 }],
  }).json;

test('a reward, its guide and an article', () => {
  const files = {
    'src/content/catalogue/rewards/kazoo-card.json': reward(),
    'src/content/rewards/earn-kazoo-cards.md': made('rewards', 'earn-kazoo-cards', {
      title: 'Earn a Kazoo card by playing games',
      heading: 'Earn Kazoo cards',
      description:
        'How points from games become a card for the Kazoo store, and what to know before you order.',
      reward: 84,
      related: ['earn-free-robux', 'earn-free-vbucks', 'earn-free-minecraft-codes'],
      changes: [{ date: new Date(today), what: 'First published.' }],
      sources: [{ name: 'Kazoo support', url: 'https://kazoo.test/redeem', checked: new Date(today) }],
      publish_on: today,
      body: guideText,
    }).page,
    'src/content/catalogue/articles/a-quiet-week.json': made('articles', 'a-quiet-week', {
      id: offered.next.articles,
      title: 'A quiet week',
      summary: 'What changes in the coming week, and what stays as it is.',
      type: 'news',
      body: words('news'),
      glyph: 'gem',
      published_at: today,
    }).json,
  };
  expect(JSON.parse(files['src/content/catalogue/articles/a-quiet-week.json'])).toMatchObject({
    glyph: 'gem',
  });
  const texts = new Map(Object.entries(files));
  expect(contentSentences(root, texts)).toEqual([]);
  expect(alikeSentences(root, texts)).toEqual([]);
});

test('the fields of every page are in its file in the order in which the editor writes them', () => {
  const places = [
    ...Object.entries(collections).flatMap(([name, { folder, type }]) =>
      readdirSync(join(ROOT, folder))
        .filter((file) => file.endsWith(type))
        .map((file) => ({ place: `collection/${name}`, file: `${folder}/${file}` })),
    ),
    ...Object.entries({ ...documents, ...hubs, ...singles }).map(([name, { file }]) => ({
      place: `singleton/${name}`,
      file,
    })),
  ];
  const wrong = places.filter(({ place, file }) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const fields: object = file.endsWith('.md') ? parseFrontmatter(text).frontmatter : JSON.parse(text);
    const written = Object.keys(schemaOf(editor, place)).filter((name) => name in fields);
    return written.join() !== Object.keys(fields).join();
  });
  expect(wrong).toEqual([]);
  expect(places.length).toBeGreaterThan(140);
});
