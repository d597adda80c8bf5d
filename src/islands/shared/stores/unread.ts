/** How much isn't read yet, in the shell: fetched with the page, then whenever something of one's own account happened. */
import { atom } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import { getUnread, type Unread } from '../../../lib/contract/unread.ts';
import { $session } from '../../../lib/session/session.ts';
import { onLiveEvent } from './live.ts';
import { asApiError } from './load.ts';

/** Null while it isn't known, and on hosts that have no messages. */
export const $unread = atom<Unread | null>(null);

/** What happens at once is asked for once. */
const TOGETHER_MS = 300;

let latest = 0;

export async function refreshUnread(): Promise<void> {
  if ($session.get().state !== 'signed-in') return;
  const mine = ++latest;
  try {
    const { unread } = await request(getUnread, {});
    if (mine === latest) $unread.set(unread);
  } catch (error) {
    // The page that it was asked with is left, and the bell isn't. Any other failure leaves the counts as they are.
    if (mine === latest && asApiError(error).code === 'aborted') await refreshUnread();
  }
}

/** What a call answered of it, which is newer than anything that is still on its way. */
export function noteUnread({ unread }: { readonly unread: Unread }): void {
  latest++;
  $unread.set(unread);
}

/** Keeps the counts fresh for as long as the shell shows them. An event of any kind may have brought a notification. */
export function followUnread(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let token: string | null = null;
  const stops = [
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
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
