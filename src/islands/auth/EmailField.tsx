import { MAX_EMAIL } from '../../lib/contract/limits.ts';
import { Field } from '../shared/Field.tsx';

interface Props {
  readonly error: string | undefined;
  /** Its first value. */
  readonly initial?: string;
}

/** The address of an account, which password managers keep as its name. */
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
