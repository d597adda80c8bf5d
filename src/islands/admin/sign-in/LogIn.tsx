import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { MAX_EMAIL } from '../../../lib/contract/limits.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { site } from '../../../lib/site.ts';
import { Alert } from '../../shared/Alert.tsx';
import { AppCode } from '../../shared/AppCode.tsx';
import { Button } from '../../shared/Button.tsx';
import { CurrentPassword } from '../../shared/CurrentPassword.tsx';
import { Field } from '../../shared/Field.tsx';
import { Form, type Given } from '../../shared/Form.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { refusedOf } from '../../shared/stores/form.ts';
import { usePath } from '../../shared/use-address.ts';
import { Link } from '../parts/Link.tsx';
import { $enrolment, $logIn, logIn } from '../sign-in-store.ts';
import './sign-in.css';

const SetUp = lazy(
  async () => (await import('./SetUp.tsx')).SetUp,
  () => <h1 aria-busy="true">Set up an operator</h1>,
);

/** The server prints this address with the first setup code. */
const SET_UP = hrefs.operator('setup');

/** @param ended the name of the operator whose session ended while this page was open. */
export function LogIn({ ended }: { readonly ended: string | null }) {
  const enrolment = useStore($enrolment, { ssr: 'initial' });
  const isNew = usePath(routes.operator.pattern) === SET_UP || enrolment !== null;
  useEffect(() => {
    document.title = `${isNew ? 'Set up an operator' : 'Log in'} · Operator console · ${site.name}`;
  }, [isNew]);
  return (
    <main id="content" className="operator-sign-in" tabIndex={-1}>
      {isNew ? <SetUp /> : <LogInForm ended={ended} />}
    </main>
  );
}

function LogInForm({ ended }: { readonly ended: string | null }) {
  const form = useStore($logIn, { ssr: 'initial' });
  const refused = refusedOf(form);
  const submit = ({ text }: Given) =>
    logIn({ email: text('email'), password: text('password'), code: text('code') });
  return (
    <>
      <h1>{site.name} operators</h1>
      {ended !== null && (
        <p className="notice" role="status">
          Your session has ended, {ended}. Log in to pick up where you left off. Your text is still there.
        </p>
      )}
      <Form wrong={refused} className="form" onSubmit={submit}>
        <Field label="Email" error={refused?.fields.email}>
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
        <CurrentPassword label="Password" error={refused?.fields.password} />
        <AppCode error={refused?.fields.code} />
        <Alert>{refused?.message ?? refused?.fields.captcha}</Alert>
        <div className="actions">
          <Button type="submit" busy={form.state === 'checking' || form.state === 'sending'}>
            Log in
          </Button>
          <Link to={SET_UP} className="button quiet">
            I have a setup code
          </Link>
        </div>
      </Form>
    </>
  );
}
