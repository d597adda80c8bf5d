/** Makes a folder like the built one, with the twins instead of their pages. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { homePage } from './home.ts';
import { rewardPage } from './reward.ts';
import { type Source, sourceOf, wordsOf } from './source.ts';

interface Twin {
  /** In the built folder. */
  readonly file: string;
  readonly write: (page: Source, style: string) => string;
  readonly styles: readonly string[];
}

const twins: readonly Twin[] = [
  { file: 'index.html', write: homePage, styles: ['common.css', 'home.css'] },
  { file: 'rewards/earn-free-robux.html', write: rewardPage, styles: ['common.css', 'reward.css'] },
];
/** The files that the twins fetch, and the server's rules. */
const SHARED = ['fonts', 'faces', 'favicon.svg', 'scenes', 'boards', 'robots.txt', 'site.json'];

/** Throws if a twin's text differs from its page's, with the place of the difference. */
export function writeTwins(site: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of SHARED) cpSync(join(site, name), join(folder, name), { recursive: true });
  for (const { file, write, styles } of twins) {
    const page = readFileSync(join(site, file), 'utf8');
    const style = styles.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('');
    const twin = write(sourceOf(page), style.replace(/\s+/g, ' '));
    compareWords(file, wordsOf(page), wordsOf(twin));
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), twin);
  }
}

function compareWords(file: string, ours: string, theirs: string): void {
  if (ours === theirs) return;
  const at = [...ours].findIndex((char, index) => char !== theirs[index]);
  const from = Math.max(0, at - 40);
  throw new Error(
    `The twin of ${file} says something else than the page:\n${ours.slice(from, at + 40)}\n${theirs.slice(from, at + 40)}`,
  );
}
