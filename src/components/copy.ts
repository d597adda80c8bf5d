import { type CollectionEntry, getEntry } from 'astro:content';
import { withFigures } from '../content/copy-rules.ts';
import { type Question, questionsIn } from '../content/questions.ts';
import { ledTo } from '../lib/routing/public.ts';
import { figuresNow } from './figures.ts';
import { perBuild } from './per-build.ts';

/** A page's texts from src/content, with figures filled in. */
interface Copy<Fields> {
  readonly words: Fields;
  /** The body, as HTML. */
  readonly html: string;
  /** The body as questions and answers, if it consists of third-level headings with text. */
  readonly questions: readonly Question[];
}

/** Every page ends with some of its words. */
export const homeCopy = perBuild(
  async (): Promise<Copy<CollectionEntry<'landing'>['data']>> =>
    filled(await getEntry('landing', 'home'), 'landing/home'),
);

export const hubCopy = async (name: string): Promise<Copy<CollectionEntry<'hubs'>['data']>> =>
  filled(await getEntry('hubs', name), `hubs/${name}`);

async function filled<Fields>(
  entry: { readonly data: Fields; readonly rendered?: { readonly html: string } | undefined } | undefined,
  name: string,
): Promise<Copy<Fields>> {
  if (!entry) throw new Error(`src/content/${name}.md is missing.`);
  const figures = await figuresNow();
  const inHtml = withFigures(entry.rendered?.html ?? '', figures, escapeHtml);
  const html = inHtml.replace(/href="([^"]+)"/g, (_all, address: string) => `href="${ledTo(address)}"`);
  const words: Fields = JSON.parse(JSON.stringify(entry.data), (_key, value) =>
    typeof value === 'string' ? withFigures(value, figures) : value,
  );
  return { words, html, questions: questionsIn(html) };
}

const escapeHtml = (text: string) => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));
