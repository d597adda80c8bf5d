// @vitest-environment happy-dom
/** Each mistake is reported in the same sentence by the editor's field and by the build. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseFrontmatter } from 'astro/markdown';
import { dump } from 'js-yaml';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { documents, hubs, singles } from '../../../scripts/edit/places.ts';
import { choices } from '../../../scripts/edit/server.ts';
import { contentSentences } from '../../../src/content/kinds.ts';
import { type EditField, type Editor, extra, fieldOf, isField, schemaOf } from '../../support/edit-fields.ts';

// Node would load the server build, which has no editor.
vi.mock('@keystatic/core', () => import('../../../node_modules/@keystatic/core/dist/keystatic-core.js'));

const ROOT = join(import.meta.dirname, '../../..');
const root = pathToFileURL(`${ROOT}/`);
const GUIDE = 'src/content/rewards/earn-free-robux.md';
const TERMS = 'src/content/legal/terms.md';
const LIST = 'src/content/reward-lists/pc.md';
const HOME = 'src/content/landing/home.md';
const HUB = 'src/content/hubs/games.md';
const SITE = 'src/content/site.json';
const FOOTER = 'src/content/footer.json';
const ANNOUNCEMENT = 'src/content/announcement.json';
const ARTICLE = 'src/content/catalogue/articles/merge-past-512.json';
const ROBUX = 'src/content/catalogue/rewards/robux.json';

/** Where in the editor a file is edited. */
const PLACES: Readonly<Record<string, string>> = {
  [GUIDE]: 'collection/rewards/item/earn-free-robux',
  [LIST]: 'collection/reward-lists/item/pc',
  [ARTICLE]: 'collection/articles/item/merge-past-512',
  [ROBUX]: 'collection/catalogue/item/robux',
  [TERMS]: 'singleton/terms',
  [HOME]: 'singleton/home',
  [HUB]: 'singleton/hub-games',
  [SITE]: 'singleton/site',
  [ANNOUNCEMENT]: 'singleton/announcement',
};

/** Pictures, below the project so that a page can name them. */
let pictures = '';
let editor: Editor;
let chosenPicture: typeof import('../../../scripts/edit/picture.tsx').chosenPicture;

beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json(choices(ROOT)));
  const { editorConfig } = await import('../../../scripts/edit/collections.ts');
  editor = editorConfig();
  ({ chosenPicture } = await import('../../../scripts/edit/picture.tsx'));
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  pictures = mkdtempSync(join(ROOT, '.cache/pictures-'));
});
afterAll(() => {
  vi.unstubAllGlobals();
  rmSync(pictures, { recursive: true, force: true });
});

const bytes = new TextEncoder();

