import { useStore } from '@nanostores/react';
import type { ConfirmationLook } from '../../lib/contract/auth/confirmation.ts';
import { routes } from '../../lib/routing/routes.ts';
import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { Form, type Given } from '../shared/Form.tsx';
import { type FormState, refusedOf } from '../shared/stores/form.ts';
import { $refusal, submitConfirmation, submitRefusal } from './confirmation-store.ts';
import { LinkedAccount } from './LinkedAccount.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SubmitButton } from './SubmitButton.tsx';

interface Props {
  readonly id: string;
  readonly email: string;
  readonly form: FormState;
  /** Null if the host can't say. */
  readonly look: ConfirmationLook | null;
}

/** Confirms the account of a mailed link: with one press if it is signed in here, otherwise with its password. */
export function ConfirmAccount({ id, email, form, look }: Props) {
  const isTaken = look?.state === 'taken';
  // A mail can also be about an account that a stranger made with this address.
  const who = look?.account.proof === 'session' ? 'You' : 'Someone';
  return (
    <>
      <h1 id={id}>{isTaken ? 'You have another account' : 'Confirm your email address'}</h1>
      <p>
        {who} {isTaken ? 'created a second account with' : 'signed up with'}{' '}
        {email === '' ? 'the address we sent this link to' : <b>{email}</b>}.
        {isTaken
          ? ' You already have an account with this address, and each person can only have one.'
          : ' Confirm it before you redeem your first reward.'}
      </p>
      {look !== null && <LinkedAccount account={look.account} />}
      {isTaken ? (
        <div className="actions">
          <a className="button" href={routes.login.pattern}>
            Log in to my account
          </a>
        </div>
      ) : (
        <ConfirmForm id={id} email={email} form={form} look={look} />
      )}
      {look !== null && <NotMe />}
    </>
  );
}

function ConfirmForm({ id, email, form, look }: Props) {
  const refused = refusedOf(form);
  const asksPassword = look?.account.proof === 'password' || refused?.fields.password !== undefined;

  function submit({ data }: Given) {
    const password = data.get('password');
    void submitConfirmation(password === null ? undefined : String(password));
  }

  if (look?.account.proof === 'sign-in')
    return (
      <>
        <p className="notice">
          This account has no password. Log in the way you usually do in this browser, then open the link
          again.
        </p>
        <div className="actions">
          <a className="button" href={routes.login.pattern}>
            Log in
          </a>
        </div>
      </>
    );
  return (
    <Form wrong={refused} className="form" aria-labelledby={id} onSubmit={submit}>
      {asksPassword && (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField kind="asked" label="Password for this account" error={refused?.fields.password} />
        </>
      )}
      <SubmitButton form={form} words={{ open: 'Confirm', sending: 'Confirming' }} />
    </Form>
  );
}

function NotMe() {
  const refusal = useStore($refusal, { ssr: 'initial' });
  const busy = refusal.state === 'sending' || refusal.state === 'done';
  return (
    <div className="not-me">
      <p className="small-print">
        Didn’t create this account? Close it, and nobody can use your address for it again. Your other
        accounts stay as they are.
      </p>
      <Alert>{refusedOf(refusal)?.message}</Alert>
      <Button quiet busy={busy} onPress={submitRefusal}>
        This wasn’t me
      </Button>
    </div>
  );
}
