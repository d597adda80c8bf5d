/**
 * How similar the texts of two pages are. Search engines list only one of two similar pages, and readers learn nothing from the
 * second.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { parseFrontmatter } from 'astro/markdown';
import { sentence } from './rules.ts';
import { wordsOf } from './text-rules.ts';

/** Two texts with this much overlap are too similar. */
const TOO_ALIKE = 0.1;

const FOLDERS = ['rewards', 'reward-lists', 'pages', 'legal', 'games', 'catalogue/articles'];

/** Returns all sequences of five words. */
export function shingles(text: string): Set<string> {
  const list = wordsOf(text);
  return new Set(list.slice(4).map((_, at) => list.slice(at, at + 5).join(' ')));
}

/** Returns the overlap, from 0 (nothing) to 1 (identical), as the Jaccard index. */
export function overlap(a: Set<string>, b: Set<string>): number {
  const both = [...a].filter((shingle) => b.has(shingle)).length;
  return both / (a.size + b.size - both);
}

export const similarity = (one: string, other: string): number => overlap(shingles(one), shingles(other));

/**
 * Returns a message for each pair of pages whose texts are too similar.
 * @param texts unsaved files, by path in the project. If given, only these are compared with the others.
 */
export function alikeSentences(root: URL, texts: ReadonlyMap<string, string> = new Map()): string[] {
  const all = FOLDERS.flatMap((folder) => {
    const dir = `src/content/${folder}/`;
    const saved = readdirSync(new URL(dir, root)).map((name) => dir + name);
    const drafts = [...texts.keys()].filter((file) => file.startsWith(dir));
    return [...new Set([...saved, ...drafts])].map((file) => ({
      file,
      of: shingles(bodyOf(file, texts.get(file) ?? readFileSync(new URL(file, root), 'utf8'))),
    }));
  });
  return all.flatMap((one, at) =>
    texts.size > 0 && !texts.has(one.file)
      ? []
      : (texts.size > 0 ? all : all.slice(at + 1)).flatMap((other) => {
          const shared = other === one ? 0 : overlap(one.of, other.of);
          const words = `shares ${Math.round(shared * 100)}% with ${other.file}; it must share less than ${TOO_ALIKE * 100}%`;
          return shared >= TOO_ALIKE ? [sentence(one.file, { field: 'text', words })] : [];
        }),
  );
}

/** Returns the text of a file. Empty if it can't be parsed, which its loader reports. */
function bodyOf(file: string, text: string): string {
  try {
    if (!file.endsWith('.json')) return parseFrontmatter(text).content;
    const { body }: { body?: unknown } = JSON.parse(text);
    return String(body ?? '');
  } catch {
    return '';
  }
}
