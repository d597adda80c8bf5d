import { useEffect } from 'react';
import { refreshUser } from '../../../lib/session/session.ts';
import { SendLink } from '../../shared/SendLink.tsx';
import { sendConfirmation } from '../../shared/stores/confirmation.ts';

/** Shown before anything is typed. */
export function ConfirmFirst() {
  // The mail may have been opened on another device since.
  useEffect(() => {
    refreshUser().catch(() => {});
  }, []);
  return (
    <>
      <p>Please confirm your email address first: one entry per mailbox. Then you can enter for free.</p>
      <SendLink onSend={sendConfirmation} />
    </>
  );
}
