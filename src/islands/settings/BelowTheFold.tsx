import type { Settings } from '../../lib/contract/settings.ts';
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

/** All sections but the first. */
export function BelowTheFold({ settings }: { readonly settings: Settings }) {
  return (
    <>
      <BirthDate user={settings.user} />
      <Notifications notifications={settings.notifications} />
      <Theme />
      <Password hasPassword={settings.has_password} />
      <SecondFactor />
      <Passkeys hasPassword={settings.has_password} />
      <Devices hasPassword={settings.has_password} />
      <Delivery details={settings.delivery} />
      <Export />
      <Deletion settings={settings} />
    </>
  );
}
