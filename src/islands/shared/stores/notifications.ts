/** The user's notifications: the newest in the notification centre, all of them on their page. */
import { request } from '../../../lib/client/client.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import { NOTIFICATIONS_AT_ONCE } from '../../../lib/contract/limits.ts';
import { listNotifications, readNotifications } from '../../../lib/contract/notifications/notifications.ts';
import { refetchOn } from './live.ts';
import { createLoader, type Loader } from './load.ts';
import { noteUnread } from './unread.ts';

type List = Answer<typeof listNotifications>;

const newest = createLoader<List>();
const all = createLoader<List>();
export const $newestNotifications = newest.$load;
export const $notifications = all.$load;

let shownPage = 1;
/**
 * The notifications that were unread when the user opened the page. They keep their mark while it is open, although they count as
 * read.
 */
let fresh = new Set<number>();

/**
 * Fetches notifications and marks them as read on the server. `isFresh` lists those that keep their "new" mark. `keep` is a
 * loader's option.
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
  // If this fails, they stay unread until the next time.
  if (newest !== undefined && loader.$load.get().state === 'ready')
    await request(readNotifications, { body: { up_to: newest } }).then(noteUnread, () => {});
}

/** Starts with no marks each time, because what an earlier opening showed isn't new any more. */
export const loadNewestNotifications = (): Promise<void> =>
  show(newest, { page: 1, per_page: NOTIFICATIONS_AT_ONCE }, new Set(), false);

export function loadNotifications({ page }: { readonly page: number }): Promise<void> {
  shownPage = page;
  fresh = new Set();
  return show(all, { page }, fresh, true);
}

/** Keeps the shown page up to date while it is open. New notifications there count as read immediately. */
export function followNotifications(): () => void {
  return refetchOn(
    ['OrderChanged', 'QuestChanged', 'BalanceChanged', 'MessageChanged', 'NotificationsChanged'],
    () => show(all, { page: shownPage }, fresh, true),
  );
}
