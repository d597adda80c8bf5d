/** A host with an account's settings in memory: what is saved there is answered from then on. */
import type { SecondFactor } from '../../src/lib/contract/second-factor.ts';
import type { Device, Notification, Settings } from '../../src/lib/contract/settings.ts';
import { aUser, type Host, rewardHost } from './reward-host.ts';

export function aDevice(id: number, change: Partial<Device> = {}): Device {
  return {
    id,
    name: `Firefox on Windows ${id}`,
    created_at: '2026-11-01T10:00:00.000Z',
    last_used_at: '2026-11-20T10:00:00.000Z',
    rests_at: '2026-12-04T10:00:00.000Z',
    expires_at: '2026-12-01T10:00:00.000Z',
    current: false,
    ...change,
  };
}

const notifications: readonly Notification[] = [
  { kind: 'order', site: true, mail: true },
  { kind: 'quest', site: true, mail: null },
  { kind: 'news', site: false, mail: false },
];

/** The settings of a player with a password and a confirmed address; `settings` may be changed while a test runs. */
export function settingsHost(
  change: Partial<Settings> = {},
): Host & { settings: Settings; factor: SecondFactor } {
  const host = Object.assign(rewardHost(), {
    settings: {
      user: aUser({ email_confirmed: true, country: 'NL', avatar: null, private: false }),
      has_password: true,
      notifications: [...notifications],
      delivery: [],
      deletion: { days: 14, undone_at: null },
      ...change,
    } satisfies Settings as Settings,
    factor: {
      on_since: null,
      recovery_codes_left: 0,
      lost: null,
      required: false,
      needs: null,
      other_devices: 2,
    } satisfies SecondFactor as SecondFactor,
  });
  let devices = [
    aDevice(1, { name: 'Chrome on Linux', current: true }),
    aDevice(2, { rests_at: '2026-11-28T10:00:00.000Z' }),
    aDevice(3),
  ];
  const keep = (part: Partial<Settings>) => {
    host.settings = { ...host.settings, ...part };
    return host.settings;
  };
  host.on('GET /api/user/settings', () => host.settings);
  host.on('GET /api/user/get-countries', () => ({
    countries: [
      { code: 'CI', name: 'Côte d’Ivoire' },
      { code: 'NL', name: 'Netherlands' },
    ],
  }));
  host.on('PUT /api/user/settings/profile', ({ body }) =>
    keep({ user: { ...host.settings.user, ...(body as object) } }),
  );
  host.on('PUT /api/user/birth-date', ({ body }) =>
    keep({ user: { ...host.settings.user, ...(body as object) } }),
  );
  host.on('PUT /api/user/settings/notifications', ({ body }) => {
    const one = body as Notification;
    return keep({
      notifications: host.settings.notifications.map((old) => (old.kind === one.kind ? one : old)),
    });
  });
  host.on('PUT /api/user/settings/password', () => ({ signed_out: 2 }));
  host.on('DELETE /api/user/delivery-details/', ({ call }) =>
    keep({ delivery: host.settings.delivery.filter(({ field }) => !call.endsWith(`/${field}`)) }),
  );
  const app = { otpauth_url: 'otpauth://totp/Playtally:x?secret=ABCD2345', secret: 'ABCD 2345' };
  const recovery_codes = Array.from({ length: 10 }, (_, at) => `AAAAA-BBBB${'ABCDEFGHIJ'[at]}`);
  const put = (part: Partial<SecondFactor>) => {
    host.factor = { ...host.factor, ...part };
    return { second_factor: host.factor };
  };
  host.on('GET /api/user/second-factor', () => put({}));
  host.on('POST /api/user/second-factor/setup', () => app);
  host.on('POST /api/user/second-factor/confirm', () => ({
    recovery_codes,
    ...put({ on_since: '2026-11-20T10:00:00.000Z', recovery_codes_left: 10 }),
  }));
  host.on('POST /api/user/second-factor/recovery-codes', () => ({
    recovery_codes,
    ...put({ recovery_codes_left: 10 }),
  }));
  host.on('POST /api/user/second-factor/off', () => put({ on_since: null, recovery_codes_left: 0 }));
  host.on('GET /api/user/devices', () => ({ devices }));
  host.on('POST /api/user/devices/', ({ call }) => {
    const id = Number(/\d+/.exec(call)?.[0] ?? 0);
    devices = devices.filter((one) => one.current || (id !== 0 && one.id !== id));
    return { devices };
  });
  return host;
}
