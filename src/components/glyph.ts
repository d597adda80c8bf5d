import { readFileSync } from 'node:fs';
import { boardFile, glyphFile, sceneFile } from '../content/glyph-files.ts';
import boardStyle from './boards/boards.css?raw';
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
  return svgFile(symbols.join(''));
}

const svgFile = (content: string, box = '') =>
  new Response(`<svg xmlns="http://www.w3.org/2000/svg"${box}>${content}</svg>`, {
    headers: { 'Content-Type': 'image/svg+xml' },
  });

interface Picture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly style: string;
  /** What is behind it. */
  readonly ground: string;
}

/**
 * Returns a picture as a file: `<img src="/scenes/ticket.svg">`. Unlike a `<use>`, an `<img>` loads lazily, and its `light-dark()`
 * follows the page's theme. A file each, because a browser lays out all of a file for every `<img>` that shows a part of it.
 */
function pictureOf({ file, width, height, style, ground }: Picture): Response {
  const content = ground + (/<svg[^>]*>(.*)<\/svg>/s.exec(readFileSync(file, 'utf8'))?.[1] ?? '');
  const rules = rulesFor(content, style);
  const tokens = tokensFor(rules + content, readFileSync('src/styles/tokens.css', 'utf8'));
  return svgFile(
    `<style>:root{color-scheme:light dark;${tokens}}${rules}</style>${content}`,
    ` viewBox="0 0 ${width} ${height}"`,
  );
}

/** Returns the rules of a style sheet whose classes are all in the content. */
function rulesFor(content: string, style: string): string {
  const used = new Set([...content.matchAll(/class="([^"]+)"/g)].flatMap(([, names]) => names?.split(' ')));
  return [...style.replace(/\/\*.*?\*\/|\n\s*/gs, '').matchAll(/([^{}]+)\{[^}]*\}/g)]
    .filter(([, selector]) =>
      [...(selector ?? '').matchAll(/\.([\w-]+)/g)].every(([, name]) => used.has(name)),
    )
    .map(([rule]) => rule)
    .join('');
}

/** Returns the declarations of the tokens in use, because no page's style sheet applies to pictures. */
const tokensFor = (css: string, tokens: string): string =>
  [...new Set(Array.from(css.matchAll(/var\((--[\w-]+)\)/g), ([, name]) => name))]
    .map((name) => new RegExp(`${name}: .+;`).exec(tokens)?.[0] ?? '')
    .join('');

/** Returns a step picture. */
export const sceneOf = (name: string): Response =>
  pictureOf({
    file: sceneFile(process.cwd(), name),
    width: 160,
    height: 100,
    style: sceneStyle,
    ground:
      '<path class="g" d="M0 0h160v100H0z"/><path class="r" d="M0 20h160M0 40h160M0 60h160M0 80h160"/><path class="m" d="M13 0v100"/>',
  });

/** Returns the board of one of our own games. */
export const boardOf = (name: string): Response =>
  pictureOf({
    file: boardFile(process.cwd(), name),
    width: 40,
    height: 40,
    style: boardStyle,
    ground: '<path class="ground" d="M0 0h40v40H0z"/>',
  });
