import { type FormEvent, useEffect, useRef } from 'react';
import { AppCode } from '../shared/AppCode.tsx';
import { Button } from '../shared/Button.tsx';
import { focusFirstError } from '../shared/Field.tsx';
import type { FormState } from '../shared/stores/form.ts';
import { Instead } from './Instead.tsx';
import { SubmitButton } from './SubmitButton.tsx';

const TITLE = 'code-title';

interface Props {
  /** 'Google' */
  readonly provider: string;
  readonly form: FormState;
  readonly onCode: (code: string) => unknown;
  readonly onDrop: () => void;
}

/** After the return from a provider: asks for the second-factor code if the account has one. */
export function ProviderCode({ provider, form, onCode, onDrop }: Props) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.state === 'refused') focusFirstError(element.current);
  }, [form]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onCode(String(new FormData(event.currentTarget).get('code') ?? ''));
  }

  return (
    <section className="sign-in" aria-labelledby={TITLE}>
      <div className="sign-in-body">
        <Instead id={TITLE} title="One more step">
          <p className="muted">
            You’re signed in with {provider}. Now enter the code from your authenticator app.
          </p>
        </Instead>
        <form
          ref={element}
          className="form"
          method="dialog"
          noValidate
          onSubmit={submit}
          aria-labelledby={TITLE}
        >
          <AppCode recovery error={form.state === 'refused' ? form.fields.code : undefined} />
          <SubmitButton form={form} words={{ open: 'Log in', sending: 'Logging in' }} />
          <p className="small-print">
            No app and no recovery codes? Log in with your password to get back in.
          </p>
          <Button quiet onPress={onDrop}>
            Log in another way
          </Button>
        </form>
      </div>
    </section>
  );
}
