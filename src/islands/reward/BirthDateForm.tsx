import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readBirthDate } from '../../lib/format/birth-date.ts';
import { asApiError } from '../../lib/stores/load.ts';
import { saveBirthDate } from '../../lib/stores/session.ts';
import { BirthDate, birthDateFrom } from '../ui/BirthDate.tsx';
import { Button } from '../ui/Button.tsx';
import { focusFirstError } from '../ui/Field.tsx';

/** For rewards with an age limit, where the account has no birth date yet. */
export function BirthDateForm() {
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (error !== undefined) focusFirstError(form.current);
  }, [error]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const read = readBirthDate(birthDateFrom(new FormData(event.currentTarget)), new Date());
    if ('error' in read) return setError(read.error);
    setError(undefined);
    setBusy(true);
    try {
      await saveBirthDate(read.date);
    } catch (thrown) {
      const { fields, message } = asApiError(thrown);
      setError(fields.birth_date ?? message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} className="inline-form" method="dialog" noValidate onSubmit={submit}>
      <BirthDate error={error} hint="It is saved once and can’t be changed here after." />
      <div className="actions">
        <Button type="submit" small busy={busy}>
          Save birth date
        </Button>
      </div>
    </form>
  );
}
