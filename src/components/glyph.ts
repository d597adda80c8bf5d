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
  return sheet(symbols.join(''));
}

const sheet = (content: string) =>
  new Response(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`, {
    headers: { 'Content-Type': 'image/svg+xml' },
  });

/** The tokens that pictures use, because no page's style sheet applies to them. */
const TOKENS = 'bg surface raised line edge rule margin text muted action on-action points tick'.split(' ');

const tokensIn = (css: string): string =>
  TOKENS.map((name) => new RegExp(`--${name}: .+;`).exec(css)?.[0] ?? '').join('');

interface Views {
  readonly names: readonly string[];
  readonly fileOf: (root: string, name: string) => string;
  /** The size of each picture. */
  readonly width: number;
  readonly height: number;
  readonly style: string;
  /** What is behind each picture. */
  readonly ground: string;
}

/**
 * Returns pictures in one file, one below the other, each with its own view: `<img src="/scenes.svg#ticket">`. Unlike a `<use>`, an
 * `<img>` loads lazily, and its `light-dark()` follows the page's theme.
 */
function viewsOf({ names, fileOf, width, height, style, ground }: Views): Response {
  const tokens = tokensIn(readFileSync('src/styles/tokens.css', 'utf8'));
  const drawn = names.map((name, at) => {
    const content = /<svg[^>]*>(.*)<\/svg>/s.exec(readFileSync(fileOf(process.cwd(), name), 'utf8'))?.[1];
    const y = at * height;
    return `<view id="${name}" viewBox="0 ${y} ${width} ${height}"/><g transform="translate(0 ${y})"><use href="#ground"/>${content}</g>`;
  });
  return sheet(
    `<style>:root{color-scheme:light dark;${tokens}}${style.replace(/\n\s*/g, '')}</style><defs><g id="ground">${ground}</g></defs>${drawn.join('')}`,
  );
}

/** Returns all step pictures. */
export const scenesOf = (names: readonly string[]): Response =>
  viewsOf({
    names,
    fileOf: sceneFile,
    width: 160,
    height: 100,
    style: sceneStyle,
    ground:
      '<path class="g" d="M0 0h160v100H0z"/><path class="r" d="M0 20h160M0 40h160M0 60h160M0 80h160"/><path class="m" d="M13 0v100"/>',
  });

/** Returns the boards of our own games. */
export const boardsOf = (names: readonly string[]): Response =>
  viewsOf({
    names,
    fileOf: boardFile,
    width: 40,
    height: 40,
    style: boardStyle,
    ground: '<path class="ground" d="M0 0h40v40H0z"/>',
  });
