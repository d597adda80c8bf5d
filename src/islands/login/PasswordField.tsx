import { useState } from 'react';
import { MAX_PASSWORD, MIN_PASSWORD } from '../../lib/contract/limits.ts';
import { Field } from '../ui/Field.tsx';

interface Props {
  /** Being chosen, not asked for. */
  readonly isNew: boolean;
  readonly error: string | undefined;
}

/** A password with a switch that shows it, since what can't be seen is mistyped. */
export function PasswordField({ isNew, error }: Props) {
  const [seen, setSeen] = useState(false);
  return (
    <Field
      label="Password"
      hint={isNew ? `At least ${MIN_PASSWORD} characters. A sentence is fine.` : undefined}
      error={error}
    >
      {(control) => (
        <span className="password">
          <input
            {...control}
            type={seen ? 'text' : 'password'}
            name="password"
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            minLength={isNew ? MIN_PASSWORD : undefined}
            maxLength={MAX_PASSWORD}
            required
          />
          <button type="button" onClick={() => setSeen(!seen)}>
            {seen ? 'Hide' : 'Show'}
            <span className="unseen"> password</span>
          </button>
        </span>
      )}
    </Field>
  );
}
