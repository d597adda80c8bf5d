import { type RefObject, useEffect } from 'react';
import { type Direction, DOWN, LEFT, RIGHT, UP } from '../../lib/arcade/merge.ts';
import { $play, act, pause, resume } from '../../lib/stores/play.ts';

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: UP,
  ArrowRight: RIGHT,
  ArrowDown: DOWN,
  ArrowLeft: LEFT,
};
/** By place on the keyboard, so that the hand finds them in any layout. */
const letters: Readonly<Record<string, Direction>> = { KeyW: UP, KeyD: RIGHT, KeyS: DOWN, KeyA: LEFT };

/** Arrows and WASD move, P and Escape pause, while a round runs and the focus is on the game or nowhere. */
export function useKeys(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const here =
        target === document.body || (target instanceof Node && stage.current?.contains(target) === true);
      if (!here || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { state } = $play.get();
      if (state !== 'playing' && state !== 'paused') return;
      if (event.key === 'Escape' || event.key.toLowerCase() === 'p') {
        event.preventDefault();
        if (!event.repeat) (state === 'playing' ? pause : resume)();
        return;
      }
      const direction = arrows[event.key] ?? letters[event.code];
      if (direction === undefined || state !== 'playing') return;
      // Also for a held key, or the page would scroll away under the board.
      event.preventDefault();
      if (!event.repeat) act(direction);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [stage]);
}
