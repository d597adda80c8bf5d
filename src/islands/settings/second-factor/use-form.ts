import { useStore } from '@nanostores/react';
import type { FormEvent } from 'react';
import { $factorForm } from '../second-factor-store.ts';
import { useFirstError } from '../use-first-error.ts';

/** Returns the open form's state, fields and props. `send` receives the input. */
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
