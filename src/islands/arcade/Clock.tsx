import { useEffect, useState } from 'react';
import { playTime } from './play-store.ts';
import type { Round } from './round.ts';

/** Often enough that no second is skipped. */
const LOOK_MS = 200;

/** 95000 → "1:35". A started second counts as a whole one. */
function formatClock(left: number): string {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function warning(left: number): string {
  if (left > 30_000) return '';
  return left > 10_000 ? '30 seconds left.' : '10 seconds left.';
}

/** The time left in the round. Announced twice near its end. */
export function Clock({ round, running }: { readonly round: Round; readonly running: boolean }) {
  // Renders only when the second changes, although it checks more often.
  const [, setSecond] = useState<number | null>(null);
  useEffect(() => {
    if (!running) return;
    const look = () => {
      const left = round.rules.timeLeft(round.game, playTime());
      setSecond(left === null ? null : Math.ceil(left / 1000));
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [running, round]);
  const left = round.rules.timeLeft(round.game, playTime());
  if (left === null) return null;
  return (
    <div className="time" data-short={left <= 10_000}>
      <dt>Time left</dt>
      <dd>
        <span role="timer">{formatClock(left)}</span>
        <span className="unseen" role="status" aria-label="Time">
          {warning(left)}
        </span>
      </dd>
    </div>
  );
}
