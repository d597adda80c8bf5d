import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Device } from '../../lib/contract/settings.ts';
import { longDate } from '../../lib/format/dates.ts';
import { $devices, loadDevices, signOutDevice } from '../../lib/stores/account-settings.ts';
import { shown } from '../../lib/stores/load.ts';
import { Button } from '../ui/Button.tsx';
import { Failed } from '../ui/Failed.tsx';
import { RowSkeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

/** Where the account is signed in; each can be signed out, or all but this one. */
export function Devices() {
  const load = useStore($devices, { ssr: 'initial' });
  const [refused, setRefused] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => void loadDevices(), []);
  const devices = shown(load);

  async function signOut(id: number | null) {
    const why = await signOutDevice(id);
    setRefused(why);
    // The button that had the focus is gone with its line.
    if (why === undefined) title.current?.focus();
  }

  return (
    <section className="panel" aria-labelledby="devices">
      <h2 id="devices" ref={title} tabIndex={-1}>
        Devices
      </h2>
      <p className="muted">
        Where you are signed in. If you don’t know one of them, sign it out and change your password.
      </p>
      {devices === undefined ? (
        load.state === 'failed' ? (
          <Failed title="The devices could not be loaded" reason={load.error.message} onRetry={loadDevices} />
        ) : (
          <RowSkeleton count={2} />
        )
      ) : (
        <>
          <ul className="rows devices" aria-busy={load.state === 'loading'}>
            {devices.map((device) => (
              <Line key={device.id} device={device} onSignOut={signOut} />
            ))}
          </ul>
          {refused !== undefined && (
            <p className="notice bad" role="alert">
              It wasn’t signed out. {refused}
            </p>
          )}
          {devices.length > 1 ? (
            <Button quiet small onPress={() => signOut(null)}>
              Sign out all others
            </Button>
          ) : (
            <p className="muted end-of-list">You are signed in nowhere else.</p>
          )}
        </>
      )}
    </section>
  );
}

function endOf({ rests_at, expires_at }: Device): string {
  return rests_at < expires_at
    ? `signed out on ${longDate(rests_at)} unless it is used before`
    : `signed out on ${longDate(expires_at)}`;
}

interface LineProps {
  readonly device: Device;
  readonly onSignOut: (id: number) => Promise<void>;
}

function Line({ device, onSignOut }: LineProps) {
  return (
    <li className="row">
      <span>
        <b>{device.name}</b> {device.current && <span className="label">this one</span>}
        <small>
          last used <Time at={device.last_used_at} />, since <Time at={device.created_at} />; {endOf(device)}
        </small>
      </span>
      {!device.current && (
        <Button quiet small onPress={() => onSignOut(device.id)}>
          Sign out<span className="unseen"> {device.name}</span>
        </Button>
      )}
    </li>
  );
}
