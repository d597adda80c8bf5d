/** Draws the cards of card.ts: words and a ticket on ledger paper, in the ink theme. Runs only in the build. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import satori from 'satori';
import { logo } from '../../lib/format/marks.ts';
import { formatMoney, formatPoints } from '../../lib/format/points.ts';
import { site } from '../../lib/site.ts';
import { glyphPath } from '../glyph.ts';
import { CARD_SIZE, type Card, type CardTicket, ink } from './card.ts';
import { encodePng } from './png.ts';

type Style = Readonly<Record<string, string | number>>;
/** The shape of a React element, as satori expects it. */
interface Node {
  readonly type: string;
  readonly key: null;
  readonly props: Readonly<Record<string, unknown>>;
}

const require = createRequire(`${process.cwd()}/package.json`);
export const fonts = ([500, 700] as const).map((weight) => ({
  name: 'Bricolage Grotesque',
  weight,
  style: 'normal' as const,
  data: readFileSync(
    require.resolve(`@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-${weight}-normal.woff`),
  ),
}));

/** The text column in pixels: its position, and the most height for the text. */
const COLUMN = { left: 84, top: 140, width: 600, height: 434 } as const;
/** The most height for the text, in pixels. */
export const wordsRoom = COLUMN.height;
/** Heading sizes from the preferred to the smallest. A heading that is still too long is cut. */
const HEADING_SIZES = [92, 82, 72, 64, 56, 48, 42] as const;
const SMALLEST = HEADING_SIZES[HEADING_SIZES.length - 1] ?? 42;

/** The ticket's dimensions: picture, tear line, corners and notches. */
const TICKET = { width: 380, height: 470, art: 236, tear: 364, corner: 20, notch: 17, inset: 26 } as const;

/**
 * Returns the card as a PNG of CARD_SIZE. It is the same on every machine, because it doesn't use system fonts.
 * @throws Error if there is no glyph with a ticket's name.
 */
export async function drawCard(card: Card): Promise<Buffer> {
  const svg = await satori(cardNode(card, await headingSize(card)), { ...CARD_SIZE, fonts });
  const { width, height, pixels } = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return encodePng({ width, height, pixels });
}

/** Returns the largest size in pixels at which the text fits the column without breaking a word, or the smallest size. */
export async function headingSize(card: Card): Promise<number> {
  const [longest = ''] = card.heading.split(/\s+/).toSorted((a, b) => b.length - a.length);
  for (const size of HEADING_SIZES)
    if ((await wordsHeight(card, size)) <= wordsRoom && (await isWhole(longest, size))) return size;
  return SMALLEST;
}

/** Whether a word fits on one line. */
const isWhole = async (word: string, size: number): Promise<boolean> =>
  (await heightOf(text({ ...headingStyle(size), wordBreak: 'break-word' }, word))) < 2 * size;

/** Returns the height of a card's text with a heading of this size, in pixels. */
export const wordsHeight = (card: Card, size: number): Promise<number> => heightOf(words(card, size));

async function heightOf(node: Node): Promise<number> {
  let height = 0;
  await satori(node, {
    width: COLUMN.width,
    fonts,
    onNodeDetected: (part) => {
      height = Math.max(height, part.height);
    },
  });
  return height;
}

function cardNode(card: Card, size: number): Node {
  const { tickets } = card;
  return box({ width: '100%', height: '100%', position: 'relative', background: ink.bg }, [
    ledgerPaper(),
    ...(tickets.length === 0 ? [tallyMark({ position: 'absolute', left: 770, top: 190 }, 350, 2)] : []),
    ...tickets.map((ticket, at) => heldTicket(ticket, at - (tickets.length - 1) / 2, tickets.length > 1)),
    box({ position: 'absolute', left: COLUMN.left, top: 56, alignItems: 'center' }, [
      tallyMark({ marginRight: 18 }, 62, 2.4),
      text({ color: ink.text, fontSize: 40, fontWeight: 700 }, site.name),
    ]),
    box({ position: 'absolute', ...COLUMN, alignItems: 'center' }, [words(card, size)]),
  ]);
}

