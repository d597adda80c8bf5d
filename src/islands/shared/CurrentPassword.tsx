import { MAX_PASSWORD } from '../../lib/contract/limits.ts';
import { Field } from './Field.tsx';

interface Props {
  readonly label?: string;
  readonly hint?: string;
  readonly error: string | undefined;
}

/** The password that an account has, asked once more before something that a thief of its session would like to do. */
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
