import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect } from 'react';
import { MAX_EMAIL } from '../../../lib/contract/limits.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { site } from '../../../lib/site.ts';
import { AppCode } from '../../shared/AppCode.tsx';
import { Button } from '../../shared/Button.tsx';
import { CurrentPassword } from '../../shared/CurrentPassword.tsx';
import { Field } from '../../shared/Field.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { usePath } from '../../shared/use-address.ts';
import { Link } from '../parts/Link.tsx';
import { $enrolment, $logIn, logIn } from '../sign-in-store.ts';
import { useFirstError } from './use-first-error.ts';
import './sign-in.css';
import { wrongOf } from './wrong-of.ts';

const SetUp = lazy(async () => (await import('./SetUp.tsx')).SetUp);

/** The server prints this address with the first setup code. */
const SET_UP = hrefs.operator('setup');

/** @param ended the name of the operator whose session ended while this page was open. */
export function LogIn({ ended }: { readonly ended: string | null }) {
  const enrolment = useStore($enrolment, { ssr: 'initial' });
  const isNew = usePath(routes.operator.pattern) === SET_UP || enrolment !== null;
  useEffect(() => {
    document.title = `${isNew ? 'Set up an operator' : 'Log in'} · Operator · ${site.name}`;
  }, [isNew]);
  return (
    <main id="content" className="operator-sign-in" tabIndex={-1}>
      {isNew ? <SetUp /> : <LogInForm ended={ended} />}
    </main>
  );
}

function LogInForm({ ended }: { readonly ended: string | null }) {
  const form = useStore($logIn, { ssr: 'initial' });
  const element = useFirstError(form);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const given = (name: string) => String(data.get(name) ?? '');
    void logIn({ email: given('email'), password: given('password'), code: given('code') });
  }
  return (
    <>
      <h1>Operator</h1>
      {ended !== null && (
        <p className="notice" role="status">
          Your session has ended, {ended}. Log in to pick up where you left off. Your text is still there.
        </p>
      )}
      <form ref={element} className="form" method="dialog" noValidate onSubmit={submit}>
        <Field label="Email" error={wrongOf(form, 'email')}>
          {(control) => (
            <input
              {...control}
              type="email"
              name="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={MAX_EMAIL}
            />
          )}
        </Field>
        <CurrentPassword label="Password" error={wrongOf(form, 'password')} />
        <AppCode error={wrongOf(form, 'code')} />
        {form.state === 'refused' && (form.message ?? form.fields.captcha) && (
          <p className="notice bad" role="alert">
            {form.message ?? form.fields.captcha}
          </p>
        )}
        <div className="actions">
          <Button type="submit" busy={form.state === 'checking' || form.state === 'sending'}>
            Log in
          </Button>
          <Link to={SET_UP} className="button quiet">
            I have a setup code
          </Link>
        </div>
      </form>
    </>
  );
}
