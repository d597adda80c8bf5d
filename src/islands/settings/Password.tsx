import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import { MAX_PASSWORD, MIN_PASSWORD } from '../../lib/contract/limits.ts';
import { routes } from '../../lib/routing/routes.ts';
import { Field } from '../shared/Field.tsx';
import { Saving } from './Saving.tsx';
import { $passwordForm, $signedOut, reopen, savePassword } from './store.ts';
import { useFirstError } from './use-first-error.ts';

const fields = [
  { name: 'old_password', label: 'Password as it is now', complete: 'current-password' },
  {
    name: 'password',
    label: 'New password',
    complete: 'new-password',
    hint: `At least ${MIN_PASSWORD} characters. A sentence is fine.`,
  },
  { name: 'password_confirmation', label: 'New password again', complete: 'new-password' },
] as const;

/** A new password by the old one; every other device is signed out by it. */
export function Password({ hasPassword }: { readonly hasPassword: boolean }) {
  const form = useStore($passwordForm, { ssr: 'initial' });
  const signedOut = useStore($signedOut, { ssr: 'initial' });
  const [seen, setSeen] = useState(false);
  const element = useFirstError(form);
  useEffect(() => {
    if (form.state === 'done') element.current?.reset();
  }, [form.state, element]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const given = (name: string) => String(data.get(name) ?? '');
    void savePassword({
      old_password: given('old_password'),
      password: given('password'),
      password_confirmation: given('password_confirmation'),
    });
  }

  return (
    <section className="panel" aria-labelledby="password">
      <h2 id="password">Password</h2>
      {hasPassword ? (
        <form
          ref={element}
          className="form narrow"
          method="dialog"
          noValidate
          onSubmit={submit}
          onChange={() => reopen($passwordForm)}
        >
          <p className="muted">A new password signs every other device out.</p>
          {fields.map(({ name, label, complete, ...more }) => (
            <Field
              key={name}
              label={label}
              hint={'hint' in more ? more.hint : undefined}
              error={form.state === 'refused' ? form.fields[name] : undefined}
            >
              {(control) => (
                <input
                  {...control}
                  type={seen ? 'text' : 'password'}
                  name={name}
                  autoComplete={complete}
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={MAX_PASSWORD}
                />
              )}
            </Field>
          ))}
          <label className="check">
            <input type="checkbox" checked={seen} onChange={({ target }) => setSeen(target.checked)} />
            <span>Show what I type</span>
          </label>
          <Saving form={form} words="Change the password" done={`Changed. ${signedOutWords(signedOut)}`} />
        </form>
      ) : (
        <>
          <p className="muted">
            You sign in without one. To have a password as well, ask for a link to choose one by mail.
          </p>
          <a className="button quiet small" href={routes.forgotPassword.pattern}>
            Ask for a link
          </a>
        </>
      )}
    </section>
  );
}

function signedOutWords(count: number): string {
  if (count === 0) return 'No other device was signed in.';
  return count === 1 ? '1 other device was signed out.' : `${count} other devices were signed out.`;
}
