import { useRef, useState } from 'react';
import { RECOVERY_CODE_LENGTH } from '../../lib/contract/limits.ts';
import { Field } from './Field.tsx';
import './app-code.css';

interface Props {
  readonly error: string | undefined;
  /** Whether a recovery code is also accepted. */
  readonly recovery?: boolean;
}

/**
 * A field for six digits from an authenticator app. A switch changes it to a recovery code, because a phone's number pad has no
 * letters.
 */
export function AppCode({ error, recovery = false }: Props) {
  const [lost, setLost] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const field = (
    <Field
      label={lost ? 'Recovery code' : 'Code from your authenticator app'}
      hint={
        lost
          ? `${RECOVERY_CODE_LENGTH} letters and digits. Each one works once.`
          : 'Six digits. Each code works once: after a try, wait for the next one.'
      }
      error={error}
    >
      {(control) => (
        <input
          {...control}
          className={lost ? 'input six long' : 'input six'}
          name="code"
          inputMode={lost ? 'text' : 'numeric'}
          autoComplete={lost ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={recovery ? 16 : 7}
          placeholder={lost ? undefined : '000000'}
        />
      )}
    </Field>
  );
  if (!recovery) return field;
  return (
    <div className="app-code" ref={place}>
      {field}
      <button
        type="button"
        className="quiet-link"
        onClick={() => {
          setLost(!lost);
          place.current?.querySelector('input')?.focus();
        }}
      >
        {lost ? 'Use the app' : 'Lost your app? Use a recovery code'}
      </button>
    </div>
  );
}
