import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ResetAccount } from '../../lib/contract/auth/sign-in.ts';
import { exactTime } from '../../lib/format/dates.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { Button } from '../shared/Button.tsx';
import { $resetAccounts, closeAccount } from './password-store.ts';

/**
 * Chooses the account for a new password. Several accounts can have the same address, because anyone can sign up with any
 * address.
 */
export function ResetAccounts({ error }: { readonly error: string | undefined }) {
  const accounts = useStore($resetAccounts, { ssr: 'initial' });
  const [trouble, setTrouble] = useState<string | null>(null);
  if (accounts.length < 2) return null;
  const first = accounts.find((account) => account.can_have_password);
  return (
    <fieldset className="reset-accounts">
      <legend>Which account is yours?</legend>
      <p className="small-print">
        There are {accounts.length} accounts with your address. Choose yours. You can close any you didn’t
        create.
      </p>
      {accounts.map((account) => (
        <Row
          key={account.id}
          account={account}
          chosen={account === first}
          onClose={async () => setTrouble(await closeAccount(account.id))}
        />
      ))}
      <p className={(error ?? trouble) ? 'notice bad' : 'unseen'} role="alert">
        {error ?? trouble}
      </p>
    </fieldset>
  );
}

interface RowProps {
  readonly account: ResetAccount;
  readonly chosen: boolean;
  readonly onClose: () => Promise<void>;
}

function Row({ account, chosen, onClose }: RowProps) {
  const { id, name, points, created_at, device, confirmed, can_have_password } = account;
  return (
    <div className="reset-account">
      <label>
        <input type="radio" name="account" value={id} defaultChecked={chosen} disabled={!can_have_password} />
        <span>
          <span>
            <b>{name}</b> · {formatNumber(points)} {points === 1 ? 'point' : 'points'}
          </span>
          <span className="small-print">
            Created {exactTime(created_at)}
            {device === null ? '' : ` on ${device}`}
            {confirmed && ', confirmed'}
            {!can_have_password && '. No password: it logs in with another service'}
          </span>
        </span>
      </label>
      {!confirmed && (
        <Button quiet small onPress={onClose}>
          Not mine, close it<span className="unseen"> ({name})</span>
        </Button>
      )}
    </div>
  );
}
