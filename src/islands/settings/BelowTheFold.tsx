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
      <div className="settings-group">
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
