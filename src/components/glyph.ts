import { readFileSync } from 'node:fs';
import { glyphFile, sceneFile } from '../content/glyph-files.ts';
import sceneStyle from './scenes/scenes.css?raw';

const known = new Map<string, string>();

/**
 * Returns the path of one of our drawings or of a simple-icons glyph, in the box 0 0 24 24. Runs only in the build: content pages
 * contain the path, islands take it from /glyphs.svg or /pictures.svg. Throws an Error with the name if there is none.
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

/** Returns an SVG file with glyphs as symbols, for islands: `<use href="/glyphs.svg#steam">`. */
export function symbolsOf(names: Iterable<string>): Response {
  const symbols = [...new Set(names)]
    .sort()
    .map((name) => `<symbol id="${name}" viewBox="0 0 24 24"><path d="${glyphPath(name)}"/></symbol>`);
  return sheet(symbols.join(''));
}

const sheet = (content: string) =>
  new Response(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`, {
    headers: { 'Content-Type': 'image/svg+xml' },
  });

/** Returns the declarations from tokens.css, for a picture that no page's style sheet applies to. */
const tokensIn = (css: string): string =>
  ['surface', 'raised', 'edge', 'rule', 'margin', 'text', 'muted', 'action', 'on-action', 'points', 'tick']
    .map((name) => new RegExp(`--${name}: .+;`).exec(css)?.[0] ?? '')
    .join('');

/**
 * Returns all step pictures in one file, one below the other, each with its own view: `<img src="/scenes.svg#ticket">`. Unlike a
 * `<use>`, an `<img>` loads lazily, and its `light-dark()` follows the page's theme.
 */
export function scenesOf(names: readonly string[]): Response {
  const tokens = tokensIn(readFileSync('src/styles/tokens.css', 'utf8'));
  const drawn = names.map((name, at) => {
    const content = /<svg[^>]*>(.*)<\/svg>/s.exec(readFileSync(sceneFile(process.cwd(), name), 'utf8'))?.[1];
    const box = `0 ${at * 100} 160 100`;
    return `<view id="${name}" viewBox="${box}"/><g transform="translate(0 ${at * 100})"><use href="#paper"/>${content}</g>`;
  });
  const paper =
    '<g id="paper"><path class="g" d="M0 0h160v100H0z"/><path class="r" d="M0 20h160M0 40h160M0 60h160M0 80h160"/><path class="m" d="M13 0v100"/></g>';
  return sheet(
    `<style>:root{color-scheme:light dark;${tokens}}${sceneStyle.replace(/\n\s*/g, '')}</style><defs>${paper}</defs>${drawn.join('')}`,
  );
}
