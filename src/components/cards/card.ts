/** The content and the file name of a page's sharing card. picture.ts draws it. Runs only in the build. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logo } from '../../lib/format/marks.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { slugOf } from '../../lib/format/slug.ts';
import { site } from '../../lib/site.ts';
import { inkColours } from './ink.ts';

export interface Card {
  /** The heading, in large letters. */
  readonly heading: string;
  /** Below the heading: a sentence, or the prices of a reward's amounts. */
  readonly under:
    | string
    | readonly { readonly label: string; readonly points: number; readonly cents: number }[];
  /** Shown on the right; several as a fan. Without tickets, the logo is there. */
  readonly tickets: readonly CardTicket[];
}

/** A ticket from `ticketOf`. */
export interface CardTicket {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly summary: string;
  /** The name of a glyph. Null: a gift card. */
  readonly glyph: string | null;
  readonly colour: string;
  readonly points: number;
  readonly cents: number;
}

/** In pixels. Every network shows this size in full. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

export const ink = inkColours('bg', 'surface', 'line', 'rule', 'text', 'muted', 'points', 'stroke', 'margin');

const hashOf = (text: string) => hash('sha256', text);

/** A hash of what all cards share: the drawing code, the site's name, the logo and the colours. */
const house = hashOf(
  JSON.stringify([
    readFileSync(join(process.cwd(), 'src/components/cards/picture.ts'), 'utf8'),
    site.name,
    logo,
    ink,
  ]),
);

/**
 * Returns the name of a card's file: ('/rewards/earn-free-robux', card) → 'rewards-earn-free-robux-1f2e3d4c5b'. It changes with
 * the card's content and with the drawing code, so browsers and networks can cache the file for good.
 */
export function cardName(path: string, card: Card): string {
  const fingerprint = hashOf(house + JSON.stringify(card)).slice(0, 10);
  return `${slugOf(path) || 'home'}-${fingerprint}`;
}

/** Returns a card in words, as its alternative text: 'Robux: 400 Robux 5,000 pts, 800 Robux 10,000 pts'. */
export function cardWords({ heading, under }: Card): string {
  const rest =
    typeof under === 'string'
      ? under
      : under.map(({ label, points }) => `${label} ${formatPoints(points)} pts`).join(', ');
  return `${heading}: ${rest}`;
}
