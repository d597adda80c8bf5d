/** One's notifications: the newest in the notice centre, all of them on their page. */
import { request } from '../../../lib/client/client.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import { NOTIFICATIONS_AT_ONCE } from '../../../lib/contract/limits.ts';
import { listNotifications, readNotifications } from '../../../lib/contract/notifications.ts';
import { refetchOn } from './live.ts';
import { createLoader, type Loader } from './load.ts';
import { noteUnread } from './unread.ts';

type List = Answer<typeof listNotifications>;

const newest = createLoader<List>();
const all = createLoader<List>();
export const $newestNotifications = newest.$load;
export const $notifications = all.$load;

let shownPage = 1;
/** Which were new when this look at the page began: they stay marked while it lasts, though they count as read. */
let fresh = new Set<number>();

/**
 * Fetches, and notes that what is shown was read. `isFresh` has those that are marked as new all the same, `keep` is as with any loader.
 */
async function show(
  loader: Loader<List>,
  query: { page: number; per_page?: number },
  isFresh: Set<number>,
  keep: boolean,
): Promise<void> {
  let newest: number | undefined;
  await loader.run(
    async () => {
      const list = await request(listNotifications, { query });
      const unread = list.data.filter(({ read }) => !read);
      newest = unread[0]?.id;
      for (const { id } of unread) isFresh.add(id);
      return { ...list, data: list.data.map((one) => ({ ...one, read: !isFresh.has(one.id) })) };
    },
    keep,
    query,
  );
  // A failure leaves them unread: the next look notes it.
  if (newest !== undefined && loader.$load.get().state === 'ready')
    await request(readNotifications, { body: { up_to: newest } }).then(noteUnread, () => {});
}

/** Of each look again: what was fetched at another time isn't news. */
export const loadNewestNotifications = (): Promise<void> =>
  show(newest, { page: 1, per_page: NOTIFICATIONS_AT_ONCE }, new Set(), false);

export function loadNotifications(page: number): Promise<void> {
  shownPage = page;
  fresh = new Set();
  return show(all, { page }, fresh, true);
}

/** Keeps the shown page fresh for as long as a screen shows it; what comes in there is read by being seen. */
export function followNotifications(): () => void {
  return refetchOn(
    ['OrderChanged', 'QuestChanged', 'BalanceChanged', 'MessageChanged', 'NotificationsChanged'],
    () => show(all, { page: shownPage }, fresh, true),
  );
}
