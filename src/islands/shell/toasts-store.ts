/** Toasts for new notifications: one at a time, each in only one tab and only once. All others are in the notification centre. */
import { atom, computed } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import { listNotifications, type Notification } from '../../lib/contract/notifications/notifications.ts';
import { $session, callerId } from '../../lib/session/session.ts';
import { readStored, store } from '../../lib/session/storage.ts';
import { $heldBalance } from '../shared/stores/balance.ts';

export const $toast = atom<Notification | null>(null);

/** The storage key for the id of the newest notification that any tab has shown. */
const SHOWN = 'toast';
/** The most toasts for one event. */
const MOST = 3;
/**
 * Notifications written at most this long before the newest one belong to the same event. In milliseconds, by the server's clock.
 */
const TOGETHER_MS = 60_000;

let waiting: readonly Notification[] = [];

/** The account, which stays the same while its balance changes. */
const $account = computed($session, callerId);
// Don't show one account's notifications to the next.
$account.listen(() => {
  waiting = [];
  $toast.set(null);
});

/** On game pages, a toast would cover what starts or runs a round. */
const isAtGame = () => document.querySelector('.board') !== null;

/** Shows new notifications, unless this tab is hidden or its page has a game. A failure shows nothing. */
export async function showNews(): Promise<void> {
  if (document.hidden || isAtGame()) return;
  const account = callerId();
  const list = await request(listNotifications, { query: { page: 1, per_page: MOST } }).catch(() => null);
  const [newest] = list?.data ?? [];
  if (!list || !newest || account !== callerId()) return;
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

/** Shows the next toast, if any. Waits while a case is being opened, so that a toast doesn't reveal the prize. */
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
