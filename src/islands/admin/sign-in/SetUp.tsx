import { useStore } from '@nanostores/react';
import { type FormEvent, useState } from 'react';
import { MAX_EMAIL, MAX_PASSWORD, MIN_PASSWORD } from '../../../lib/contract/limits.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { site } from '../../../lib/site.ts';
import { AppCode } from '../../shared/AppCode.tsx';
import { AppSecret } from '../../shared/AppSecret.tsx';
import { Button } from '../../shared/Button.tsx';
import { Field } from '../../shared/Field.tsx';
import { Link } from '../parts/Link.tsx';
import {
  $confirm,
  $enrolment,
  $setUp,
  beginAgain,
  beginSetUp,
  confirmSetUp,
  type Enrolment,
} from '../sign-in-store.ts';
import { useFirstError } from './use-first-error.ts';
import { wrongOf } from './wrong-of.ts';

const fields = [
  {
    name: 'setup_code',
    label: 'Setup code',
    hint: 'The server printed it when it first started, or another operator gave it to you. It works once.',
    complete: 'off',
    max: 200,
  },
  {
    name: 'name',
    label: 'Your name',
    hint: 'Other operators see it in the log.',
    complete: 'name',
    max: 60,
  },
  { name: 'email', label: 'Email', complete: 'username', type: 'email', max: MAX_EMAIL },
  {
    name: 'password',
    label: 'Password',
    hint: `At least ${MIN_PASSWORD} characters. Don’t reuse a player account’s password.`,
    complete: 'new-password',
    type: 'password',
    max: MAX_PASSWORD,
  },
] as const;

/** Becoming an operator: name and password, then the authenticator app, then a code to prove that it works. */
export function SetUp() {
  const enrolment = useStore($enrolment, { ssr: 'initial' });
  return enrolment === null ? <WhoYouAre /> : <Enrol enrolment={enrolment} />;
}

function WhoYouAre() {
  const form = useStore($setUp, { ssr: 'initial' });
  const element = useFirstError(form);
  const [seen, setSeen] = useState(false);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const given = (name: string) => String(data.get(name) ?? '');
    void beginSetUp({
      setup_code: given('setup_code'),
      name: given('name'),
      email: given('email'),
      password: given('password'),
    });
  }
  return (
    <>
      <h1>Set up an operator</h1>
      <p className="muted">Step 1 of 2: your details. You’ll need your authenticator app for step 2.</p>
      <form ref={element} className="form" method="dialog" noValidate onSubmit={submit}>
        {fields.map(({ name, label, complete, max, ...more }) => (
          <Field
            key={name}
            label={label}
            hint={'hint' in more ? more.hint : undefined}
            error={wrongOf(form, name)}
          >
            {(control) => (
              <input
                {...control}
                type={'type' in more && !(more.type === 'password' && seen) ? more.type : 'text'}
                name={name}
                autoComplete={complete}
                autoCapitalize={name === 'name' ? 'words' : 'none'}
                spellCheck={false}
                maxLength={max}
              />
            )}
          </Field>
        ))}
        <label className="check">
          <input type="checkbox" checked={seen} onChange={({ target }) => setSeen(target.checked)} />
          <span>Show password</span>
        </label>
        {form.state === 'refused' && form.message !== null && (
          <p className="notice bad" role="alert">
            {form.message}
          </p>
        )}
        <div className="actions">
          <Button type="submit" busy={form.state === 'sending'}>
            Continue
          </Button>
          <Link to={hrefs.operator()} className="button quiet">
            Back to login
          </Link>
        </div>
      </form>
    </>
  );
}

function Enrol({ enrolment }: { readonly enrolment: Enrolment }) {
  const form = useStore($confirm, { ssr: 'initial' });
  const element = useFirstError(form);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void confirmSetUp(String(new FormData(event.currentTarget).get('code') ?? ''));
  }
  // No form shows the setup code any more. If it is rejected, everything starts over.
  const gone = wrongOf(form, 'setup_code');
  return (
    <>
      <h1>Add {site.name} to your app</h1>
      <p className="muted">
        Step 2 of 2. Use any authenticator app, or a password manager that supports codes.
      </p>
      <AppSecret otpauthUrl={enrolment.otpauthUrl} secret={enrolment.secret}>
        <p className="muted">
          We won’t show it again. If you lose the app, another operator has to invite you again.
        </p>
      </AppSecret>
      <form ref={element} className="form" method="dialog" noValidate onSubmit={submit}>
        <AppCode error={wrongOf(form, 'code')} />
        {form.state === 'refused' && (form.message !== null || gone !== undefined) && (
          <p className="notice bad" role="alert">
            {gone ?? form.message}
          </p>
        )}
        <div className="actions">
          <Button type="submit" busy={form.state === 'sending'}>
            Finish
          </Button>
          <Button quiet onPress={beginAgain}>
            Start over
          </Button>
        </div>
      </form>
    </>
  );
}
