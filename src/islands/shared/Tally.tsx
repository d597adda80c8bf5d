import { tallyLabel, tallyOf } from '../../lib/format/tally.ts';

interface Props {
  done: number;
  goal: number;
  /** Decoration only: the words beside it say the same. */
  silent?: boolean;
}

/** Progress as strokes; as a bar where the goal is too high to count strokes. */
export function Tally({ done, goal, silent = false }: Props) {
  const label = tallyLabel(done, goal);
  const tally = tallyOf(done, goal);
  if (!tally) return <progress className="bar" value={Math.min(done, goal)} max={goal} aria-label={label} />;
  const said = silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span className="tally" {...said}>
      {tally.bundles.map((strokes, bundle) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no identity but their place
        <svg key={bundle} viewBox="-2 0 29 22" aria-hidden="true">
          {strokes.map(({ path, done }) => (
            <path key={path} className={done ? undefined : 'todo'} d={path} />
          ))}
        </svg>
      ))}
    </span>
  );
}
