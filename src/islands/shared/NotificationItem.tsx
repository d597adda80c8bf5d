import type { Notification } from '../../lib/contract/notifications/notifications.ts';
import { Time } from './Time.tsx';

interface Props {
  readonly notification: Notification;
  /** Whether it is listed under its day, so that it needs no time of its own. */
  readonly dated?: boolean;
}

/** One notification: what happened, why and when. Unread ones are marked by a word as well as by weight. */
export function NotificationItem({ notification, dated = false }: Props) {
  const { title, body, href, read, created_at } = notification;
  const [what = title, points] = title.split(/ (?=\+[\d,]+$)/);
  const inner = (
    <>
      <b>
        {what} {points && <span className="pts">{points}</span>}
      </b>
      {body !== '' && <span className="said">{body}</span>}
      {!(read && dated) && (
        <small>
          {!read && <span className="state info">new</span>} {!dated && <Time at={created_at} />}
        </small>
      )}
    </>
  );
  return (
    <li className={read ? 'notification-item' : 'notification-item fresh'}>
      {href === null ? <div className="inner">{inner}</div> : <a href={href}>{inner}</a>}
    </li>
  );
}
