import { type PointerEvent, useRef } from 'react';
import { type Direction, DOWN, LEFT, RIGHT, UP } from '../../lib/arcade/directions.ts';

/** How far a finger or a held mouse must move to count as a swipe, in CSS pixels. */
const REACH = 24;

/** Returns the direction of a movement that is long enough and clearly along one axis. */
function directionOf(dx: number, dy: number): Direction | undefined {
  const [across, along] = [Math.abs(dx), Math.abs(dy)];
  if (Math.max(across, along) < REACH || Math.max(across, along) < 1.2 * Math.min(across, along))
    return undefined;
  if (across > along) return dx > 0 ? RIGHT : LEFT;
  return dy > 0 ? DOWN : UP;
}

/**
 * Handlers for the board. A swipe or drag makes one move, as soon as its direction is clear. With `onAndOn`, a finger that stays
 * down makes a move for each further stretch.
 */
export function useSwipe(onMove: (direction: Direction) => void, onAndOn = false) {
  const from = useRef<{ pointer: number; x: number; y: number } | null>(null);
  const end = () => {
    from.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!event.isPrimary || event.button !== 0) return;
      from.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
      if (event.pointerType === 'mouse') hold(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const start = from.current;
      if (start?.pointer !== event.pointerId) return;
      const direction = directionOf(event.clientX - start.x, event.clientY - start.y);
      if (direction === undefined) return;
      end();
      if (onAndOn) from.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
      onMove(direction);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Captures the pointer, so that a drag may leave the board. Touch does this by itself. */
export function hold(event: PointerEvent<HTMLElement>): void {
  try {
    event.currentTarget.setPointerCapture(event.pointerId);
  } catch {
    // The pointer is already gone, so there is no drag to follow.
  }
}
