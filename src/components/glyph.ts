import { readFileSync } from 'node:fs';
import { glyphFile } from '../content/glyph-files.ts';

const known = new Map<string, string>();

/**
 * The path of a drawing of ours or a simple-icons glyph, in a box of 0 0 24 24. Runs in the build only: content pages carry the path, islands
 * take it from /glyphs.svg or /pictures.svg. Throws with the name when there is none.
 */
export function glyphPath(name: string): string {
  const found = known.get(name);
  if (found) return found;
  const file = glyphFile(process.cwd(), name);
  if (!file)
    throw new Error(
      `There is no glyph "${name}", neither in src/components/glyphs nor in simple-icons. Take another name, or null.`,
    );
  const path = /<path d="([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  known.set(name, path);
  return path;
}

/** A file of glyphs as symbols, for islands: `<use href="/glyphs.svg#steam">`. */
export function symbolsOf(names: Iterable<string>): Response {
  const symbols = [...new Set(names)]
    .sort()
    .map((name) => `<symbol id="${name}" viewBox="0 0 24 24"><path d="${glyphPath(name)}"/></symbol>`);
  return new Response(`<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`, {
    headers: { 'Content-Type': 'image/svg+xml' },
  });
}
