import { createHash } from 'node:crypto';
import { glyphPath } from './glyph.ts';

interface Faced {
  /** The name of a glyph. Null: a gift card. */
  readonly glyph: string | null;
  readonly colour: string;
}

/** Cached, because the same rewards appear on many pages. */
const faces = new Map<string, string>();
const addresses = new Map<string, string>();

/**
 * Returns a ticket's picture, for the box 0 0 160 100: the reward's colour, its logo in white, and a large faint copy behind it.
 */
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

/** Returns the address of a drawing as a separate file, whose name is a hash of the drawing: '/faces/1f2e3d4c.svg'. */
export function drawingAddress(drawing: string): string {
  const address =
    addresses.get(drawing) ?? `/faces/${createHash('sha256').update(drawing).digest('hex').slice(0, 8)}.svg`;
  addresses.set(drawing, address);
  return address;
}
