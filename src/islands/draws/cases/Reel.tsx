import { useEffect, useRef } from 'react';
import type { Opening } from '../../../lib/contract/draws/cases.ts';
import { artOf } from '../../../lib/format/art.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { coloursOf } from '../../../lib/format/sprite.ts';
import { Button } from '../../shared/Button.tsx';
import { Face } from '../../shared/Face.tsx';
import { showBalance } from '../../shared/stores/balance.ts';
import type { Promised } from './case-store.ts';
import './reel.css';

const LENGTH = 19;
/** The place where it stops. reel.css moves it to the middle. */
const STOP = 16;

interface Props {
  readonly opening: Opening;
  readonly promised: Promised;
}

/**
 * The case's items pass by, ever slower, until the drawn one stops in the middle. The result follows; Skip shows it immediately.
 */
export function Reel({ opening, promised }: Props) {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    foot.current?.querySelector('button')?.focus({ preventScroll: true });
    foot.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { items } = promised;
  return (
    <section className="torn open-ticket" aria-label="Opening the case" aria-busy="true">
      <div className="upper">
        <ol className="reel" aria-hidden="true">
          {Array.from({ length: LENGTH }, (_, at) => {
            const { name, points } = (at === STOP ? undefined : items[at % items.length]) ?? opening;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same ones pass several times, and never change
              <li key={at}>
                <Face glyph={artOf({ names: [name], other: 'chest' })} colour={coloursOf(name).ground} />
                <b className="num">{formatPoints(points)}</b>
              </li>
            );
          })}
        </ol>
      </div>
      <div className="lower" ref={foot}>
        <Button quiet onPress={showBalance}>
          Skip
        </Button>
      </div>
    </section>
  );
}
