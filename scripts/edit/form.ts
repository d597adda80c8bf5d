import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseFrontmatter } from 'astro/markdown';
import { dump } from 'js-yaml';
import { bodyOptions, plainMarkdown } from './body.ts';

/** In the order in which the editor writes them (collections.ts). */
const ORDER = [
  'title',
  'heading',
  'description',
  'lead',
  'teaser',
  'promise',
  'play',
  'facts',
  'card',
  'receipt',
  'how',
  'steps',
  'rewards',
  'games',
  'points',
  'ledger',
  'questions',
  'end',
  'reward',
  'related',
  'reviewed',
  'changes',
  'sources',
  'glyph',
  'scenes',
  'picture',
  'retired',
  'draft',
  'publish_on',
  'expires_on',
];

/**
 * Gives a page's or an article's file the form in which the editor saves it, so that a change made there shows as that change alone. It means
 * the same as before. Needs `document`, since the editor reads tables by way of elements.
 */
export async function editorsForm(): Promise<(file: string) => string> {
  // By its path: Node would be given the package's half for servers, which has no editor.
  const core = join(import.meta.dirname, '../../node_modules/@keystatic/core/dist/keystatic-core.js');
  const { fields }: typeof import('@keystatic/core') = await import(pathToFileURL(core).href);
  const body = plainMarkdown(fields.mdx({ label: 'Text', extension: 'md', options: bodyOptions }));
  const bytes = new TextEncoder();
  const text = (content: string) => {
    const state = body.parse(undefined, {
      content: bytes.encode(content),
      other: new Map(),
      external: new Map(),
      slug: undefined,
    });
    return new TextDecoder().decode(body.serialize(state, { slug: undefined }).content);
  };
  return (file) => {
    if (file.startsWith('{')) {
      const article: { body: string } = JSON.parse(file);
      return `${JSON.stringify({ ...article, body: text(article.body).trim() }, null, 2)}\n`;
    }
    const { frontmatter, content } = parseFrontmatter(file);
    return `---\n${dump(inOrder(frontmatter))}---\n${text(content)}`;
  };
}

function inOrder(frontmatter: Record<string, unknown>): Record<string, unknown> {
  const places = Object.entries(frontmatter).map(([name, value]) => ({
    name,
    value,
    at: ORDER.indexOf(name),
  }));
  return Object.fromEntries(
    places.sort((a, b) => a.at - b.at).map(({ name, value }) => [name, withDays(value)]),
  );
}

function withDays(value: unknown): unknown {
  if (value instanceof Date) return dayOf(value);
  if (Array.isArray(value)) return value.map(withDays);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withDays(part)]));
}

/** As a day alone, without quotation marks: 2026-11-20 */
function dayOf(value: Date): Date {
  const day = new Date(value);
  day.toISOString = () => value.toISOString().slice(0, 10);
  return day;
}

/** The files of src/content that have a text. */
export const hasText = (file: string): boolean => /\.md$|^catalogue\/articles\//.test(file);
