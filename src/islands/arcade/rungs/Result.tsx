import { type RungsState, strokesOf } from '../../../lib/arcade/rungs.ts';
import { steps } from './RungsBoard.tsx';
import { squaresOf } from './share.ts';

/** The climbed ladders as rows of squares, as they are shared. */
export function Result({ game: { climbed, shape } }: { readonly game: RungsState }) {
  if (climbed.length === 0) return null;
  return (
    <ol className="rungs-result" aria-label="Ladders climbed">
      {climbed.map((marks, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ladders never change order
        <li key={index}>
          {squaresOf(marks).map((mark, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: squares never change order
            <i key={at} data-as={mark} />
          ))}
          <span className="par">
            {steps(strokesOf(marks))}, par {shape.pars[index]}
          </span>
        </li>
      ))}
    </ol>
  );
}
