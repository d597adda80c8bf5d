import type { ReactNode } from 'react';
import { DOWN, LEFT, RIGHT, UP } from '../../lib/arcade/directions.ts';
import { Press } from './Press.tsx';
import { act } from './store.ts';

/** In tab order. The style sheet arranges them like arrow keys. Made once, so an act doesn't draw them again. */
const arrows = (
  [
    [UP, 'up', 'M12 19V5M5.5 11.5 12 5l6.5 6.5'],
    [LEFT, 'left', 'M19 12H5M11.5 5.5 5 12l6.5 6.5'],
    [DOWN, 'down', 'M12 5v14M5.5 12.5 12 19l6.5-6.5'],
    [RIGHT, 'right', 'M5 12h14M12.5 5.5 19 12l-6.5 6.5'],
  ] as const
).map(([direction, name, path]) => (
  <Press key={name} className={name} aria-label={`Move ${name}`} onPress={() => act(direction)}>
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  </Press>
));

interface Props {
  readonly playing: boolean;
  /** What moves: "the tiles". */
  readonly what: string;
  /** Another button. */
  readonly children?: ReactNode;
}

/** Direction buttons for thumbs, and for players who can't use arrow keys or swipe. */
export function Pad({ playing, what, children }: Props) {
  return (
    <fieldset className="pad" disabled={!playing}>
      <legend className="unseen">Move {what}</legend>
      {arrows}
      {children}
    </fieldset>
  );
}
