/** Reward pages as Markdown, as many as wanted: made of the paragraphs of the real ones. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';

const REWARDS = join(import.meta.dirname, '../../../src/content/rewards');

/** The paragraphs and headings of the real pages: what is generated reads like them and has no two pages alike. */
const blocks = readdirSync(REWARDS).flatMap((file) =>
  (readFileSync(join(REWARDS, file), 'utf8').split(/^---$/m)[2] ?? '').split(/\n{2,}/),
);
const rewards = readCatalogue().rewards.map(({ id }) => id);

const slugOf = (at: number) => `earn-free-reward-${at}`;

/** A page like those of the real site, of some 800 words. */
function markdown(at: number, count: number): string {
  const body: string[] = [];
  let words = 0;
  for (let step = 0; words < 800; step++) {
    const block = blocks[(at * 131 + step * 17) % blocks.length] ?? '';
    words += block.split(/\s+/).length;
    if (words < 1_150) body.push(block);
  }
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
    'sources: []',
    '---',
    '',
    body.join('\n\n'),
    '',
  ].join('\n');
}

/** Makes `folder` hold `count` pages and nothing else. */
export function writePages(folder: string, count: number): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at++) writeFileSync(join(folder, `${slugOf(at)}.md`), markdown(at, count));
}
