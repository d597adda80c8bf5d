import { useState } from 'react';
import { readBirthDate } from '../../lib/format/birth-date.ts';
import { BirthDate, birthDateFrom } from './BirthDate.tsx';
import { Button } from './Button.tsx';
import { Form, type Given } from './Form.tsx';

export interface Props {
  /** Saves a date ("2001-05-31"). Returns an error message, or undefined on success. */
  readonly onSave: (date: string) => Promise<string | undefined>;
  /** Use a quiet button, because another action is the primary one. */
  readonly quiet?: boolean;
}

/** Asks for the birth date before something with an age limit, if the account has none. */
export function BirthDateForm({ onSave, quiet = false }: Props) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit({ data }: Given) {
    if (busy) return;
    const read = readBirthDate(birthDateFrom(data), new Date());
    if ('error' in read) return setError(read.error);
    setError(undefined);
    setBusy(true);
    try {
      setError(await onSave(read.date));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form wrong={error} className="inline-form" onSubmit={submit}>
      <BirthDate error={error} hint="You can’t change it later." />
      <div className="actions">
        <Button type="submit" small quiet={quiet} busy={busy}>
          Save date of birth
        </Button>
      </div>
    </Form>
  );
}
