/** Generates any number of reward pages as Markdown from paragraphs of the real ones. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';

const REWARDS = join(import.meta.dirname, '../../../src/content/rewards');

/** The paragraphs and headings of the real pages. Generated pages read like them, and no two are the same. */
const blocks = readdirSync(REWARDS).flatMap((file) =>
  (readFileSync(join(REWARDS, file), 'utf8').split(/^---$/m)[2] ?? '').split(/\n{2,}/),
);
const rewards = readCatalogue().rewards.map(({ id }) => id);

const slugOf = (at: number) => `earn-free-reward-${at}`;

/** Every page must name quests of our own games, or the build's check fails. */
const QUESTS = 'Begin with *Finish your first round*, *Score 300 in one round* and *Make a 64 tile*.';

/** Returns a page like the real ones, with about 800 words. */
function markdown(at: number, count: number): string {
  const body = [QUESTS];
  let words = 0;
  for (let step = 0; words < 800; step++) {
    const block = blocks[(at * 131 + step * 17) % blocks.length] ?? '';
    words += block.split(/\s+/).length;
    if (words < 1_150) body.push(block);
  }
  // The real pages don't exist here, so links to them go to other generated ones.
  const text = body
    .join('\n\n')
    .replace(/\/rewards\/earn-[a-z0-9-]+/g, (slug) => `/rewards/${slugOf((at + slug.length) % count)}`);
  // A page may link to its sources.
  const sources = [...new Set(text.match(/https:\/\/[^\s)>\]"']+/g))].flatMap((url) => [
    '  - name: A page of others',
    `    url: ${url}`,
    '    checked: 2026-11-21',
  ]);
  const related = [1, 2, 3, 4].map((step) => `  - ${slugOf((at + step * 7) % count)}`);
  return [
    '---',
    `title: Earn reward number ${at} by playing`,
    `heading: Earn reward number ${at}`,
    `description: How points from games become reward number ${at}, what to know before you order it, and which quests pay.`,
    `reward: ${rewards[at % rewards.length]}`,
    'related:',
    ...related,
    'reviewed: 2026-11-21',
    'changes:',
    '  - date: 2026-11-21',
    '    what: First published.',
    sources.length > 0 ? `sources:\n${sources.join('\n')}` : 'sources: []',
    '---',
    '',
    text,
    '',
  ].join('\n');
}

/** Makes `folder` hold `count` pages and nothing else. */
export function writePages(folder: string, count: number): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at++) writeFileSync(join(folder, `${slugOf(at)}.md`), markdown(at, count));
}
