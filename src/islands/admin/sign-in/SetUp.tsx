import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { MAX_EMAIL, MAX_PASSWORD, MIN_PASSWORD } from '../../../lib/contract/limits.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { site } from '../../../lib/site.ts';
import { Alert } from '../../shared/Alert.tsx';
import { AppCode } from '../../shared/AppCode.tsx';
import { AppSecret } from '../../shared/AppSecret.tsx';
import { Button } from '../../shared/Button.tsx';
import { Field } from '../../shared/Field.tsx';
import { Form, type Given } from '../../shared/Form.tsx';
import { refusedOf } from '../../shared/stores/form.ts';
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
  const refused = refusedOf(form);
  const [seen, setSeen] = useState(false);
  const submit = ({ text }: Given) =>
    beginSetUp({
      setup_code: text('setup_code'),
      name: text('name'),
      email: text('email'),
      password: text('password'),
    });
  return (
    <>
      <h1>Set up an operator</h1>
      <p className="muted">Step 1 of 2: your details. You’ll need your authenticator app for step 2.</p>
      <Form wrong={refused} className="form" onSubmit={submit}>
        {fields.map(({ name, label, complete, max, ...more }) => (
          <Field
            key={name}
            label={label}
            hint={'hint' in more ? more.hint : undefined}
            error={refused?.fields[name]}
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
        <Alert>{refused?.message}</Alert>
        <div className="actions">
          <Button type="submit" busy={form.state === 'sending'}>
            Continue
          </Button>
          <Link to={hrefs.operator()} className="button quiet">
            Back to login
          </Link>
        </div>
      </Form>
    </>
  );
}

function Enrol({ enrolment }: { readonly enrolment: Enrolment }) {
  const form = useStore($confirm, { ssr: 'initial' });
  const refused = refusedOf(form);
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
      <Form wrong={refused} className="form" onSubmit={({ text }) => confirmSetUp(text('code'))}>
        <AppCode error={refused?.fields.code} />
        {/* No form shows the setup code any more. If it is rejected, everything starts over. */}
        <Alert>{refused?.fields.setup_code ?? refused?.message}</Alert>
        <div className="actions">
          <Button type="submit" busy={form.state === 'sending'}>
            Finish
          </Button>
          <Button quiet onPress={beginAgain}>
            Start over
          </Button>
        </div>
      </Form>
    </>
  );
}