/** The message of the editor's field about a value in the file's form. */
async function inEditor(file: string, name: string, value: unknown): Promise<string | undefined> {
  history.replaceState(null, '', `/keystatic/${PLACES[file]}`);
  const field = fieldOf(editor, PLACES[file] ?? '', name);
  const content = bytes.encode(String(value));
  const parsed =
    name === 'picture' && value instanceof File
      ? await chosenPicture(value, 'What it shows')
      : field.parse(field.formKind === 'content' ? undefined : value, {
          ...extra,
          content,
          slug: 'earn-free-robux',
        });
  try {
    field.validate(parsed);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The build's message about the file with this value. */
function inBuild(file: string, name: string, value: unknown): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return contentSentences(root, new Map([[file, changed(file, text, name, value)]]));
}

function changed(file: string, text: string, name: string, value: unknown): string {
  if (file.endsWith('.json')) return JSON.stringify({ ...JSON.parse(text), [name]: value });
  const { frontmatter, content } = parseFrontmatter(text);
  const [fields, body] =
    name === 'body' ? [frontmatter, String(value)] : [{ ...frontmatter, [name]: value }, content];
  return `---\n${dump(fields)}---\n${body}`;
}

const body = (file: string) => parseFrontmatter(readFileSync(join(ROOT, file), 'utf8')).content;
const articleBody = (): string => JSON.parse(readFileSync(join(ROOT, ARTICLE), 'utf8')).body;

test.each<[string, string, () => unknown, string]>([
  [GUIDE, 'title', () => 'Too short', 'title has 9 characters; it must have 15 to 60'],
  [GUIDE, 'title', () => '', 'title is missing'],
  [GUIDE, 'description', () => 'Short.', 'description has 6 characters; it must have 70 to 160'],
  [GUIDE, 'glyph', () => 'No Such', 'glyph must be the name of a glyph, such as "roblox" or "gift-card"'],
  [GUIDE, 'related', () => ['earn-free-vbucks'], 'related has 1 page; it must have 3 to 5'],
  [GUIDE, 'body', () => 'Few words.', 'text has 2 words; it must have 600 to 1,200'],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nSee [this](/rewards/nope).`,
    'text links to "/rewards/nope", but there is no such page',
  ],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nSee [this](/terms#13-ending-it) and [that](/terms#nope).`,
    'text links to "/terms#nope", but the text of /terms has no heading with that name',
  ],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nSee [this](/rewards/earn-free-robux#nope).`,
    'text links to "/rewards/earn-free-robux#nope", but the text of /rewards/earn-free-robux has no heading with that name',
  ],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nSee [this](/articles/codes-or-top-up#nope).`,
    'text links to "/articles/codes-or-top-up#nope", but the text of /articles/codes-or-top-up has no heading with that name',
  ],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nSee [this](#nope).`,
    'text links to "#nope", but this text has no heading with that name',
  ],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nSee (https://nobody.test/x).`,
    `text links to "https://nobody.test/x", but nobody.test isn't on our list of sites`,
  ],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nSee www.roblox.com.`,
    'text links to "http://www.roblox.com". A link must begin with a slash, like /help, or with https://',
  ],
  [
    TERMS,
    'body',
    () => 'See [this][a].\n\n> [a]: javascript:void\n',
    'text links to "javascript:void". A link must begin with a slash, like /help, or with https://',
  ],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nSee [this](htp:/x).`,
    'text links to "htp:/x". A link must begin with a slash, like /help, or with https://',
  ],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nSee [this](javascript:void).`,
    'text links to "javascript:void". A link must begin with a slash, like /help, or with https://',
  ],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nSee [this](https://nobody.test/).`,
    `text links to "https://nobody.test/", but nobody.test isn't on our list of sites. Add it under Other sites, or as a source of the page`,
  ],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nIt costs 5,000 points.`,
    'text has "5,000 points". Leave points out: they come from the catalog',
  ],
  [
    GUIDE,
    'body',
    () => body(GUIDE).replace(/(?<!\*)\*((?:Finish|Score|Make|Play)[^*]*)\*/g, '$1'),
    'text names 0 quests of our games in italics; it must name at least 3',
  ],
  [
    GUIDE,
    'body',
    () => `${body(GUIDE)}\n\nBegin with *Finish your 1st round*.`,
    'text names the quest "Finish your 1st round", but none of our games has it',
  ],
  [GUIDE, 'body', () => `${body(GUIDE)}\n\nHurry!`, `text has "!", which our pages don't use. Remove it`],
  [TERMS, 'body', () => 'See [this](/terms/nope).', 'text links to "/terms/nope", but there is no such page'],
  [LIST, 'body', () => 'Few words.', 'text has 2 words; it must have 90 to 400'],
  [LIST, 'by', () => 'colour', 'by must be kind, platform, price or country'],
  [HUB, 'lead', () => 'Up to {dayly} points.', "lead has {dayly}, which isn't a figure. The figures are"],
  [HOME, 'promise', () => 'Now!', 'promise has 4 characters; it must have 5 to 60'],
  [ANNOUNCEMENT, 'text', () => 'Closed', 'text has 6 characters; it must have 10 to 140'],
  [ANNOUNCEMENT, 'text', () => 'Open again!', `text has "!", which our pages don't use. Remove it`],
  [
    ANNOUNCEMENT,
    'address',
    () => '/help#nope',
    'address leads to "/help#nope", but the text of /help has no heading with that name',
  ],
  [SITE, 'faq', () => '/nope', 'faq leads to "/nope", but there is no such page'],
  [SITE, 'faq', () => 'htp:/nope', 'faq must begin with a slash, like /help, or with https://'],
  [ARTICLE, 'body', () => 'Few words. '.repeat(30), 'text has 60 words; it must have 600 to 1,200'],
  [
    ARTICLE,
    'body',
    () => `${articleBody()}\n\nSee [this](/articles/nope).`,
    'text links to "/articles/nope", but there is no such page',
  ],
  [ARTICLE, 'type', () => 'poem', 'type must be news, guide or review'],
  [ROBUX, 'summary', () => 'x'.repeat(81), 'summary has 81 characters; it can have at most 80'],
  [
    ROBUX,
    'colour',
    () => '#eeeeee',
    'colour is too light for white text: its contrast is 1.2 to 1; it must be at least 4.5 to 1',
  ],
])('%s: a wrong %s', async (file, name, value, words) => {
  const found = await inEditor(file, name, value());
  expect(found).toContain(`${file}: ${words}`);
  expect(inBuild(file, name, value())).toContain(found);
});

const PNG = '\x89PNG\r\n\x1a\n';
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

test.each([
  ['heavy.png', latin(PNG.padEnd(4_000_000)), 'is 3.8 MB; it can be at most 2 MB'],
  ['page.png', latin('<!doctype html><html>'), "isn't a .png picture"],
  ['photo.webp', latin(PNG.padEnd(100)), "isn't a .webp picture"],
  ['cat.gif', latin('GIF89a'), 'must end with .jpg, .jpeg, .png, .webp or .avif'],
])('the picture %s', async (name, content, words) => {
  writeFileSync(join(pictures, name), content);
  const found = await inEditor(GUIDE, 'picture', new File([content], name));
  expect(found).toContain(`${GUIDE}: picture.src ${words}`);
  const src = `../../../${pictures.slice(ROOT.length + 1)}/${name}`;
  expect(inBuild(GUIDE, 'picture', { src, alt: 'What it shows' })).toContain(found);
});

