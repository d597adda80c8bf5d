import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { SecondFactor } from '../../../lib/contract/auth/second-factor.ts';
import { exactTime, longDate } from '../../../lib/format/dates.ts';
import { Actions } from '../../shared/Actions.tsx';
import { Alert } from '../../shared/Alert.tsx';
import { AppCode } from '../../shared/AppCode.tsx';
import { Button } from '../../shared/Button.tsx';
import { CurrentPassword } from '../../shared/CurrentPassword.tsx';
import { Dialog } from '../../shared/Dialog.tsx';
import { Form } from '../../shared/Form.tsx';
import { refusedOf } from '../../shared/stores/form.ts';
import { $factorForm, keepFactor, openForm, renewRecoveryCodes, turnOffApp } from '../second-factor-store.ts';

const acts = {
  renew: {
    title: 'New recovery codes',
    text: 'You’ll get ten new codes. Your old ones stop working.',
    words: 'Get new codes',
    keep: 'Keep my codes',
    send: renewRecoveryCodes,
    recovery: false,
  },
  off: {
    title: 'Turn off two-factor authentication',
    text: 'You won’t need a code to log in. Your recovery codes stop working.',
    words: 'Turn off',
    keep: 'Leave it on',
    send: turnOffApp,
    recovery: true,
  },
} as const;
type Act = keyof typeof acts;

interface Props {
  readonly factor: SecondFactor;
  readonly since: string;
}

/** Shown while it is on: since when, the number of recovery codes left, and the possible actions. */
export function Kept({ factor, since }: Props) {
  const [act, setAct] = useState<Act | null>(null);
  const left = factor.recovery_codes_left;

  function open(next: Act | null) {
    openForm();
    setAct(next);
  }

  return (
    <>
      <p>
        On since {longDate(since)}. <b>{leftWords(left)}</b>
      </p>
      {factor.lost && <Lost dueAt={factor.lost.due_at} />}
      {left <= 2 && (
        <p className="notice bad">
          If you lose your app and have no codes left, it takes a week to get back in. Get new codes while you
          have the app.
        </p>
      )}
      <div className="actions">
        <Button quiet small onPress={() => open('renew')}>
          New recovery codes
        </Button>
        {!factor.required && (
          <Button quiet small onPress={() => open('off')}>
            Turn off
          </Button>
        )}
      </div>
      <Dialog
        open={act !== null}
        title={act ? acts[act].title : ''}
        says={act && acts[act].text}
        onClose={() => open(null)}
      >
        {act && <Ask act={act} onClose={() => open(null)} />}
      </Dialog>
    </>
  );
}

/** Warns that the app and recovery codes were reported lost, possibly not by the owner. */
function Lost({ dueAt }: { readonly dueAt: string }) {
  const form = useStore($factorForm, { ssr: 'initial' });
  return (
    <div className="notice bad lost-notice">
      <p>
        Someone reported your app and recovery codes as lost. From {exactTime(dueAt)}, logging in turns off
        two-factor authentication. If you don’t want that, keep it on. If it wasn’t you, choose a new password
        too.
      </p>
      <Button small busy={form.state === 'sending'} onPress={keepFactor}>
        Keep it on
      </Button>
      {form.state === 'refused' && form.message !== null && <p role="alert">{form.message}</p>}
    </div>
  );
}

const leftWords = (left: number) =>
  left === 1 ? '1 recovery code left.' : `${left === 0 ? 'No' : left} recovery codes left.`;

function Ask({ act, onClose }: { readonly act: Act; readonly onClose: () => void }) {
  const { words, keep, send, recovery } = acts[act];
  const form = useStore($factorForm, { ssr: 'initial' });
  const refused = refusedOf(form);
  return (
    <Form
      wrong={refused}
      className="form"
      onSubmit={({ text }) => send({ password: text('password'), code: text('code') })}
    >
      <CurrentPassword error={refused?.fields.password} />
      <AppCode recovery={recovery} error={refused?.fields.code} />
      <Alert>{refused?.message}</Alert>
      <Actions words={words} busy={form.state === 'sending'} otherwise={keep} onClose={onClose} />
    </Form>
  );
}
