import { MAX_PASSWORD } from '../../../lib/contract/limits.ts';
import { Field } from '../../ui/Field.tsx';

/** The password that a change of the second factor asks for. */
export function PasswordInput({ error }: { readonly error: string | undefined }) {
  return (
    <Field label="Your password" error={error}>
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