test('only the first bytes of a large picture are read', async () => {
  const file = new File([new Uint8Array(4_000_000)], 'a.png');
  const whole = vi.spyOn(file, 'arrayBuffer');
  expect(await chosenPicture(file, '')).toMatchObject({
    file: undefined,
    refused: 'is 3.8 MB; it can be at most 2 MB',
  });
  expect(whole).not.toHaveBeenCalled();
});

test('a picture is passed to React as one object, and written unchanged', async () => {
  const content = latin(`${PNG}abc`);
  const chosen = await chosenPicture(new File([content], 'A.PNG'), 'What it shows');
  expect(chosen.file).toBeInstanceOf(Blob);
  const field = fieldOf(editor, 'collection/rewards', 'picture');
  expect(field.serialize(chosen, { ...extra, slug: 'a' })).toEqual({
    value: { src: '../../assets/rewards/a/picture.png', alt: 'What it shows' },
    asset: { filename: 'picture.png', content },
  });
});

test.each([
  ['rewards', 'heading', 'earn-free-robux', 'src/content/rewards/earn-free-robux.md: address'],
  ['articles', 'title', 'merge-past-512', 'src/content/catalogue/articles/merge-past-512.json: address'],
  ['catalogue', 'name', 'robux', 'src/content/catalogue/rewards/robux.json: file'],
])('a new entry of %s can’t take the address of another', (collection, name, slug, begins) => {
  history.replaceState(null, '', `/keystatic/collection/${collection}/create`);
  const field = fieldOf(editor, `collection/${collection}`, name);
  const value = { name: 'Merge past 512', slug };
  expect(() => field.validate(value)).toThrow(`is "${slug}", which is already taken. Choose another`);
  expect(begins).toContain(slug);
});

/** Every field of a form, including lists and groups, with its path: ['columns', 0, 'links', 0, 'address']. */
function leavesOf(part: unknown, way: readonly (string | number)[] = []): [typeof way, EditField][] {
  if (isField(part)) return [[way, part]];
  const { kind, element, fields } = Object(part);
  if (kind === 'array') return leavesOf(element, [...way, 0]);
  return Object.entries(kind === 'object' ? fields : Object(part)).flatMap(([name, one]) =>
    leavesOf(one, [...way, name]),
  );
}

/**
 * For a line in a list, the editor shows the sentence at that line, so it names only the list: 'steps.title' for "the second step's
 * title". This makes both 'step title'.
 */
const withoutPlaces = (sentence: string) =>
  sentence
    .replace(/: the (?=.*'s? )/, ': ')
    .replace(/\b(?:fir|seco|thi|four|fif|six|seven|eigh|nin|ten)(?:st|nd|rd|th) /g, '')
    .replace(/'s? (?=\w)/g, ' ')
    .replace(/ number \d+| entry(?= )/g, '')
    .replace(/(?<=: )[\w. ]+?(?= (?:has|must|is|leads)\b)/, (field) =>
      field.replaceAll('.', ' ').replace(/s\b/g, ''),
    );

test.each([HOME, SITE, FOOTER, HUB, TERMS])('%s: reports each long line with the same message', (file) => {
  const place = Object.entries({ ...documents, ...hubs, ...singles }).find(([, one]) => one.file === file);
  history.replaceState(null, '', `/keystatic/singleton/${place?.[0]}`);
  const text = readFileSync(join(ROOT, file), 'utf8');
  const { frontmatter, content: markdown } = parseFrontmatter(file.endsWith('.md') ? text : '');
  const content = file.endsWith('.md') ? frontmatter : JSON.parse(text);
  const long = 'x'.repeat(400);
  const said = leavesOf(schemaOf(editor, `singleton/${place?.[0]}`)).flatMap(([way, field]) => {
    const holder = way.slice(0, -1).reduce((at, key) => Object(at)[key], content);
    const name = way.at(-1) ?? '';
    if (typeof holder?.[name] !== 'string') return [];
    holder[name] = long;
    try {
      field.validate(field.parse(long, extra));
      return [`${way.join('.')} is let through`];
    } catch (error) {
      return [error instanceof Error ? error.message : ''];
    }
  });
  const wrong = file.endsWith('.md') ? `---\n${dump(content)}---\n${markdown}` : JSON.stringify(content);
  const built = contentSentences(root, new Map([[file, wrong]])).map(withoutPlaces);
  expect(said.length).toBeGreaterThan(2);
  expect(said.filter((sentence) => !built.includes(withoutPlaces(sentence)))).toEqual([]);
});

test('existing content passes everywhere', () => {
  expect(contentSentences(root)).toEqual([]);
});
