import { useEffect, useState } from 'react';
import { formatPoints } from '../../lib/format/points.ts';
import './counter.css';

interface Props {
  readonly value: number;
  /** It counts up from nought when it comes. */
  readonly rolls?: boolean;
}

/** A figure as a mechanical counter shows it: its digits roll to the next one. They move by a transform, so that it costs no layout. */
export function Counter({ value, rolls = false }: Props) {
  const [begun, setBegun] = useState(!rolls);
  useEffect(() => {
    // Once it has been seen at nought.
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
