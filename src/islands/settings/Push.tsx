import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { Push as Chosen } from '../../lib/contract/notifications/push.ts';
import { site } from '../../lib/site.ts';
import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { Failed } from '../shared/Failed.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { shown } from '../shared/stores/load.ts';
import { $device, $push, $pushForm, loadPush, saveQuiet, turnOff, turnOn } from '../shared/stores/push.ts';

const why = {
  unknown: '',
  unable: 'This browser can’t show notifications.',
  install: `On an iPhone or iPad, add ${site.name} to your home screen first: tap Share, then “Add to Home Screen”. Open it from there and turn on notifications.`,
  blocked:
    'Your browser blocks notifications from this site. Allow them in its settings, then reload this page.',
} as const;

/** Push notifications: turning them on for this device, the kinds that devices show, and the quiet hours of all devices. */
export function Push({ children: kinds }: { readonly children: ReactNode }) {
  const load = useStore($push, { ssr: 'initial' });
  const device = useStore($device, { ssr: 'initial' });
  const form = useStore($pushForm, { ssr: 'initial' });
  useEffect(() => void loadPush(), []);
  const push = shown(load);
  if (push === undefined)
    return load.state === 'failed' ? (
      <Failed title="We couldn’t load your devices" reason={load.error} onRetry={loadPush} />
    ) : (
      <RowSkeleton count={1} />
    );
  const busy = form.state === 'sending';
  return (
    <div className="push">
      <h3>On your devices</h3>
      {device === 'on' || device === 'off' ? (
        <>
          <p className="muted">
            {device === 'on'
              ? 'This device shows the notifications you choose below. Logging out turns them off.'
              : 'See the notifications you choose below even when no page is open.'}
          </p>
          <Button quiet small busy={busy} onPress={device === 'on' ? turnOff : turnOn}>
            {device === 'on' ? 'Turn off notifications' : 'Turn on notifications'}
          </Button>
        </>
      ) : (
        <p className="muted">{why[device]}</p>
      )}
      {kinds}
      {push.devices.length > 0 && <Quiet quiet={push.quiet} disabled={busy} />}
      <Alert>{form.state === 'refused' && (form.message ?? Object.values(form.fields)[0])}</Alert>
    </div>
  );
}

const NIGHT = { from: 22, until: 8 };
const hours = Array.from({ length: 24 }, (_, hour) => hour);

function Quiet({ quiet, disabled }: { readonly quiet: Chosen['quiet']; readonly disabled: boolean }) {
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={quiet !== null}
          disabled={disabled}
          onChange={({ target }) => saveQuiet(target.checked ? NIGHT : null)}
        />
        <span>
          Quiet hours
          <small>We hold notifications until they end.</small>
        </span>
      </label>
      {quiet !== null && (
        <div className="quiet-hours">
          {(['from', 'until'] as const).map((end) => (
            <label key={end}>
              {end === 'from' ? 'From' : 'Until'}{' '}
              <select
                className="input"
                value={quiet[end]}
                disabled={disabled}
                onChange={({ target }) => saveQuiet({ ...quiet, [end]: Number(target.value) })}
              >
                {hours.map((hour) => (
                  <option key={hour} value={hour}>
                    {`${hour}`.padStart(2, '0')}:00
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      )}
    </>
  );
}
