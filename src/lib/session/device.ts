/** A random number for this browser, used to notice second accounts. It reveals nothing about the device. */
import { request } from '../client/client.ts';
import { newUuid } from '../client/uuid.ts';
import { noteDevice } from '../contract/auth/sign-in.ts';
import { readStored, store } from './storage.ts';

const KEY = 'device';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Sends it to the server, once per sign-in. A failure is ignored, and so is a host without the call. */
export async function sendDevice(): Promise<void> {
  try {
    const known = readStored(KEY);
    const device = known !== null && UUID.test(known) ? known : newUuid();
    if (device !== known) store(KEY, device);
    await request(noteDevice, { body: { device } });
  } catch {
    // Ignored; see above.
  }
}
