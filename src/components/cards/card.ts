/** What the picture for sharing shows of a page, and under which name. picture.ts draws it. Runs in the build only. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logo } from '../../lib/format/marks.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { slugOf } from '../../lib/format/slug.ts';
import { site } from '../../lib/site.ts';
import { inkColours } from './ink.ts';

export interface Card {
  /** In large letters. */
  readonly heading: string;
  /** Under it: a sentence, or what the amounts of a reward cost. */
  readonly under:
    | string
    | readonly { readonly label: string; readonly points: number; readonly cents: number }[];
  /** On the right, several as a fan; without any, the logo is there. */
  readonly tickets: readonly CardTicket[];
}

/** As `ticketOf` makes it. */
export interface CardTicket {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly summary: string;
  /** The name of a glyph; null: a gift card. */
  readonly glyph: string | null;
  readonly colour: string;
  readonly points: number;
  readonly cents: number;
}

/** In pixels: what every network shows whole. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

export const ink = inkColours('bg', 'surface', 'line', 'rule', 'text', 'muted', 'points', 'stroke', 'margin');

const hashOf = (text: string) => hash('sha256', text);

/** What all cards share: how they are drawn, and the name, mark and colours in them. */
const house = hashOf(
  JSON.stringify([
    readFileSync(join(process.cwd(), 'src/components/cards/picture.ts'), 'utf8'),
    site.name,
    logo,
    ink,
  ]),
);

/**
 * The name of a card's file: ('/rewards/earn-free-robux', card) → 'rewards-earn-free-robux-1f2e3d4c5b'. It changes with
 * what the card shows and with how it is drawn, so that browsers and networks may keep the file for good.
 */
export function cardName(path: string, card: Card): string {
  const fingerprint = hashOf(house + JSON.stringify(card)).slice(0, 10);
  return `${slugOf(path) || 'home'}-${fingerprint}`;
}

/** What a card says, for those who can't see it: 'Robux: 400 Robux 5,000 pts, 800 Robux 10,000 pts'. */
export function cardWords({ heading, under }: Card): string {
  const rest =
    typeof under === 'string'
      ? under
      : under.map(({ label, points }) => `${label} ${formatPoints(points)} pts`).join(', ');
  return `${heading}: ${rest}`;
}
