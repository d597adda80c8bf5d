import { useEffect } from 'react';
import { refreshUser } from '../../../lib/session/session.ts';
import { SendLink } from '../../shared/SendLink.tsx';
import { sendConfirmation } from '../../shared/stores/confirmation.ts';

/** Shown before the entry form if the email address isn't confirmed. */
export function ConfirmFirst() {
  // The address may have been confirmed on another device.
  useEffect(() => {
    refreshUser().catch(() => {});
  }, []);
  return (
    <>
      <p>Please confirm your email address first: one entry per mailbox. Then you can enter for free.</p>
      <SendLink onSend={sendConfirmation} quiet={false} />
    </>
  );
}
