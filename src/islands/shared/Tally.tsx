import { tallyLabel, tallyOf } from '../../lib/format/tally.ts';

interface Props {
  done: number;
  goal: number;
  /** Decorative only, because the text next to it says the same. */
  silent?: boolean;
}

/** Progress as tally strokes, or as a bar if the goal is too high for strokes. */
export function Tally({ done, goal, silent = false }: Props) {
  const label = tallyLabel(done, goal);
  const tally = tallyOf(done, goal);
  if (!tally) return <progress className="bar" value={Math.min(done, goal)} max={goal} aria-label={label} />;
  const said = silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span className="tally" {...said}>
      {tally.bundles.map((strokes, bundle) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: strokes never change order
        <svg key={bundle} viewBox="-2 0 29 22" aria-hidden="true">
          {strokes.map(({ path, done }) => (
            <path key={path} className={done ? undefined : 'todo'} d={path} />
          ))}
        </svg>
      ))}
    </span>
  );
}
