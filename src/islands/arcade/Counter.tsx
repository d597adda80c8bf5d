import { useEffect, useState } from 'react';
import { formatPoints } from '../../lib/format/points.ts';
import './counter.css';

interface Props {
  readonly value: number;
  /** Whether it counts up from zero when it appears. */
  readonly rolls?: boolean;
}

/** A number like a mechanical counter, whose digits roll to the next value. They move by a transform, which costs no layout. */
export function Counter({ value, rolls = false }: Props) {
  const [begun, setBegun] = useState(!rolls);
  useEffect(() => {
    // After the zero has been painted.
    const frame = requestAnimationFrame(() => setBegun(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const text = formatPoints(value);
  const digits = [...(begun ? text : text.replaceAll(/\d/g, '0'))];
  return (
    <span className="counter">
      <span className="unseen">{text}</span>
      {digits.map((digit, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: from the right, the units stay the units as the figure gets longer
        <i key={digits.length - at} data-digit={digit} aria-hidden="true" />
      ))}
    </span>
  );
}
