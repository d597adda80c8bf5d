import { createHash } from 'node:crypto';
import { glyphPath } from './glyph.ts';

interface Faced {
  /** The name of a glyph; null: a gift card. */
  readonly glyph: string | null;
  readonly colour: string;
}

/** The same rewards stand on page after page. */
const faces = new Map<string, string>();
const names = new Map<string, string>();

/** A ticket's face, for a box of 0 0 160 100: the reward's own colour, its mark in white, and once more behind it, faint and large. */
export function faceOf({ glyph, colour }: Faced): string {
  const key = [glyph, colour].join();
  const face = faces.get(key) ?? drawn({ glyph, colour });
  faces.set(key, face);
  return face;
}

function drawn({ glyph, colour }: Faced): string {
  const path = glyphPath(glyph ?? 'gift-card');
  const at = (size: number, x: number, y: number) =>
    `translate(${x} ${y}) scale(${Math.round((size / 24) * 1000) / 1000})`;
  const mark = (rest: string) => `<path ${rest} d="${path}"></path>`;
  return `<path fill="${colour}" d="M0 0h160v100H0z"></path><g fill="#fff">${mark(`opacity=".07" transform="${at(130, 78, 4)}"`)}${mark(`transform="${at(44, 58, 30)}"`)}</g>`;
}

/** The name of a face's file in /faces, which changes with the face: '1f2e3d4c'. */
export function faceName(face: string): string {
  const name = names.get(face) ?? createHash('sha256').update(face).digest('hex').slice(0, 8);
  names.set(face, name);
  return name;
}
