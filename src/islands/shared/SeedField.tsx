import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { randomSeed } from './seed.ts';

/** The server's limit. */
const LONGEST = 64;

interface Props {
  readonly value: string;
  /** Why it matters, in a sentence. */
  readonly hint: string;
  readonly error: string | undefined;
  readonly onChange: (seed: string) => void;
}

/** The player's own seed for a draw. It starts random, and the player can change it. */
export function SeedField({ value, hint, error, onChange }: Props) {
  return (
    <div className="seed">
      <Field label="Your seed" hint={hint} error={error}>
        {(control) => (
          <input
            {...control}
            name="seed"
            value={value}
            maxLength={LONGEST}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button quiet small onPress={() => onChange(randomSeed())}>
        Another<span className="unseen"> random seed</span>
      </Button>
    </div>
  );
}
