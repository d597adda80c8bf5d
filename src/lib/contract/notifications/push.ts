/**
 * Push notifications, which a device shows while no page is open. All calls are ours. The settings choose which kinds are sent.
 */
import * as v from 'valibot';
import { defineCall } from '../call.ts';

const hour = v.pipe(
  v.number('Choose an hour from 0 to 23.'),
  v.integer(),
  v.minValue(0, 'Choose an hour from 0 to 23.'),
  v.maxValue(23, 'Choose an hour from 0 to 23.'),
);
const quiet = v.nullable(v.object({ from: hour, until: hour }));
const timeZone = v.pipe(v.string('time_zone is missing.'), v.maxLength(64, 'time_zone is too long.'));

export const pushSchema = v.object({
  /** The key that a browser subscribes with. Null if this host sends no push notifications. */
  public_key: v.nullable(v.string()),
  /** The push addresses of the caller's devices. */
  devices: v.array(v.string()),
  /** The hours in the caller's time zone during which nothing is sent. Null: none. */
  quiet,
  /** Whether to offer them for orders: this host sends them, and the caller hasn't chosen yet how to hear of orders. */
  offered: v.optional(v.boolean(), false),
});
export type Push = v.InferOutput<typeof pushSchema>;

export const getPush = defineCall('user', 'GET /api/user/push', {
  summary: "The caller's devices with push notifications, and the quiet hours",
  answer: pushSchema,
});

const endpoint = v.pipe(
  v.string('endpoint is missing.'),
  v.maxLength(2000, 'endpoint is too long.'),
  v.url('endpoint must be a URL.'),
);

/** Errors: invalid with `endpoint` (an unknown push service) or `keys`, limit_reached, not_found (this host sends none). */
export const subscribePush = defineCall('user', 'POST /api/user/push', {
  summary:
    'Turn on push notifications for this device until its session ends. The first time also sets quiet hours from 22 to 8',
  body: v.object({
    endpoint,
    keys: v.object({
      p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}$/, 'p256dh must be 65 bytes of base64url.')),
      auth: v.pipe(v.string(), v.regex(/^[\w-]{22}$/, 'auth must be 16 bytes of base64url.')),
    }),
    time_zone: timeZone,
  }),
  answer: pushSchema,
});

export const unsubscribePush = defineCall('user', 'POST /api/user/push/end', {
  summary: 'Turn off push notifications on one of the caller’s devices',
  body: v.object({ endpoint }),
  answer: pushSchema,
});

/** Errors: invalid with the field. */
export const saveQuietHours = defineCall('user', 'PUT /api/user/push/quiet', {
  summary: 'Set the quiet hours. Notifications are held until they end',
  body: v.object({ quiet, time_zone: timeZone }),
  answer: pushSchema,
});
