import { type PointerEvent, useState } from 'react';
import { cellAt, placeOf } from '../../../lib/arcade/hatch.ts';
import { hold } from '../use-swipe.ts';
import { BOX, layoutOf } from './layout.ts';

interface Line {
  readonly pointer: number;
  readonly from: number;
  readonly to: number;
  /** Whether the mouse's second button is used. */
  readonly second: boolean;
}

/** Tracks a line drawn over the grid by finger or mouse, or a single cell. `onLine` is called at its end. */
export function useDrag(size: number, onLine: (from: number, to: number, second: boolean) => void) {
  const [line, setLine] = useState<Line | null>(null);

  /** Returns the cell below a pointer. Outside the grid: the nearest cell if `near`, otherwise undefined. */
  function cellBelow(event: PointerEvent<HTMLElement>, near: boolean): number | undefined {
    const svg = event.currentTarget.querySelector('svg');
    if (!svg) return undefined;
    const box = svg.getBoundingClientRect();
    const unit = BOX / box.width;
    const { gutter, cell } = layoutOf(size);
    const place = (from: number, edge: number) => Math.floor(((from - edge) * unit - gutter) / cell);
    const [x, y] = [place(event.clientX, box.left), place(event.clientY, box.top)];
    const inside = (at: number) => Math.min(Math.max(at, 0), size - 1);
    if (!near && (x !== inside(x) || y !== inside(y))) return undefined;
    return cellAt(inside(x), inside(y));
  }

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!event.isPrimary || event.button === 1) return;
      const cell = cellBelow(event, false);
      if (cell === undefined) return;
      hold(event);
      setLine({ pointer: event.pointerId, from: cell, to: cell, second: event.button === 2 });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const cell = cellBelow(event, true);
      if (line?.pointer !== event.pointerId || cell === undefined) return;
      const to = straight(line.from, cell);
      if (to !== line.to) setLine({ ...line, to });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (line?.pointer !== event.pointerId) return;
      setLine(null);
      onLine(line.from, line.to, line.second);
    },
    onPointerCancel: () => setLine(null),
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
  };
  return { line, handlers };
}

/** Returns the end of a straight line along the longer axis. */
function straight(from: number, to: number): number {
  const [one, other] = [placeOf(from), placeOf(to)];
  return Math.abs(other.x - one.x) >= Math.abs(other.y - one.y)
    ? cellAt(other.x, one.y)
    : cellAt(one.x, other.y);
}
