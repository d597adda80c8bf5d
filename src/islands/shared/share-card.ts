/** A win as a picture to share: a ticket on ledger paper, 1200 by 630 pixels, drawn in the browser. */

import type { Look } from './Creature.tsx';

export interface ShareCard {
  /** What it is about: "My score in Merge". */
  readonly about: string;
  /** The main number: "12,480". */
  readonly figure: string;
  /** A second line: "Largest tile 512". */
  readonly words: string;
  /** Drawn next to it. */
  readonly creature?: Look | undefined;
  /** The public page that the words link to: '/games/merge'. Default: the home page. */
  readonly path?: string;
}

/** The parts of a canvas context that the drawing uses. */
type Paper = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'font'
  | 'fillRect'
  | 'fillText'
  | 'beginPath'
  | 'roundRect'
  | 'arc'
  | 'moveTo'
  | 'lineTo'
  | 'fill'
  | 'stroke'
  | 'setLineDash'
> & { measureText(text: string): Pick<TextMetrics, 'width'> };

export const SIZE = { width: 1200, height: 630 } as const;

const colours = {
  paper: '#f7f4ec',
  line: '#d8d3c6',
  ticket: '#fffdf7',
  ink: '#14171f',
  lime: '#c5ef2d',
  muted: '#5b5f69',
};
const DISPLAY = 'Bricolage, sans-serif';
const TEXT = 'system-ui, sans-serif';

/** Returns the card in words. */
export function wordsOf({ about, figure, words }: ShareCard, name: string | null, site: string): string {
  return `${about}: ${figure} (${words}). ${name === null ? site : `${name} on ${site}`}`;
}

/** Draws the card. `name`: the player's name, if shown. `site`: ours. Call it after the fonts have loaded. */
export function drawCard(
  on: Paper,
  { about, figure, words, creature }: ShareCard,
  name: string | null,
  site: string,
): void {
  const { width, height } = SIZE;
  on.fillStyle = colours.paper;
  on.fillRect(0, 0, width, height);
  on.fillStyle = colours.line;
  for (let y = 42; y < height; y += 42) on.fillRect(0, y, width, 1);

  // The ticket, with a notch at each end of its tear line.
  const [left, top, right, bottom, tear] = [70, 60, width - 70, height - 60, 440];
  on.fillStyle = colours.ticket;
  on.beginPath();
  on.roundRect(left, top, right - left, bottom - top, 24);
  on.fill();
  on.fillStyle = colours.paper;
  for (const x of [left, right]) {
    on.beginPath();
    on.arc(x, tear, 20, 0, 2 * Math.PI);
    on.fill();
  }
  on.strokeStyle = colours.line;
  on.lineWidth = 3;
  on.setLineDash([12, 10]);
  line(on, [left + 36, tear, right - 36, tear]);
  on.setLineDash([]);

  const side = creature === undefined ? 0 : 300;
  if (creature !== undefined) pixels(on, creature, right - 50 - side, top + 40, side);

  const inner = right - left - 120;
  const write = (text: string, y: number, px: number, font: string, colour: string) => {
    on.fillStyle = colour;
    on.font = `700 ${px}px ${font}`;
    // A text that is too long gets a smaller font. Above the tear line, a creature takes part of the width.
    const width = inner - (y < tear ? side : 0);
    const fits = Math.min(1, width / on.measureText(text).width);
    on.font = `700 ${Math.floor(px * fits)}px ${font}`;
    on.fillText(text, left + 60, y);
  };
  write(about, 150, 52, DISPLAY, colours.ink);
  write(figure, 310, 150, DISPLAY, colours.ink);
  write(words, 388, 40, TEXT, colours.muted);
  if (name !== null) write(name, 516, 40, TEXT, colours.ink);
  tally(on, right - 350, tear + 38);
  on.fillStyle = colours.ink;
  on.font = `700 48px ${DISPLAY}`;
  on.fillText(site, right - 255, 514);
}

function line(on: Paper, [x1, y1, x2, y2]: readonly [number, number, number, number]): void {
  on.beginPath();
  on.moveTo(x1, y1);
  on.lineTo(x2, y2);
  on.stroke();
}

/** Draws a creature in its colours, like src/islands/shared/Creature.tsx. */
function pixels(on: Paper, { size, cells, hue }: Look, left: number, top: number, side: number): void {
  on.fillStyle = `oklch(0.42 0.11 ${hue})`;
  on.beginPath();
  on.roundRect(left, top, side, side, side * 0.18);
  on.fill();
  on.fillStyle = `oklch(0.93 0.11 ${(hue + 40) % 360})`;
  // Use whole pixels, because fractions would show seams.
  const pixel = Math.floor(side / (size + 2));
  const edge = (side - pixel * size) / 2;
  for (const [cell, isOn] of cells.entries())
    if (isOn)
      on.fillRect(
        left + edge + (cell % size) * pixel,
        top + edge + Math.floor(cell / size) * pixel,
        pixel,
        pixel,
      );
}

/** Draws the logo: four strokes and a slash. */
function tally(on: Paper, x: number, y: number): void {
  on.lineCap = 'round';
  on.lineWidth = 8;
  on.strokeStyle = colours.ink;
  for (let at = 0; at < 4; at += 1) line(on, [x + at * 20, y, x + at * 20 - 3, y + 56]);
  on.strokeStyle = colours.lime;
  line(on, [x - 16, y + 46, x + 76, y + 12]);
}

export interface Picture {
  readonly blob: Blob;
  /** The same as a data: URL, which the CSP allows for images. */
  readonly url: string;
}

/** Returns the card as a PNG. Null if the browser can't make one. */
export async function pictureOf(card: ShareCard, name: string | null, site: string): Promise<Picture | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, SIZE);
  const on = canvas.getContext('2d');
  if (!on) return null;
  // If the font doesn't load, the fallback is used.
  await document.fonts?.load(`700 48px ${DISPLAY}`).catch(() => {});
  drawCard(on, card, name, site);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob && { blob, url: canvas.toDataURL('image/png') };
}
