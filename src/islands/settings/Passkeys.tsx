import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Passkeys as All, Passkey } from '../../lib/contract/auth/passkeys.ts';
import { MAX_PASSKEY_NAME } from '../../lib/contract/limits.ts';
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
import { withoutPassword } from './Devices.tsx';
import {
  $passkeyForm,
  $passkeys,
  addPasskey,
  loadPasskeys,
  openPasskeyForm,
  type Proof,
  removeLogin,
  removePasskey,
  renamePasskey,
} from './passkeys-store.ts';
import { Section } from './Section.tsx';

interface Act {
  readonly title: string;
  readonly says?: string;
  readonly submit: string;
  /** Asks for a name instead of a proof. */
  readonly rename?: Passkey;
  readonly send?: (proof: Proof) => Promise<void>;
}

const adding: Act = {
  title: 'Add a passkey',
  says: 'Your browser then asks where to save it.',
  submit: 'Continue',
  send: addPasskey,
};

const removing = (name: string, says: string, send: (proof: Proof) => Promise<void>): Act => ({
  title: `Remove ${name}?`,
  says: `It can no longer log in.${says}`,
  submit: 'Remove',
  send,
});

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
      <p className="muted">Log in with your fingerprint, face or screen lock alone.</p>
      {all === undefined ? (
        load.state === 'failed' ? (
          <Failed title="We couldn’t load your passkeys" reason={load.error} onRetry={loadPasskeys} />
        ) : (
          <RowSkeleton count={1} />
        )
      ) : (
        <>
          {all.passkeys.length === 0 && <p>No passkeys yet</p>}
          <ul className="rows devices" aria-busy={load.state === 'loading'}>
            {all.passkeys.map((passkey) => (
              <Line
                key={passkey.id}
                of={passkey}
                since={passkey.created_at}
                onRename={() => open({ title: 'Rename passkey', submit: 'Save', rename: passkey })}
                onRemove={() =>
                  open(
                    removing(passkey.name, ' Delete it where you saved it too.', (proof) =>
                      removePasskey(passkey.id, proof),
                    ),
                  )
                }
              />
            ))}
            {all.logins.map((login) => (
              <Line
                key={login.linked_at}
                of={login}
                since={login.linked_at}
                onRemove={() => open(removing(login.name, '', (proof) => removeLogin(login.provider, proof)))}
              />
            ))}
          </ul>
          {all.offered && (
            <Button quiet small onPress={() => open(adding)}>
              Add a passkey
            </Button>
          )}
        </>
      )}
      <Dialog
        open={act !== undefined}
        title={act?.title ?? ''}
        says={act?.says && <p>{act.says}</p>}
        onClose={() => open()}
        next={title}
      >
        {act && all && <Ask act={act} all={all} hasPassword={hasPassword} onClose={() => open()} />}
      </Dialog>
    </Section>
  );
}

interface LineProps {
  readonly of: { readonly name: string; readonly last_used_at: string | null };
  /** When it was added. */
  readonly since: string;
  readonly onRename?: () => void;
  readonly onRemove: () => void;
}

function Line({ of: { name, last_used_at }, since, onRename, onRemove }: LineProps) {
  const act = (word: string, onPress: () => void) => (
    <Button quiet small onPress={onPress}>
      {word}
      <span className="unseen"> {name}</span>
    </Button>
  );
  return (
    <li className="row">
      <span>
        <b>{name}</b>
        <small>
          added <Time at={since} />, {last_used_at === null ? 'not used yet' : 'last used '}
          {last_used_at !== null && <Time at={last_used_at} />}
        </small>
      </span>
      <span className="passkey-acts">
        {onRename && act('Rename', onRename)}
        {act('Remove', onRemove)}
      </span>
    </li>
  );
}

interface AskProps {
  readonly act: Act;
  readonly all: All;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

function Ask({ act: { rename, send, submit }, all, hasPassword, onClose }: AskProps) {
  const form = useStore($passkeyForm, { ssr: 'initial' });
  const refused = refusedOf(form);
  const fields = refused?.fields ?? {};
  // Without a password there is no field to show the error at.
  const why = refused?.message ?? fields.passkey ?? (hasPassword ? undefined : fields.password);

  async function onSubmit({ text }: Given) {
    const proof = {
      ...(hasPassword && { password: text('password') }),
      ...(all.asks_code && { code: text('code') }),
    };
    await (rename ? renamePasskey(rename.id, text('name')) : send?.(proof));
    if ($passkeyForm.get().state === 'done') onClose();
  }

  return (
    <Form wrong={refused} className="form" onSubmit={onSubmit}>
      {rename && (
        <Field label="Name" error={fields.name}>
          {(control) => (
            <input
              {...control}
              name="name"
              defaultValue={rename.name}
              maxLength={MAX_PASSKEY_NAME}
              autoComplete="off"
            />
          )}
        </Field>
      )}
      {send && (hasPassword ? <CurrentPassword error={fields.password} /> : <p>{withoutPassword}</p>)}
      {send && all.asks_code && <AppCode recovery error={fields.code} />}
      <Alert>{why}</Alert>
      <Actions words={submit} busy={form.state === 'sending'} onClose={onClose} />
    </Form>
  );
}
