import { MAX_EMAIL } from '../../lib/contract/limits.ts';
import { Field } from '../shared/Field.tsx';

interface Props {
  readonly error: string | undefined;
  /** The initial value. */
  readonly initial?: string;
}

/** The account's email address. Password managers treat it as the user name. */
export function EmailField({ error, initial }: Props) {
  return (
    <Field label="Email address" error={error}>
      {(control) => (
        <input
          {...control}
          type="email"
          name="email"
          defaultValue={initial}
          autoComplete="username"
          spellCheck={false}
          maxLength={MAX_EMAIL}
          required
        />
      )}
    </Field>
  );
}
