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

const FOLDERS = [
  'rewards',
  'reward-lists',
  'pages',
  'legal',
  'games',
  'hubs',
  'landing',
  'catalogue/articles',
];

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

/** Search engines show both, so they must differ too. An article's summary is its description. */
const LINES = ['title', 'description', 'summary'] as const;

/**
 * Returns a message for each pair of pages whose texts are too similar, or whose titles or descriptions are the same.
 * @param texts unsaved files, by path in the project. If given, only these are compared with the others.
 */
export function alikeSentences(root: URL, texts: ReadonlyMap<string, string> = new Map()): string[] {
  const all = FOLDERS.flatMap((folder) => {
    const dir = `src/content/${folder}/`;
    const saved = readdirSync(new URL(dir, root)).map((name) => dir + name);
    const drafts = [...texts.keys()].filter((file) => file.startsWith(dir));
    return [...new Set([...saved, ...drafts])].flatMap((file) => {
      const { body, fields } = pageIn(file, texts.get(file) ?? readFileSync(new URL(file, root), 'utf8'));
      // The page that replaces a retired one may have its text.
      return fields.retired === undefined ? [{ file, fields, of: shingles(body) }] : [];
    });
  });
  return all.flatMap((one, at) =>
    texts.size > 0 && !texts.has(one.file)
      ? []
      : (texts.size > 0 ? all : all.slice(at + 1)).flatMap((other) => {
          if (other === one) return [];
          const shared = overlap(one.of, other.of);
          const words = `shares ${Math.round(shared * 100)}% with ${other.file}; it must share less than ${TOO_ALIKE * 100}%`;
          return [
            ...LINES.filter((line) => one.fields[line] && one.fields[line] === other.fields[line]).map(
              (line) =>
                sentence(one.file, { field: line, words: `is the same as in ${other.file}; it must differ` }),
            ),
            ...(shared >= TOO_ALIKE ? [sentence(one.file, { field: 'text', words })] : []),
          ];
        }),
  );
}

/** Returns a file's text and fields. Both are empty if it can't be parsed, which its loader reports. */
function pageIn(file: string, text: string): { body: string; fields: Readonly<Record<string, unknown>> } {
  try {
    if (!file.endsWith('.json')) {
      const { content, frontmatter } = parseFrontmatter(text);
      return { body: content, fields: frontmatter };
    }
    const fields: Record<string, unknown> = JSON.parse(text);
    return { body: String(fields.body ?? ''), fields };
  } catch {
    return { body: '', fields: {} };
  }
}
