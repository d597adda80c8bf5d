/** A host's answers about an account's settings, which reflect saved values. */
import { getCountries, saveBirthDate } from '../../src/lib/contract/account/account.ts';
import {
  confirmApp,
  getSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
  setUpApp,
  turnOffApp,
} from '../../src/lib/contract/auth/second-factor.ts';
import {
  changePassword,
  type Device,
  forgetDetail,
  getSettings,
  listDevices,
  revokeDevice,
  revokeOtherDevices,
  type Settings,
  saveNotification,
  saveProfile,
} from '../../src/lib/contract/settings/settings.ts';
import { aUser } from './fixtures.ts';
import type { Host } from './host.ts';

const device = (id: number, change: Partial<Device> = {}): Device => ({
  id,
  name: `Firefox on Windows ${id}`,
  created_at: '2026-11-01T10:00:00.000Z',
  last_used_at: '2026-11-20T10:00:00.000Z',
  rests_at: '2026-12-04T10:00:00.000Z',
  expires_at: '2026-12-01T10:00:00.000Z',
  current: false,
  ...change,
});

/** The settings of a player with a password and a confirmed address, plus changes. Both parts may change during a test. */
export function answerSettings(host: Host, change: Partial<Settings> = {}, lock: Partial<SecondFactor> = {}) {
  const account = {
    settings: {
      user: aUser({ email_confirmed: true, country: 'NL', avatar: null, private: false }),
      has_password: true,
      notifications: [
        { kind: 'order', site: true, mail: true, push: null },
        { kind: 'quest', site: true, mail: null, push: null },
        { kind: 'news', site: false, mail: false, push: null },
        { kind: 'digest', site: null, mail: false, push: null },
      ],
      delivery: [],
      deletion: { days: 14, undone_at: null },
      ...change,
    } as Settings,
    factor: {
      on_since: null,
      recovery_codes_left: 0,
      lost: null,
      required: false,
      needs: null,
      other_devices: 2,
      ...lock,
    } as SecondFactor,
  };
  const keep = (part: Partial<Settings>) => {
    account.settings = { ...account.settings, ...part };
    return account.settings;
  };
  host.on(getSettings, () => account.settings);
  host.on(getCountries, () => ({
    countries: [
      { code: 'CI', name: 'Côte d’Ivoire' },
      { code: 'NL', name: 'Netherlands' },
    ],
  }));
  host.on(saveProfile, ({ body }) => keep({ user: { ...account.settings.user, ...body } }));
  host.on(saveBirthDate, ({ body }) => keep({ user: { ...account.settings.user, ...body } }));
  host.on(saveNotification, ({ body }) =>
    keep({
      notifications: account.settings.notifications.map((old) =>
        old.kind === body.kind ? { ...body, push: body.push ?? null } : old,
      ),
    }),
  );
  host.on(changePassword, () => ({ signed_out: 2 }));
  host.on(forgetDetail, ({ params }) =>
    keep({ delivery: account.settings.delivery.filter(({ field }) => field !== params.field) }),
  );

  let devices = [
    device(1, { name: 'Chrome on Linux', current: true }),
    device(2, { rests_at: '2026-11-28T10:00:00.000Z' }),
    device(3),
  ];
  const left = (stays: (one: Device) => boolean) => {
    devices = devices.filter((one) => one.current || stays(one));
    return { devices };
  };
  host.on(listDevices, () => ({ devices }));
  host.on(revokeDevice, ({ params }) => left(({ id }) => id !== Number(params.id)));
  host.on(revokeOtherDevices, () => left(() => false));

  const recovery_codes = Array.from('ABCDEFGHIJ', (letter) => `AAAAA-BBBB${letter}`);
  const put = (part: Partial<SecondFactor>) => {
    account.factor = { ...account.factor, ...part };
    return { second_factor: account.factor };
  };
  host.on(getSecondFactor, () => put({}));
  host.on(setUpApp, () => ({
    otpauth_url: 'otpauth://totp/Playtally:x?secret=ABCD2345',
    secret: 'ABCD 2345',
  }));
  host.on(confirmApp, () => ({
    recovery_codes,
    ...put({ on_since: '2026-11-20T10:00:00.000Z', recovery_codes_left: 10 }),
  }));
  host.on(renewRecoveryCodes, () => ({ recovery_codes, ...put({ recovery_codes_left: 10 }) }));
  host.on(turnOffApp, () => put({ on_since: null, recovery_codes_left: 0 }));
  return account;
}
