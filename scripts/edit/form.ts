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
 * Returns a function that brings a page's or an article's file into the form that the editor saves. Then a change made in the
 * editor shows as only that change. The meaning stays the same. It needs `document`, because the editor reads tables as elements.
 */
export async function editorsForm(): Promise<(file: string) => string> {
  // By its path. Otherwise Node would load the package's server version, which has no editor.
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

/** Written as a date without quotation marks: 2026-11-20 */
function dayOf(value: Date): Date {
  const day = new Date(value);
  day.toISOString = () => value.toISOString().slice(0, 10);
  return day;
}

/** Whether a file of src/content has a text. */
export const hasText = (file: string): boolean => /\.md$|^catalogue\/articles\//.test(file);
