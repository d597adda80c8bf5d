import { type ReactNode, useState } from 'react';
import { MAX_EMAIL } from '../../lib/contract/limits.ts';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { Form, type Given } from './Form.tsx';
import type { Wrong } from './stores/form.ts';

export interface Props {
  /** The address to correct, if there is one. */
  readonly email?: string | null | undefined;
  /** Saves the address. Returns the errors by field, or undefined on success. */
  readonly onSave: (given: Given) => Promise<Wrong | undefined>;
  /** Renders further fields. */
  readonly more?: (wrong: Wrong | undefined) => ReactNode;
}

/** Adds an email address to an account that has none, or corrects one that isn't confirmed. */
export function EmailForm({ email, onSave, more }: Props) {
  const [state, setState] = useState<'busy' | 'saved' | Wrong>();
  const busy = state === 'busy';
  const saved = state === 'saved';
  const wrong = typeof state === 'object' ? state : undefined;

  async function submit(given: Given) {
    if (busy) return;
    setState('busy');
    setState((await onSave(given)) ?? 'saved');
  }

  return (
    <Form wrong={wrong} className="form" onSubmit={submit}>
      <Field
        label="Email address"
        hint="We’ll email you a link. You can’t change the address once it’s confirmed."
        error={wrong?.email}
      >
        {(control) => (
          <input
            {...control}
            type="email"
            name="email"
            autoComplete="email"
            maxLength={MAX_EMAIL}
            defaultValue={email ?? ''}
          />
        )}
      </Field>
      {more?.(wrong)}
      <div className="actions">
        <Button type="submit" small busy={busy}>
          Save and send link
        </Button>
        <span role="status" className={saved ? 'state ok' : undefined}>
          {saved && 'Saved. Check your inbox for the link.'}
        </span>
      </div>
    </Form>
  );
}
