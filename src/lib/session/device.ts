/** This browser's random number, by which a second account of one person is noticed. It says nothing of the device itself. */
import { request } from '../client/client.ts';
import { newUuid } from '../client/uuid.ts';
import { noteDevice } from '../contract/sign-in.ts';
import { readStored, store } from './storage.ts';

const KEY = 'device';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Sends it to the server, once per sign-in. A failure here blocks nobody; a host without the call does without. */
export async function sendDevice(): Promise<void> {
  try {
    const known = readStored(KEY);
    const device = known !== null && UUID.test(known) ? known : newUuid();
    if (device !== known) store(KEY, device);
    await request(noteDevice, { body: { device } });
  } catch {
    // See above.
  }
}
