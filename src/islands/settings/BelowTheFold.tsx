import type { Settings } from '../../lib/contract/settings/settings.ts';
import { BirthDate } from './BirthDate.tsx';
import { Deletion } from './Deletion.tsx';
import { Delivery } from './Delivery.tsx';
import { Devices } from './Devices.tsx';
import { Export } from './Export.tsx';
import { Notifications } from './Notifications.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Password } from './Password.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Theme } from './Theme.tsx';

/** All sections but the first: the account, signing in, and its data. */
export function BelowTheFold({ settings }: { readonly settings: Settings }) {
  return (
    <>
      <div className="settings-group" ref={openOneByOne}>
        <BirthDate user={settings.user} />
        <Delivery details={settings.delivery} />
        <Notifications notifications={settings.notifications} />
        <Theme />
      </div>
      <div className="settings-group">
        <Password hasPassword={settings.has_password} />
        <SecondFactor />
        <Passkeys hasPassword={settings.has_password} />
        <Devices hasPassword={settings.has_password} />
      </div>
      <div className="settings-group">
        <Export />
        <Deletion settings={settings} />
      </div>
    </>
  );
}

/** Keeps one section open, so that there is one primary button. What was entered in the others stays in their forms. */
function openOneByOne(group: HTMLElement | null): void {
  const place = group?.parentElement;
  const closeOthers = ({ target }: Event) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open) return;
    for (const other of place?.querySelectorAll('details') ?? []) if (other !== target) other.open = false;
    // A section above it may have closed.
    target.querySelector('summary')?.scrollIntoView({ block: 'nearest' });
  };
  // The event doesn't bubble.
  place?.addEventListener('toggle', closeOthers, true);
}
