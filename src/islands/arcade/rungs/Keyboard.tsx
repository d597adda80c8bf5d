import { BACK, HINT, HINT_STEPS } from '../../../lib/arcade/rungs.ts';
import { Press } from '../Press.tsx';

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

interface Props {
  readonly playing: boolean;
  readonly canGoBack: boolean;
  readonly onType: (letter: string) => void;
  readonly onAct: (act: number) => void;
}

/** An on-screen keyboard with letters, back and hint. */
export function Keyboard({ playing, canGoBack, onType, onAct }: Props) {
  return (
    <fieldset className="pad letters" disabled={!playing}>
      <legend className="unseen">Letters</legend>
      {rows.map((row, index) => (
        <div key={row} className="letters-row">
          {[...row].map((letter) => (
            <Press key={letter} onPress={() => onType(letter)}>
              {letter}
            </Press>
          ))}
          {index === rows.length - 1 && (
            <Press
              className="wide"
              aria-label="Back one step"
              disabled={!canGoBack}
              onPress={() => onAct(BACK)}
            >
              Back
            </Press>
          )}
        </div>
      ))}
      <Press className="hint-key" onPress={() => onAct(HINT)}>
        Hint <small>counts as {HINT_STEPS} steps</small>
      </Press>
    </fieldset>
  );
}
