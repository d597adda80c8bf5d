import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { FRESH_LOG_IN_MINUTES } from '../../lib/contract/limits.ts';
import type { Device } from '../../lib/contract/settings/settings.ts';
import { longDate } from '../../lib/format/dates.ts';
import { Actions } from '../shared/Actions.tsx';
import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { CurrentPassword } from '../shared/CurrentPassword.tsx';
import { Dialog } from '../shared/Dialog.tsx';
import { Failed } from '../shared/Failed.tsx';
import { Form, type Given } from '../shared/Form.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { refusedOf } from '../shared/stores/form.ts';
import { shown } from '../shared/stores/load.ts';
import { Time } from '../shared/Time.tsx';
import { Section } from './Section.tsx';
import { $deviceForm, $devices, askForDevice, loadDevices, signOutDevice } from './store.ts';

export const withoutPassword = `Your account has no password, so you can only do this within ${FRESH_LOG_IN_MINUTES} minutes of logging in.`;

/** The devices that are signed in. Each can be signed out, or all except this one. */
export function Devices({ hasPassword }: { readonly hasPassword: boolean }) {
  const load = useStore($devices, { ssr: 'initial' });
  /** The device that is about to be signed out. 'others': all except this one. */
  const [leaving, setLeaving] = useState<Device | 'others'>();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => void loadDevices(), []);
  const devices = shown(load);

  function ask(which: Device | 'others') {
    askForDevice();
    setLeaving(which);
  }
  const close = () => setLeaving(undefined);

  return (
    <Section id="devices" title="Devices" state={devices && `${devices.length} logged in`} heading={title}>
      <p className="muted">Don’t recognize a device? Log it out and change your password.</p>
      {devices === undefined ? (
        load.state === 'failed' ? (
          <Failed title="We couldn’t load your devices" reason={load.error} onRetry={loadDevices} />
        ) : (
          <RowSkeleton count={2} />
        )
      ) : (
        <>
          <ul className="rows devices" aria-busy={load.state === 'loading'}>
            {devices.map((device) => (
              <Line key={device.id} device={device} onSignOut={() => ask(device)} />
            ))}
          </ul>
          {devices.length > 1 ? (
            <Button quiet small onPress={() => ask('others')}>
              Log out all others
            </Button>
          ) : (
            <p className="muted">No other devices</p>
          )}
        </>
      )}
      <Dialog
        open={leaving !== undefined}
        title={leaving === 'others' ? 'Log out all other devices?' : 'Log out this device?'}
        says={
          <>
            {leaving !== undefined && leaving !== 'others' && (
              <p>
                <b>{leaving.name}</b>, last used <Time at={leaving.last_used_at} />.
              </p>
            )}
            <p>{hasPassword ? 'You’ll need to log in there again.' : withoutPassword}</p>
          </>
        }
        onClose={close}
        next={title}
      >
        <SignOut
          device={leaving === 'others' ? undefined : leaving}
          hasPassword={hasPassword}
          onClose={close}
        />
      </Dialog>
    </Section>
  );
}

interface SignOutProps {
  /** Undefined: all other devices. */
  readonly device: Device | undefined;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

/** Asks for the password. Otherwise an intruder with a session could sign the owner out. */
function SignOut({ device, hasPassword, onClose }: SignOutProps) {
  const form = useStore($deviceForm, { ssr: 'initial' });
  const refused = refusedOf(form);
  // Without a password there is no field to show the error at.
  const why = refused?.message ?? (hasPassword ? undefined : refused?.fields.password);

  async function submit({ text }: Given) {
    await signOutDevice(device?.id ?? null, hasPassword ? text('password') : undefined);
    if ($deviceForm.get().state === 'done') onClose();
  }

  return (
    <Form wrong={refused} className="form" onSubmit={submit}>
      {hasPassword && <CurrentPassword error={refused?.fields.password} />}
      <Alert>{why && `We couldn’t log it out. ${why}`}</Alert>
      <Actions words="Log out" busy={form.state === 'sending'} onClose={onClose} />
    </Form>
  );
}

function endOf({ rests_at, expires_at }: Device): string {
  return rests_at < expires_at
    ? `logs out on ${longDate(rests_at)} if you don’t use it`
    : `logs out on ${longDate(expires_at)}`;
}

interface LineProps {
  readonly device: Device;
  readonly onSignOut: () => void;
}

function Line({ device, onSignOut }: LineProps) {
  return (
    <li className="row">
      <span>
        <b>{device.name}</b> {device.current && <span className="label">this device</span>}
        <small>
          last used <Time at={device.last_used_at} />, since <Time at={device.created_at} />; {endOf(device)}
        </small>
      </span>
      {!device.current && (
        <Button quiet small onPress={onSignOut}>
          Log out<span className="unseen"> {device.name}</span>
        </Button>
      )}
    </li>
  );
}
