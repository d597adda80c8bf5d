import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Notification } from '../../lib/contract/notifications/notifications.ts';
import { DAY, shortDate } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routing/routes.ts';
import { Empty } from '../shared/Empty.tsx';
import { NotificationItem } from '../shared/NotificationItem.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { asList } from '../shared/stores/load.ts';
import { $notifications, followNotifications, loadNotifications } from '../shared/stores/notifications.ts';
import { useList } from '../shared/use-list.ts';

const TODAY = 'Today';

/** Groups notifications by their UTC day, as streaks and limits do. Those of today have their times as well. */
function daysOf(notifications: readonly Notification[], now: Date) {
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const yesterday = dayOf(new Date(now.getTime() - DAY));
  return [...Map.groupBy(notifications, ({ created_at: at }) => at.slice(0, 10))].map(([day, entries]) => ({
    day,
    entries,
    name: day === dayOf(now) ? TODAY : day === yesterday ? 'Yesterday' : shortDate(day, now.getTime()),
  }));
}

/** All notifications, newest first. Showing them marks them as read. */
export function Notifications({ page }: { readonly page: number }) {
  useEffect(() => followNotifications(), []);
  const load = useStore($notifications, { ssr: 'initial' });
  const states = useList(asList(load, { page }), loadNotifications);
  return (
    <PagedList
      {...states}
      what="your notifications"
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
        <div className="by-day">
          {daysOf(notifications, new Date()).map(({ day, name, entries }) => (
            <section key={day} aria-labelledby={`day-${day}`}>
              <h2 id={`day-${day}`}>{name}</h2>
              <ul className="notification-list wide">
                {entries.map((notification) => (
                  <NotificationItem
                    key={notification.id}
                    notification={notification}
                    dated={name !== TODAY}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </PagedList>
  );
}
