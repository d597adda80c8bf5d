import { type HTMLAttributes, type ReactNode, useEffect, useId, useRef } from 'react';
import type { Play } from './round.ts';
import { useLate } from './use-late.ts';

interface Props {
  readonly phase: Play['state'];
  /** What the board is and how to read it, for screen readers. */
  readonly help: string;
  /** "Tiles. Move them with the arrow keys" */
  readonly label: string;
  /** Touch and mouse handlers for the surface while a round runs. */
  readonly touch?: HTMLAttributes<HTMLDivElement>;
  /** What the surface shows. Screen readers get `described` instead. */
  readonly children: ReactNode;
  /** The board in words, for example as a table. */
  readonly described?: ReactNode;
  /** Controls that belong to the board, below the surface. */
  readonly below?: ReactNode;
  /** What covers the board while no round runs. */
  readonly over: ReactNode;
  /** Board state for scripts, such as 'data-grid'. */
  readonly facts?: Readonly<Record<`data-${string}`, string | number | undefined>>;
}

/** The frame of every board. Takes the focus when a round starts, and keeps keys and fingers from scrolling the page. */
export function BoardFrame({ phase, help, label, touch, children, described, below, over, facts }: Props) {
  const id = useId();
  const surface = useRef<HTMLDivElement>(null);
  const running = phase === 'playing';
  // What is seen comes first: describing a grid takes as long as drawing it.
  const words = useLate(described, 12);
  useEffect(() => {
    if (running) surface.current?.focus({ preventScroll: true });
  }, [running]);
  return (
    <section className="board" aria-label="Board" aria-describedby={id} data-state={phase} {...facts}>
      <p id={id} className="unseen">
        {help}
      </p>
      <div className="tabletop">
        {/* role="application" makes screen readers pass the keys to the game. */}
        <div
          ref={surface}
          className="surface"
          role="application"
          aria-label={label}
          tabIndex={running ? 0 : -1}
          {...(running && touch)}
        >
          {children}
        </div>
        {over}
      </div>
      {words}
      {below}
    </section>
  );
}
