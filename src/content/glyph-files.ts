import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const OURS = 'src/components/glyphs';
const SCENES = 'src/components/scenes';
const BOARDS = 'src/components/boards';

/** Returns the folders with glyphs for tickets: our own drawings, then simple-icons. @param root the project's folder */
const foldersIn = (root: string) => [
  join(root, OURS),
  dirname(createRequire(join(root, 'package.json')).resolve('simple-icons/icons/steam.svg')),
];

const namesIn = (folder: string) =>
  readdirSync(folder).flatMap((file) => (file.endsWith('.svg') ? [file.slice(0, -'.svg'.length)] : []));

/** Returns the names of the step pictures. */
export const scenes = (root = process.cwd()): string[] => namesIn(join(root, SCENES)).sort();

/** Returns the file of a step picture, in the box 0 0 160 100. */
export const sceneFile = (root: string, name: string): string => join(root, SCENES, `${name}.svg`);

/** Returns the names of our own games, each of which has a picture of its board. */
export const boards = (root = process.cwd()): string[] => namesIn(join(root, BOARDS)).sort();

/** Returns the file of a board's picture, in the box 0 0 40 40. */
export const boardFile = (root: string, name: string): string => join(root, BOARDS, `${name}.svg`);

/** Returns the names of our own drawings. */
export const drawings = (root = process.cwd()): string[] => namesIn(join(root, OURS)).sort();

/** Returns the names of all glyphs. */
export const glyphNames = (root: string): string[] => foldersIn(root).flatMap(namesIn);

/** Returns the file of a glyph in the box 0 0 24 24. Undefined if there is none with that name. */
export function glyphFile(root: string, name: string): string | undefined {
  if (!/^[a-z0-9-]+$/.test(name)) return undefined;
  return foldersIn(root)
    .map((folder) => join(folder, `${name}.svg`))
    .find((file) => existsSync(file));
}
