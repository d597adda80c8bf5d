import { Fragment, memo } from 'react';
import { heightOf, LANE, type Ticket as Lying, type TowerState, topOf } from '../../../lib/arcade/tower.ts';
import { useLate } from '../use-late.ts';
import { landmarks, rowOf } from './landmarks.ts';
import { BOX, GROUND, percent, ROW } from './sizes.ts';
import { Tallies } from './Tallies.tsx';

/** The ticket colours: they change every three rows, through the ramp and back. */
const RAMP = 10;
const PER_STEP = 3;

const topEdge = (row: number) => GROUND - row * ROW;

function rampOf(place: number): number {
  const step = Math.floor(place / PER_STEP) % (2 * (RAMP - 1));
  return 1 + (step < RAMP ? step : 2 * (RAMP - 1) - step);
}

/** Returns the path of a ticket. If it is wide enough, it has a notch on both sides and a stub. */
export function ticketPath({ x, width }: Lying, y: number): string {
  if (width < 4) return `M${x} ${y}h${width}v${ROW}h-${width}z`;
  return `M${x} ${y}h${width}v2h-1v1h1v2h-${width}v-2h1v-1h-1z`;
}

interface Props {
  readonly ticket: Lying;
  /** The row, counted from the ground. The first ticket is row 1. */
  readonly row: number;
  /** The ticket's number, which decides its colour. */
  readonly place: number;
}

export const Ticket = memo(function Ticket({ ticket, row, place }: Props) {
  const { x, width } = ticket;
  const y = topEdge(row);
  return (
    <g data-ramp={rampOf(place)}>
      <path className="paper" d={ticketPath(ticket, y)} />
      <path className="edge" d={`M${x} ${y + ROW - 1}h${width}v1h-${width}z`} />
      {width > 9 && <path className="perforation" d={`M${x + 5.5} ${y + 1}v1m0 1v1`} />}
    </g>
  );
});

const Rows = memo(function Rows({ rows }: { readonly rows: readonly Lying[] }) {
  // The lowest rows are far below the visible part.
  const hidden = Math.max(1, rows.length - 16);
  return rows.slice(hidden).map((ticket, index) => {
    const row = hidden + index;
    return <Ticket key={row} ticket={ticket} row={row} place={row} />;
  });
});

/** The ground, the tower, and a guide for the next ticket. */
export function Scene({ game }: { readonly game: TowerState }) {
  const [height, top] = [heightOf(game), topOf(game)];
  const guide = topEdge(height);
  return (
    <>
      <Sky from={Math.max(0, height - (height % SKY_STEP) - SKY_STEP)} />
      <Heights />
      <Tallies height={height} />
      <path className="ground" d={`M0 ${GROUND}h${LANE}v${LANE}h-${LANE}z`} />
      <Ground ticket={game.rows[0]} />
      <path
        className="guide"
        d={`M${top.x} ${guide}v-${3 * ROW}M${top.x + top.width} ${guide}v-${3 * ROW}`}
      />
      <Rows rows={game.rows} />
      <HeightNames height={height} />
    </>
  );
}

/** The heights of the landmarks that the tower grows past. */
const Heights = memo(function Heights() {
  return landmarks.map((landmark) => (
    <path key={landmark.name} className="height-line" d={`M8 ${topEdge(rowOf(landmark))}H${LANE}`} />
  ));
});

/** The landmarks' names, in front of the tower. */
function HeightNames({ height }: { readonly height: number }) {
  return landmarks.map((landmark) => (
    <text
      key={landmark.name}
      className="height-name"
      data-reached={height >= rowOf(landmark)}
      x="9"
      y={topEdge(rowOf(landmark)) - 0.8}
    >
      {height === rowOf(landmark) ? `As tall as ${landmark.name}` : `${landmark.name}, ${landmark.metres} m`}
    </text>
  ));
}

/** The ground of the tower. */
function Ground({ ticket }: { readonly ticket: Lying | undefined }) {
  if (!ticket) return null;
  return <path className="base" d={`M${ticket.x} ${GROUND}h${ticket.width}v3h-${ticket.width}z`} />;
}

/**
 * The result of the last drop: the torn-off piece and its score. Each is a separate picture, so that its movement causes no
 * layout.
 */
export function Fallen({ game: now }: { readonly game: TowerState }) {
  // A frame after the drop, which has no time for it on a phone.
  const game = useLate(now, 1);
  const { last, missed } = game;
  if (!last) return null;
  const height = heightOf(game);
  const row = missed ? height + 1 : height;
  const middle = Math.min(Math.max(last.ticket.x + last.ticket.width / 2, 9), LANE - 9);
  const { torn } = last;
  return (
    <Fragment key={missed ? 'missed' : height}>
      {torn && (
        <svg
          ref={(piece) => turnAbout(piece, torn.x + torn.width / 2, topEdge(row) + ROW / 2)}
          className={torn.x > last.ticket.x || missed ? 'torn right' : 'torn'}
          viewBox={BOX}
          aria-hidden="true"
        >
          <Ticket ticket={torn} row={row} place={row} />
        </svg>
      )}
      {last.fits && (
        <svg className="flash" viewBox={BOX} aria-hidden="true">
          <path d={`M0 ${topEdge(row)}h${LANE}v${ROW}h-${LANE}z`} />
        </svg>
      )}
      {last.gained > 0 && (
        <svg className="word" viewBox={BOX} aria-hidden="true">
          {/* On the ticket, because the name of a landmark may be above it. */}
          <text x={middle} y={topEdge(row) + 3.8}>
            {last.fits ? `fits +${last.gained}` : `+${last.gained}`}
          </text>
        </svg>
      )}
    </Fragment>
  );
}

/** Sets the point that a picture rotates around. Done in a script, because the CSP forbids inline styles. */
function turnAbout(piece: SVGSVGElement | null, x: number, y: number): void {
  if (piece) piece.style.transformOrigin = `${percent(x)} ${percent(y)}`;
}

/** How many rows a tower grows by until the sky is drawn again. */
const SKY_STEP = 8;

/** Ledger lines, and pixel clouds higher up. The same in every round. */
const Sky = memo(function Sky({ from }: { readonly from: number }) {
  const rows = Array.from({ length: 28 + SKY_STEP }, (_, index) => from + index);
  return (
    <>
      <path className="margin" d={`M8 ${topEdge(from + rows.length)}V${GROUND}`} />
      <path className="rules" d={rows.map((row) => `M0 ${topEdge(row)}h${LANE}`).join('')} />
      {rows
        .filter((row) => row > 6 && row % 7 === 0)
        .map((row) => (
          <path key={row} className="cloud" d={cloudPath(8 + ((row * 29) % 42), topEdge(row))} />
        ))}
    </>
  );
});

function cloudPath(x: number, y: number): string {
  return `M${x + 3} ${y}h4v1h3v1h2v1h-12v-1h3zM${x + 1} ${y + 3}h9v1h-9z`;
}
