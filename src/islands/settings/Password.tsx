import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { MAX_PASSWORD, MIN_PASSWORD } from '../../lib/contract/limits.ts';
import { routes } from '../../lib/routing/routes.ts';
import { Field } from '../shared/Field.tsx';
import { Form, type Given } from '../shared/Form.tsx';
import { refusedOf } from '../shared/stores/form.ts';
import { Saving } from './Saving.tsx';
import { Section } from './Section.tsx';
import { $passwordForm, $signedOut, reopen, savePassword } from './store.ts';

const fields = [
  { name: 'old_password', label: 'Current password', complete: 'current-password' },
  {
    name: 'password',
    label: 'New password',
    complete: 'new-password',
    hint: `At least ${MIN_PASSWORD} characters. A short phrase works well.`,
  },
  { name: 'password_confirmation', label: 'Confirm new password', complete: 'new-password' },
] as const;

/** Changes the password, which signs all other devices out. Needs the old one. */
export function Password({ hasPassword }: { readonly hasPassword: boolean }) {
  const form = useStore($passwordForm, { ssr: 'initial' });
  const signedOut = useStore($signedOut, { ssr: 'initial' });
  const [seen, setSeen] = useState(false);
  const refused = refusedOf(form);
  const element = useRef<HTMLFormElement>(null);
  // Before its section checks for input that isn't saved.
  useLayoutEffect(() => {
    if (form.state === 'done') element.current?.reset();
  }, [form.state]);

  function submit({ text }: Given) {
    void savePassword({
      old_password: text('old_password'),
      password: text('password'),
      password_confirmation: text('password_confirmation'),
    });
  }

  return (
    <Section id="password" title="Password" state={!hasPassword && 'Not set'}>
      {hasPassword ? (
        <Form
          ref={element}
          wrong={refused}
          className="form narrow"
          onSubmit={submit}
          onChange={() => reopen($passwordForm)}
        >
          <p className="muted">A new password logs out your other devices.</p>
          {fields.map(({ name, label, complete, ...more }) => (
            <Field
              key={name}
              label={label}
              hint={'hint' in more ? more.hint : undefined}
              error={refused?.fields[name]}
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
            <span>Show passwords</span>
          </label>
          <Saving form={form} words="Change password" done={`Changed. ${signedOutWords(signedOut)}`} />
        </Form>
      ) : (
        <>
          <p className="muted">You log in without one. To add a password, request a link by email.</p>
          <a className="button quiet small" href={routes.forgotPassword.pattern}>
            Request a link
          </a>
        </>
      )}
    </Section>
  );
}

function signedOutWords(count: number): string {
  if (count === 0) return 'No other devices were logged in.';
  return count === 1 ? 'We logged out 1 other device.' : `We logged out ${count} other devices.`;
}
