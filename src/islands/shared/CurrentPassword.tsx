import { MAX_PASSWORD } from '../../lib/contract/limits.ts';
import { Field } from './Field.tsx';

interface Props {
  readonly label?: string;
  readonly hint?: string;
  readonly error: string | undefined;
}

/** Asks for the account's password again, before an action that someone who stole the session might try. */
export function CurrentPassword({ label = 'Your password', hint, error }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          type="password"
          name="password"
          autoComplete="current-password"
          maxLength={MAX_PASSWORD}
        />
      )}
    </Field>
  );
}