const headingStyle = (fontSize: number): Style => ({
  display: 'block',
  color: ink.text,
  fontSize,
  fontWeight: 700,
  lineHeight: 1.05,
  letterSpacing: '-0.025em',
});

export function words({ heading, under }: Card, size: number): Node {
  return box({ flexDirection: 'column', width: COLUMN.width, fontWeight: 500 }, [
    text(
      {
        ...headingStyle(size),
        textWrap: 'balance',
        // Balanced lines could break a word that fits on a line of its own.
        ...(size === SMALLEST ? { wordBreak: 'break-word', lineClamp: 4 } : {}),
      },
      heading,
    ),
    typeof under === 'string'
      ? text({ marginTop: 26, color: ink.muted, fontSize: 32, lineHeight: 1.35 }, under)
      : box({ flexDirection: 'column', marginTop: 24 }, amountRows(under)),
  ]);
}

function amountRows(amounts: Exclude<Card['under'], string>): Node[] {
  const fontSize = Math.min(...amounts.map(({ label }) => fitted(label, 30, 19)));
  const right = { flexShrink: 0, justifyContent: 'flex-end', whiteSpace: 'nowrap' };
  return amounts.map(({ label, points, cents }) =>
    box({ alignItems: 'baseline', padding: '8px 0', borderTop: `2px solid ${ink.line}` }, [
      text({ flexGrow: 1, flexShrink: 1, ...oneLine, color: ink.text, fontSize }, label),
      text(
        { ...right, marginLeft: 12, color: ink.points, fontSize: 32, fontWeight: 700 },
        `${formatPoints(points)} pts`,
      ),
      text({ ...right, minWidth: 122, marginLeft: 12, color: ink.muted, fontSize: 28 }, formatMoney(cents)),
    ]),
  );
}

/** @param step the position in the fan: 0 in the middle, whole or half numbers to the sides. */
function heldTicket(ticket: CardTicket, step: number, isFan: boolean): Node {
  const place = isFan
    ? { left: 796 + step * 104, top: 82 + step ** 2 * 26, transform: `rotate(${step * 8}deg) scale(0.84)` }
    : { left: 748, top: 78, transform: 'rotate(4deg)' };
  return box({ position: 'absolute', ...place }, [ticketNode(ticket)]);
}

function ticketNode(ticket: CardTicket): Node {
  const points = `${formatPoints(ticket.points)} pts`;
  const { width, height, art, tear, corner, inset } = TICKET;
  const column = { position: 'absolute', left: inset, width: width - 2 * inset };
  const corners = { position: 'absolute', top: 22, color: '#fff', fontSize: 22 };
  return box({ position: 'relative', width, height }, [
    svg({ position: 'absolute', left: 0, top: 0 }, width, height, `0 0 ${width} ${height}`, [
      path({ d: ticketOutline(), fill: ink.surface }),
      path({
        d: `M0 ${art}V${corner}${arc(corner, corner, 0)}H${width - corner}${arc(corner, width, corner)}V${art}z`,
        fill: ticket.colour,
      }),
      path({
        d: `M${inset} ${tear}H${width - inset}`,
        stroke: ink.line,
        strokeWidth: 3,
        strokeDasharray: '10 8',
      }),
    ]),
    faces(ticket),
    text({ ...corners, left: inset, fontWeight: 700, letterSpacing: '0.06em' }, ticket.kind.toUpperCase()),
    text({ ...corners, right: inset }, `No. ${ticket.id}`),
    box(
      {
        ...column,
        top: art + 22,
        height: tear - art - 44,
        flexDirection: 'column',
        justifyContent: 'space-between',
      },
      [
        text(
          { ...oneLine, color: ink.text, fontSize: fitted(ticket.name, 32, 17), fontWeight: 700 },
          ticket.name,
        ),
        text({ ...oneLine, color: ink.muted, fontSize: fitted(ticket.summary, 25, 25) }, ticket.summary),
      ],
    ),
    box({ ...column, top: tear + 28, alignItems: 'baseline', justifyContent: 'space-between' }, [
      text(
        { whiteSpace: 'nowrap', color: ink.points, fontSize: fitted(points, 42, 10), fontWeight: 700 },
        points,
      ),
      text({ color: ink.muted, fontSize: 28 }, formatMoney(ticket.cents)),
    ]),
  ]);
}

