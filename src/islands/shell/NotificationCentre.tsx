import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { Failed } from '../shared/Failed.tsx';
import { NotificationItem } from '../shared/NotificationItem.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { $newestNotifications, loadNewestNotifications } from '../shared/stores/notifications.ts';
import { $unread } from '../shared/stores/unread.ts';

interface Props {
  /** Called when the user follows a link, to close the centre. */
  readonly onLeave: () => void;
}

/** The newest notifications. Showing them marks them as read. */
export function NotificationCentre({ onLeave }: Props) {
  const load = useStore($newestNotifications);
  const unread = useStore($unread);
  // Don't show results of an earlier opening.
  const [asked, setAsked] = useState(false);
  // The centre persists across navigations, which abort its call.
  const isEnded = asked && load.state === 'idle';
  useEffect(() => {
    if (asked && !isEnded) return;
    void loadNewestNotifications();
    setAsked(true);
  }, [asked, isEnded]);

  const list = asked && load.state === 'ready' ? load.value : undefined;
  const failure = asked && load.state === 'failed' ? load.error : undefined;
  const threads = unread?.threads ?? 0;
  return (
    <>
      <header>
        <h2>Notifications</h2>
        <a href={routes.userSettings.pattern} onClick={onLeave}>
          Settings
        </a>
      </header>
      {failure !== undefined ? (
        <Failed
          title="We couldn’t load your notifications"
          reason={failure}
          onRetry={loadNewestNotifications}
        />
      ) : list === undefined ? (
        <RowSkeleton count={3} />
      ) : list.data.length === 0 ? (
        <p className="muted nothing">
          Nothing yet. We’ll let you know about your orders, quests and giveaways here.
        </p>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what is pressed, by keyboard as well
        <ul className="notification-list" onClick={(event) => closest(event.target) && onLeave()}>
          {list.data.map((notification) => (
            <NotificationItem key={notification.id} notification={notification} />
          ))}
        </ul>
      )}
      <footer>
        <a href={hrefs.notifications()} onClick={onLeave}>
          All notifications
        </a>
        <a href={routes.userMessages.pattern} onClick={onLeave}>
          Messages
          {threads > 0 && <span className="state info">{threads} unread</span>}
        </a>
      </footer>
    </>
  );
}

const closest = (target: EventTarget) => target instanceof Element && target.closest('a') !== null;
