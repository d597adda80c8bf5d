import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Passkeys as All, Passkey, ProviderLogin } from '../../lib/contract/auth/passkeys.ts';
import { FRESH_LOG_IN_MINUTES, MAX_PASSKEY_NAME } from '../../lib/contract/limits.ts';
import { Actions } from '../shared/Actions.tsx';
import { Alert } from '../shared/Alert.tsx';
import { AppCode } from '../shared/AppCode.tsx';
import { Button } from '../shared/Button.tsx';
import { CurrentPassword } from '../shared/CurrentPassword.tsx';
import { Dialog } from '../shared/Dialog.tsx';
import { Failed } from '../shared/Failed.tsx';
import { Field } from '../shared/Field.tsx';
import { Form, type Given } from '../shared/Form.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { refusedOf } from '../shared/stores/form.ts';
import { shown } from '../shared/stores/load.ts';
import { Time } from '../shared/Time.tsx';
import {
  $passkeyForm,
  $passkeys,
  addPasskey,
  loadPasskeys,
  openPasskeyForm,
  removeLogin,
  removePasskey,
  renamePasskey,
} from './passkeys-store.ts';
import { Section } from './Section.tsx';

type Act =
  | { readonly is: 'add' }
  | { readonly is: 'rename'; readonly passkey: Passkey }
  | { readonly is: 'remove'; readonly passkey: Passkey }
  | { readonly is: 'unlink'; readonly login: ProviderLogin };

const titles = {
  add: 'Add a passkey',
  rename: 'Rename this passkey',
  remove: 'Remove this passkey?',
  unlink: 'Remove this login?',
};

/** The account's passkeys and logins with providers, and the actions on them. */
export function Passkeys({ hasPassword }: { readonly hasPassword: boolean }) {
  const load = useStore($passkeys, { ssr: 'initial' });
  const [act, setAct] = useState<Act>();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => void loadPasskeys(), []);
  const all = shown(load);
  // The host has turned passkeys off, and the account has none.
  if (all && !all.offered && all.passkeys.length + all.logins.length === 0) return null;

  function open(next?: Act) {
    openPasskeyForm();
    setAct(next);
  }

  return (
    <Section
      id="passkeys"
      title="Passkeys"
      state={all && all.passkeys.length > 0 && `${all.passkeys.length} saved`}
      heading={title}
    >
      <p className="muted">
        Log in with your fingerprint, face or screen lock instead of a password. Passkeys don’t need a
        two-factor code.
      </p>
      {all === undefined ? (
        load.state === 'failed' ? (
          <Failed title="We couldn’t load your passkeys" reason={load.error} onRetry={loadPasskeys} />
        ) : (
          <RowSkeleton count={1} />
        )
      ) : (
        <>
          {all.passkeys.length === 0 ? (
            <p>No passkeys yet</p>
          ) : (
            <ul className="rows devices" aria-busy={load.state === 'loading'}>
              {all.passkeys.map((passkey) => (
                <Line key={passkey.id} passkey={passkey} onAct={(is) => open({ is, passkey })} />
              ))}
            </ul>
          )}
          {all.logins.length > 0 && (
            <ul className="rows devices" aria-label="Other logins">
              {all.logins.map((login) => (
                <LoginLine
                  key={login.linked_at + login.provider}
                  login={login}
                  onRemove={() => open({ is: 'unlink', login })}
                />
              ))}
            </ul>
          )}
          {all.offered && (
            <Button quiet small onPress={() => open({ is: 'add' })}>
              Add a passkey
            </Button>
          )}
        </>
      )}
      <Dialog
        open={act !== undefined}
        title={act ? titles[act.is] : ''}
        says={act ? saidOf(act) : null}
        onClose={() => open()}
        next={title}
      >
        {act && all && <Ask act={act} all={all} hasPassword={hasPassword} onClose={() => open()} />}
      </Dialog>
    </Section>
  );
}

function saidOf(act: Act) {
  if (act.is === 'rename') return null;
  if (act.is === 'add') return <p>Next, your browser asks where to save the passkey.</p>;
  if (act.is === 'unlink')
    return (
      <p>
        <b>{act.login.name}</b> can no longer log in to your account.
      </p>
    );
  return (
    <p>
      <b>{act.passkey.name}</b> can no longer log in. Delete it on your device or in your password manager
      too.
    </p>
  );
}

interface LineProps {
  readonly passkey: Passkey;
  readonly onAct: (act: 'rename' | 'remove') => void;
}

function Line({ passkey, onAct }: LineProps) {
  const { name, created_at, last_used_at } = passkey;
  return (
    <li className="row">
      <span>
        <b>{name}</b>
        <small>
          added <Time at={created_at} />,{' '}
          {last_used_at === null ? (
            'not used yet'
          ) : (
            <>
              last used <Time at={last_used_at} />
            </>
          )}
        </small>
      </span>
      <span className="passkey-acts">
        <Button quiet small onPress={() => onAct('rename')}>
          Rename<span className="unseen"> {name}</span>
        </Button>
        <Button quiet small onPress={() => onAct('remove')}>
          Remove<span className="unseen"> {name}</span>
        </Button>
      </span>
    </li>
  );
}

function LoginLine({ login, onRemove }: { readonly login: ProviderLogin; readonly onRemove: () => void }) {
  const { name, linked_at, last_used_at } = login;
  return (
    <li className="row">
      <span>
        <b>{name}</b>
        <small>
          linked <Time at={linked_at} />, last used <Time at={last_used_at} />
        </small>
      </span>
      <Button quiet small onPress={onRemove}>
        Remove<span className="unseen"> {name}</span>
      </Button>
    </li>
  );
}

interface AskProps {
  readonly act: Act;
  readonly all: All;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

const words = { add: 'Continue', rename: 'Save', remove: 'Remove', unlink: 'Remove' };

function Ask({ act, all, hasPassword, onClose }: AskProps) {
  const form = useStore($passkeyForm, { ssr: 'initial' });
  const refused = refusedOf(form);
  const fields = refused?.fields ?? {};
  const isProof = act.is !== 'rename';
  // Without a password there is no field to show the error at.
  const why = refused?.message ?? fields.passkey ?? (hasPassword ? undefined : fields.password);

  async function submit({ data, text }: Given) {
    const given = (name: string) => {
      const value = data.get(name);
      return value === null ? {} : { [name]: String(value) };
    };
    const proof = { ...given('password'), ...given('code') };
    if (act.is === 'rename') await renamePasskey(act.passkey.id, text('name'));
    else if (act.is === 'remove') await removePasskey(act.passkey.id, proof);
    else if (act.is === 'unlink') await removeLogin(act.login.provider, proof);
    else await addPasskey(proof);
    if ($passkeyForm.get().state === 'done') onClose();
  }

  return (
    <Form wrong={refused} className="form" onSubmit={submit}>
      {act.is === 'rename' && (
        <Field label="Name" error={fields.name}>
          {(control) => (
            <input
              {...control}
              name="name"
              defaultValue={act.passkey.name}
              maxLength={MAX_PASSKEY_NAME}
              autoComplete="off"
            />
          )}
        </Field>
      )}
      {isProof &&
        (hasPassword ? (
          <CurrentPassword error={fields.password} />
        ) : (
          <p>
            Your account has no password, so you can only do this within {FRESH_LOG_IN_MINUTES} minutes of
            logging in.
          </p>
        ))}
      {isProof && all.asks_code && <AppCode recovery error={fields.code} />}
      <Alert>{why}</Alert>
      <Actions words={words[act.is]} busy={form.state === 'sending'} onClose={onClose} />
    </Form>
  );
}