/** The brand's logo, once in the foreground and once as a faint print. A gift card if there is none. */
function faces({ glyph }: CardTicket): Node {
  const shape = glyphPath(glyph ?? 'gift-card');
  const at = (size: number, x: number, y: number, opacity: number) =>
    path({
      d: shape,
      fill: '#fff',
      opacity,
      transform: `translate(${x} ${y}) scale(${size / 24})`,
    });
  const { width, art } = TICKET;
  return box({ position: 'absolute', left: 0, top: 0, width, height: art, overflow: 'hidden' }, [
    svg({}, width, art, `0 0 ${width} ${art}`, [at(310, 186, 10, 0.07), at(112, (width - 112) / 2, 80, 1)]),
  ]);
}

/** Returns a rounded outline with a notch on both sides, where the stub tears off. */
function ticketOutline(): string {
  const { width, height, tear, corner, notch } = TICKET;
  return [
    `M${corner} 0H${width - corner}${arc(corner, width, corner)}`,
    `V${tear - notch}${arc(notch, width, tear + notch, 0)}V${height - corner}${arc(corner, width - corner, height)}`,
    `H${corner}${arc(corner, 0, height - corner)}V${tear + notch}${arc(notch, 0, tear - notch, 0)}V${corner}`,
    `${arc(corner, corner, 0)}z`,
  ].join('');
}

const arc = (radius: number, x: number, y: number, sweep = 1) =>
  `A${radius} ${radius} 0 0 ${sweep} ${x} ${y}`;

function tallyMark(style: Style, width: number, thickness: number): Node {
  const drawn = { fill: 'none', stroke: ink.text, strokeWidth: thickness, strokeLinecap: 'round' };
  return svg(style, width, (width * 22) / 31, '-3 0 31 22', [
    path({ ...drawn, d: logo.strokes }),
    path({ ...drawn, d: logo.slash, stroke: ink.stroke }),
  ]);
}

function ledgerPaper(): Node {
  const { width, height } = CARD_SIZE;
  const lines = Array.from({ length: 10 }, (_, at) => `M0 ${(at + 1) * 58}H${width}`).join('');
  return svg({ position: 'absolute', left: 0, top: 0 }, width, height, `0 0 ${width} ${height}`, [
    path({ d: lines, stroke: ink.rule, strokeWidth: 2 }),
    path({ d: `M44 0V${height}`, stroke: ink.margin, strokeWidth: 2 }),
  ]);
}

const oneLine = { display: 'block', lineClamp: 1, wordBreak: 'break-all', lineHeight: 1.2 };
/** Returns a font size at which about `letters` letters fit. It shrinks for longer text, to three fifths at least. */
const fitted = (words: string, size: number, letters: number) =>
  Math.round(size * Math.max(0.6, Math.min(1, letters / words.length)));

const node = (type: string, props: Node['props']): Node => ({ type, key: null, props });
const box = (style: Style, children: readonly Node[]) =>
  node('div', { style: { display: 'flex', ...style }, children });
const text = (style: Style, children: string) =>
  node('div', { style: { display: 'flex', ...style }, children });
const path = (props: Node['props']) => node('path', props);
const svg = (style: Style, width: number, height: number, viewBox: string, children: readonly Node[]) =>
  node('svg', { style, width, height, viewBox, children });
