import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $user, refreshUser } from '../../../lib/session/session.ts';
import { ConfirmMail } from '../../shared/ConfirmMail.tsx';
import { sendConfirmation } from '../../shared/stores/confirmation.ts';
import { trySaveEmail } from '../../shared/stores/email-form.ts';

/** Shown before the entry form if the email address isn't confirmed. */
export function ConfirmFirst() {
  const email = useStore($user, { ssr: 'initial' })?.email;
  // The address may have been confirmed on another device.
  useEffect(() => {
    refreshUser().catch(() => {});
  }, []);
  return (
    <>
      <p>
        Please {email ? 'confirm your email address' : 'add an email address and confirm it'} first: one entry
        per mailbox. Then you can enter for free.
      </p>
      <ConfirmMail
        email={email}
        onSend={sendConfirmation}
        onSave={({ text }) => trySaveEmail({ email: text('email') })}
        quiet={false}
      />
    </>
  );
}
