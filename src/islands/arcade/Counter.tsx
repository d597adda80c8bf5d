import { useEffect, useState } from 'react';

interface Props {
  /** A number, perhaps with something around it: "12,480", "+620 pts". */
  readonly text: string;
  /** Whether it counts up from zero when it appears. */
  readonly rolls?: boolean;
}

/** A number like a mechanical counter, whose digits roll to the next value. They move by a transform, which costs no layout. */
export function Counter({ text, rolls = false }: Props) {
  const [begun, setBegun] = useState(!rolls);
  useEffect(() => {
    // After the zero has been painted.
    const frame = requestAnimationFrame(() => setBegun(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const parts = [...(begun ? text : text.replaceAll(/\d/g, '0'))];
  return (
    <span className="counter">
      <span className="unseen">{text}</span>
      {parts.map((part, at) => {
        const what = /\d/.test(part) ? { 'data-digit': part } : { 'data-sign': part };
        // biome-ignore lint/suspicious/noArrayIndexKey: from the right, the units stay the units as the figure gets longer
        return <i key={parts.length - at} {...what} aria-hidden="true" />;
      })}
    </span>
  );
}
