import { type PointerEvent, useRef } from 'react';
import { type Direction, DOWN, LEFT, RIGHT, UP } from '../../lib/arcade/directions.ts';

/** How far a finger or a held mouse goes before it is a move, in CSS pixels. */
const REACH = 24;

/** The direction of a way that is long enough and plainly more along one axis than the other. */
function directionOf(dx: number, dy: number): Direction | undefined {
  const [across, along] = [Math.abs(dx), Math.abs(dy)];
  if (Math.max(across, along) < REACH || Math.max(across, along) < 1.2 * Math.min(across, along))
    return undefined;
  if (across > along) return dx > 0 ? RIGHT : LEFT;
  return dy > 0 ? DOWN : UP;
}

/**
 * Handlers for the board: one move per swipe or drag, made as soon as its direction is clear rather than at its end. With
 * `onAndOn` a finger that stays down steers on, a move for each stretch of its way.
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

/** A drag may leave the board and is still ours, as a finger's swipe is without asking. */
export function hold(event: PointerEvent<HTMLElement>): void {
  try {
    event.currentTarget.setPointerCapture(event.pointerId);
  } catch {
    // The pointer is gone already: then there is no drag to follow.
  }
}
