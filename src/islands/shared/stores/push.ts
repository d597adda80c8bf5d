/** Push notifications on this device: whether the browser supports them, and whether they are on. */
import { atom } from 'nanostores';
import { ApiError, request } from '../../../lib/client/client.ts';
import * as calls from '../../../lib/contract/notifications/push.ts';
import { type FormState, submitForm } from './form.ts';
import { createLoader, shown } from './load.ts';

const loader = createLoader<calls.Push>();
export const $push = loader.$load;

/**
 * install: iPhones and iPads show them only for a site on the home screen. blocked: the user or the browser has denied
 * permission. unknown: not checked yet.
 */
export type Device = 'unknown' | 'unable' | 'install' | 'blocked' | 'off' | 'on';
export const $device = atom<Device>('unknown');

export const $pushForm = atom<FormState>({ state: 'open' });

export function loadPush(): Promise<void> {
  return loader.run(async () => {
    const push = await request(calls.getPush, {});
    $device.set(await lookAt(push));
    return push;
  }, true);
}

const isApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

async function lookAt({ devices }: calls.Push): Promise<Device> {
  const isAble = 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;
  if (!isAble) return isApple() ? 'install' : 'unable';
  if (Notification.permission === 'denied') return 'blocked';
  const endpoint = (await subscribed())?.endpoint;
  return endpoint !== undefined && devices.includes(endpoint) ? 'on' : 'off';
}

async function subscribed(): Promise<PushSubscription | null | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
}

// Called only after a press, so the page has loaded by then.
// biome-ignore lint/style/noRestrictedGlobals: only a formatter knows the zone, and src/lib/format makes none
const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

async function change(send: () => Promise<calls.Push>): Promise<void> {
  $pushForm.set({ state: 'open' });
  await submitForm($pushForm, {}, async () => {
    const push = await send();
    loader.change(() => push);
    $device.set(await lookAt(push));
  });
}

/** Asks for permission, then subscribes. Never rejects: see `$pushForm`. */
export function turnOn(): Promise<void> {
  return change(async () => {
    const key = shown($push.get())?.public_key;
    if (!key) throw new ApiError('push', 'We don’t send notifications to devices right now.');
    if ((await Notification.requestPermission()) !== 'granted')
      throw new ApiError('push', 'Your browser blocks notifications from this site.');
    const { endpoint, keys } = (await subscribe(key)).toJSON();
    const body = {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      time_zone: timeZone(),
    };
    return request(calls.subscribePush, { body });
  });
}

async function subscribe(key: string): Promise<PushSubscription> {
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: key };
    try {
      return await pushManager.subscribe(options);
    } catch {
      // There is a subscription with an old key of the host. Replace it.
      await (await subscribed())?.unsubscribe();
      return await pushManager.subscribe(options);
    }
  } catch {
    throw new ApiError('push', 'Your browser couldn’t turn on notifications. Please try again.');
  }
}

/** Unsubscribes this device. Never rejects: see `$pushForm`. */
export function turnOff(): Promise<void> {
  return change(async () => {
    const mine = await subscribed();
    const push = await request(calls.unsubscribePush, { body: { endpoint: mine?.endpoint ?? '' } });
    await mine?.unsubscribe();
    return push;
  });
}

/** Saves the quiet hours. Never rejects: see `$pushForm`. */
export function saveQuiet(quiet: calls.Push['quiet']): Promise<void> {
  return change(() => request(calls.saveQuietHours, { body: { quiet, time_zone: timeZone() } }));
}
