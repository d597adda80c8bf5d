import { createHash } from 'node:crypto';
import { glyphPath } from './glyph.ts';

interface Faced {
  /** The name of a glyph; null: a gift card. */
  readonly glyph: string | null;
  readonly colour: string;
}

/** The same rewards are on page after page. */
const faces = new Map<string, string>();
const addresses = new Map<string, string>();

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

/** The address of a drawing as a file of its own, whose name changes with the drawing: '/faces/1f2e3d4c.svg'. */
export function drawingAddress(drawing: string): string {
  const address =
    addresses.get(drawing) ?? `/faces/${createHash('sha256').update(drawing).digest('hex').slice(0, 8)}.svg`;
  addresses.set(drawing, address);
  return address;
}
