import { useState } from 'react';
import { routes } from '../../lib/routing/routes.ts';
import { EmailForm } from './EmailForm.tsx';
import type { Given } from './Form.tsx';
import { SendLink } from './SendLink.tsx';
import type { Wrong } from './stores/form.ts';

export interface Props {
  /** Empty if the account has none. */
  readonly email: string | null | undefined;
  /** Requests another mail. Returns a message about the result. */
  readonly onSend: () => Promise<string>;
  /** See `EmailForm`. */
  readonly onSave: (given: Given) => Promise<Wrong | undefined>;
  /** See `SendLink`. */
  readonly quiet?: boolean;
}

/** Requests another confirmation mail, or adds an address to an account that has none, which can then be corrected here too. */
export function ConfirmMail({ email, onSend, onSave, quiet = true }: Props) {
  const [isNew] = useState(!email);
  return (
    <>
      {email && <SendLink onSend={onSend} quiet={quiet} />}
      {email && !isNew && (
        <a className="quiet-link" href={routes.userSettings.pattern}>
          Wrong address? Change it
        </a>
      )}
      {isNew && <EmailForm onSave={onSave} />}
    </>
  );
}
