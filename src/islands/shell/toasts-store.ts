/** Notifications that are shown as they happen: one at a time, each in one tab and once. What isn't shown is behind the bell. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import { listNotifications, type Notification } from '../../lib/contract/notifications.ts';
import { $session } from '../../lib/session/session.ts';
import { readStored, store } from '../../lib/session/storage.ts';
import { $heldBalance } from '../shared/stores/balance.ts';

export const $toast = atom<Notification | null>(null);

/** The number of the newest that some tab has shown. */
const SHOWN = 'toast';
/** At once, at most. */
const MOST = 3;
/** What was written within so many milliseconds before the newest came with it. By the server's clock alone. */
const TOGETHER_MS = 60_000;

let waiting: readonly Notification[] = [];

// What was one account's isn't shown to the next.
$session.listen(() => {
  waiting = [];
  $toast.set(null);
});

/** There a toast would lie over what starts or runs a round. */
const isAtGame = () => document.querySelector('.board') !== null;

/** Shows what has just come in, unless nobody looks at this tab or a game is on its page. A failure shows nothing. */
export async function showNews(): Promise<void> {
  if (document.hidden || isAtGame()) return;
  const session = $session.get();
  const list = await request(listNotifications, { query: { page: 1, per_page: MOST } }).catch(() => null);
  const [newest] = list?.data ?? [];
  if (!list || !newest || session !== $session.get()) return;
  const shown = Number(readStored(SHOWN));
  const since = Date.parse(newest.created_at) - TOGETHER_MS;
  const fresh = list.data.filter(
    ({ id, read, created_at }) => !read && id > shown && Date.parse(created_at) >= since,
  );
  if (fresh.length === 0) return;
  store(SHOWN, String(newest.id));
  waiting = [...waiting, ...fresh.reverse()];
  if ($toast.get() === null) nextToast();
}

/** Shows the next one, if any; while a case is being opened, its prize isn't given away by a toast. */
export function nextToast(): void {
  if ($heldBalance.get() === null) {
    const [next = null, ...others] = isAtGame() ? [] : waiting;
    waiting = others;
    $toast.set(next);
    return;
  }
  const stop = $heldBalance.listen((held) => {
    if (held !== null) return;
    stop();
    nextToast();
  });
}
