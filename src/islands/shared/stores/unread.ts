/** Unread counts in the shell: fetched with the page, and again after any event of the account. */
import { atom } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import { getUnread, type Unread } from '../../../lib/contract/notifications/unread.ts';
import { $session } from '../../../lib/session/session.ts';
import { onLiveEvent, together } from './live.ts';
import { asApiError } from './load.ts';

/** Null while unknown, and on hosts without messages. */
export const $unread = atom<Unread | null>(null);

/** Events within this time cause a single fetch. */
const TOGETHER_MS = 300;

let latest = 0;

export async function refreshUnread(): Promise<void> {
  if ($session.get().state !== 'signed-in') return;
  const mine = ++latest;
  try {
    const { unread } = await request(getUnread, {});
    if (mine === latest) $unread.set(unread);
  } catch (error) {
    // Navigation aborts the call, but the bell stays. Any other failure leaves the counts as they are.
    if (mine === latest && asApiError(error).code === 'aborted') await refreshUnread();
  }
}

/** Adopts counts from another call's answer, which is newer than any pending fetch. */
export function noteUnread({ unread }: { readonly unread: Unread }): void {
  latest++;
  $unread.set(unread);
}

/** Keeps the counts up to date while the shell shows them. Any event may come with a notification. */
export function followUnread(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let token: string | null = null;
  return together(
    onLiveEvent(({ name }) => {
      if (name === 'ContestChanged' || name === 'RewardChanged') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void refreshUnread();
      }, TOGETHER_MS);
    }),
    $session.subscribe((session) => {
      const before = token;
      token = session.state === 'signed-in' ? session.token : null;
      if (token === before) return;
      $unread.set(null);
      void refreshUnread();
    }),
    () => clearTimeout(timer),
  );
}
