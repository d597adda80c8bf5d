import { useState } from 'react';
import { MAX_PASSWORD, MIN_PASSWORD } from '../../lib/contract/limits.ts';
import { Field } from '../shared/Field.tsx';

interface Props {
  /** asked: the current password. new: a new one. again: the new one repeated, to catch typing errors. */
  readonly kind: 'asked' | 'new' | 'again';
  readonly label?: string;
  readonly error: string | undefined;
}

/** A password field with a switch to show it, because hidden passwords are easily mistyped. */
export function PasswordField({ kind, label = 'Password', error }: Props) {
  const [seen, setSeen] = useState(false);
  const isNew = kind !== 'asked';
  return (
    <Field
      label={label}
      hint={kind === 'new' ? `At least ${MIN_PASSWORD} characters. A short phrase works well.` : undefined}
      error={error}
    >
      {(control) => (
        <span className="password">
          <input
            {...control}
            type={seen ? 'text' : 'password'}
            name={kind === 'again' ? 'password_confirmation' : 'password'}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize={seen ? 'none' : undefined}
            spellCheck={false}
            minLength={isNew ? MIN_PASSWORD : undefined}
            maxLength={MAX_PASSWORD}
            required
          />
          <button type="button" onClick={() => setSeen(!seen)}>
            {seen ? 'Hide' : 'Show'}
            <span className="unseen"> {label.toLowerCase()}</span>
          </button>
        </span>
      )}
    </Field>
  );
}
