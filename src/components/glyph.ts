import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(`${process.cwd()}/package.json`);
const known = new Map<string, string>();

/**
 * The path of a simple-icons glyph, in a box of 0 0 24 24. Runs in the build only: pages carry the path, islands take it
 * from /glyphs.svg. Throws with the slug when simple-icons has none of that name.
 */
export function glyphPath(slug: string): string {
  const found = known.get(slug);
  if (found) return found;
  let file: string;
  try {
    file = readFileSync(require.resolve(`simple-icons/icons/${slug}.svg`), 'utf8');
  } catch {
    throw new Error(`The glyph "${slug}" isn't in simple-icons. Take another slug, or null for a sprite.`);
  }
  const path = /<path d="([^"]+)"/.exec(file)?.[1] ?? '';
  known.set(slug, path);
  return path;
}
