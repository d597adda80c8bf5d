import { useEffect, useRef } from 'react';
import { type Direction, DOWN, LEFT, RIGHT, UP } from '../../lib/arcade/directions.ts';
import { $letterKeys } from '../shared/feel/feel-store.ts';

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: UP,
  ArrowRight: RIGHT,
  ArrowDown: DOWN,
  ArrowLeft: LEFT,
};
/** By position on the keyboard, so that they work in any layout. */
const letters: Readonly<Record<string, Direction>> = { KeyW: UP, KeyD: RIGHT, KeyS: DOWN, KeyA: LEFT };

/** Returns the direction of an arrow key, or of W, A, S or D if letter keys are on. */
export function directionOfKey({ key, code }: KeyboardEvent): Direction | undefined {
  return arrows[key] ?? ($letterKeys.get() ? letters[code] : undefined);
}

/** Whether a key is this letter, by its label, or by its position on keyboards with another alphabet. */
export function isLetter({ key, code }: KeyboardEvent, letter: string): boolean {
  const isIt = key.toLowerCase() === letter || code === `Key${letter.toUpperCase()}`;
  return isIt && $letterKeys.get();
}

/** Returns the typed letter, from 'a' to 'z', in the same two ways. */
export function letterOf({ key, code }: KeyboardEvent): string | undefined {
  if (!$letterKeys.get()) return undefined;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
}

export function isPress({ key }: KeyboardEvent): boolean {
  return key === ' ' || key === 'Enter';
}

/**
 * Calls back for each key that is meant for the game: while the focus is on the stage or nowhere. Enter and Space on a button
 * or link belong to that element.
 * Return true to handle a key, including its repeats. Otherwise the page would scroll.
 */
export function useKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const on = target instanceof Element ? target : undefined;
      const here = target === document.body || on?.closest('.stage');
      if (!here || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isPress(event) && on?.closest('a, button')) return;
      if (latest.current(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
