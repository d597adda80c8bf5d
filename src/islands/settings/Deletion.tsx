import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { MAX_PASSWORD } from '../../lib/contract/limits.ts';
import type { Settings } from '../../lib/contract/settings/settings.ts';
import { longDate } from '../../lib/format/dates.ts';
import { formatPoints, pointsInMoney } from '../../lib/format/points.ts';
import { routes } from '../../lib/routing/routes.ts';
import { $user } from '../../lib/session/session.ts';
import { Actions } from '../shared/Actions.tsx';
import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { Dialog } from '../shared/Dialog.tsx';
import { Field } from '../shared/Field.tsx';
import { Form, type Given } from '../shared/Form.tsx';
import { refusedOf } from '../shared/stores/form.ts';
import { Section } from './Section.tsx';
import { $deletionForm, askAnew, deleteAccount } from './store.ts';

/** Deleting the account: what is erased, what stays, what the player loses, and how to cancel. */
export function Deletion({ settings }: { readonly settings: Settings }) {
  const [asking, setAsking] = useState(false);
  const { days, undone_at: undone } = settings.deletion;
  const ask = () => {
    askAnew($deletionForm);
    setAsking(true);
  };
  return (
    <Section id="deletion" title="Delete account" open={undone !== null}>
      {undone !== null && (
        <p className="notice ok">
          You cancelled the deletion by logging in on {longDate(undone)}. You still have everything.
        </p>
      )}
      <p className="muted">
        We delete your account {days} days after you ask. To cancel, log in before then.
      </p>
      <Button quiet small onPress={ask}>
        Delete my account
      </Button>
      <Dialog
        open={asking}
        title="Delete your account"
        says={<Loss settings={settings} />}
        onClose={() => setAsking(false)}
      >
        <Ask settings={settings} onClose={() => setAsking(false)} />
      </Dialog>
    </Section>
  );
}

/** The points that the player would lose, and how long the deletion can be cancelled. */
function Loss({ settings: { user, deletion } }: { readonly settings: Settings }) {
  // Use the top bar's balance, which stays up to date.
  const balance = useStore($user, { ssr: 'initial' })?.balance;
  const { available = 0, pending = 0, reserved = 0 } = balance ?? user.balance ?? {};
  const left = available + pending + reserved;
  return (
    <>
      <p>
        We’ll log you out everywhere. You have {deletion.days} days to change your mind: just log in again.
      </p>
      {left > 0 && (
        <p className="notice bad">
          <b>You’ll lose {formatPoints(left)} points</b> ({pointsInMoney(left)}).{' '}
          <a href={routes.userRewards.pattern}>Redeem them first</a>. We can’t give them back.
        </p>
      )}
    </>
  );
}

function Ask({ settings, onClose }: { readonly settings: Settings; readonly onClose: () => void }) {
  const form = useStore($deletionForm, { ssr: 'initial' });
  const refused = refusedOf(form);
  const { user, has_password, deletion } = settings;
  const busy = form.state === 'sending' || form.state === 'done';

  const submit = ({ text }: Given) =>
    deleteAccount(text('proof'), text('writings') === 'remove' ? 'remove' : 'keep');

  return (
    <Form wrong={refused} className="form deletion" onSubmit={submit}>
      <div>
        <h3>What we delete</h3>
        <p>
          Your email address, password, passkeys, name, date of birth, country, saved addresses, devices,
          rounds, hatched creatures, messages, notifications and problem reports. We cancel waiting orders,
          and you lose pending points.
        </p>
      </div>
      <div>
        <h3>What we keep</h3>
        <p>
          Your points history, scores, giveaway entries, case openings and who invited whom, without your
          name. Orders, for as long as tax law requires, without the delivery details. Some signs of multiple
          accounts, for 180 days. See our <a href={routes.privacy.pattern}>privacy policy</a>.
        </p>
      </div>
      <fieldset className="writings">
        <legend>Your reviews, comments, articles and ratings</legend>
        <label className="check">
          <input type="radio" name="writings" value="keep" defaultChecked />
          <span>Keep them, shown as written by “deleted account”</span>
        </label>
        <label className="check">
          <input type="radio" name="writings" value="remove" />
          <span>Delete them</span>
        </label>
      </fieldset>
      <Field
        label={has_password ? 'Your password' : `Enter ${user.email ?? user.name} to continue`}
        error={refused?.fields.proof}
      >
        {(control) => (
          <input
            {...control}
            name="proof"
            type={has_password ? 'password' : 'text'}
            autoComplete={has_password ? 'current-password' : 'off'}
            maxLength={MAX_PASSWORD}
          />
        )}
      </Field>
      <Alert>{refused?.message}</Alert>
      <Actions
        ends
        words={`Delete in ${deletion.days} days`}
        busy={busy}
        otherwise="Keep my account"
        onClose={onClose}
      />
    </Form>
  );
}
