import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { routes } from '../../lib/routing/routes.ts';
import { Empty } from '../shared/Empty.tsx';
import { NotificationItem } from '../shared/NotificationItem.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { asList } from '../shared/stores/load.ts';
import { $notifications, followNotifications, loadNotifications } from '../shared/stores/notifications.ts';
import { useList } from '../shared/use-list.ts';

/** All notifications, newest first. Showing them marks them as read. */
export function Notifications({ page }: { readonly page: number }) {
  const load = useStore($notifications, { ssr: 'initial' });
  useEffect(() => void loadNotifications(page), [page]);
  useEffect(() => followNotifications(), []);
  const states = useList(asList(load, { page }));
  return (
    <PagedList
      {...states}
      what="your notifications"
      onRetry={() => loadNotifications(page)}
      skeleton={<RowSkeleton count={4} />}
      nothing={
        <Empty level={2} title="No notifications yet">
          <p>We’ll let you know about your orders, quests and giveaways here.</p>
          <a className="button quiet small" href={routes.userSettings.pattern}>
            Notification settings
          </a>
        </Empty>
      }
    >
      {(notifications) => (
        <ul className="notification-list wide">
          {notifications.map((notification) => (
            <NotificationItem key={notification.id} notification={notification} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}
