import { useStore } from '@nanostores/react';
import type { FormEvent } from 'react';
import { $factorForm } from '../second-factor-store.ts';
import { useFirstError } from '../use-first-error.ts';

/** The form that is open, and what it needs to be one. `send` gets what was typed. */
export function useForm(send: (given: { password: string; code: string }) => Promise<void>) {
  const form = useStore($factorForm, { ssr: 'initial' });
  const element = useFirstError(form);
  return {
    form,
    fields: form.state === 'refused' ? form.fields : {},
    props: {
      ref: element,
      method: 'dialog',
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        void send({ password: String(data.get('password') ?? ''), code: String(data.get('code') ?? '') });
      },
    },
  } as const;
}
