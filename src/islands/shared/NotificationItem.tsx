import type { Notification } from '../../lib/contract/notifications.ts';
import { Time } from './Time.tsx';

/** One notification: what happened, why and when. Unread ones are marked by a word as well as by weight. */
export function NotificationItem({ notification }: { readonly notification: Notification }) {
  const { title, body, href, read, created_at } = notification;
  const [what = title, points] = title.split(/ (?=\+[\d,]+$)/);
  const inner = (
    <>
      <b>
        {what} {points && <span className="pts">{points}</span>}
      </b>
      {body !== '' && <span className="said">{body}</span>}
      <small>
        {!read && <span className="state info">new</span>} <Time at={created_at} />
      </small>
    </>
  );
  return (
    <li className={read ? 'notification-item' : 'notification-item fresh'}>
      {href === null ? <div className="inner">{inner}</div> : <a href={href}>{inner}</a>}
    </li>
  );
}
