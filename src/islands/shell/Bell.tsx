import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import * as icons from '../../lib/format/icons.ts';
import { lazy } from '../shared/lazy.tsx';
import { onLiveEvent } from '../shared/stores/live.ts';
import { $unread, followUnread } from '../shared/stores/unread.ts';

const CENTRE = 'notification-centre';

const NotificationCentre = lazy(
  async () => (await import('./NotificationCentre.tsx')).NotificationCentre,
  Waiting,
);

// If the toasts can't be loaded, the bell still counts notifications.
const Toasts = lazy(() =>
  import('./Toasts.tsx').then(
    ({ Toasts }) => Toasts,
    () => () => null,
  ),
);

/** The bell, the notification centre behind it (loaded when first opened), and toasts for new notifications. */
export function Bell() {
  const unread = useStore($unread, { ssr: 'initial' });
  const centre = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [announcedAt, setAnnouncedAt] = useState(0);
  const count = unread?.notifications ?? 0;

  useEffect(followUnread, []);
  useEffect(
    () => onLiveEvent(({ name }) => name === 'NotificationsChanged' && setAnnouncedAt(Date.now())),
    [],
  );
  return (
    <>
      <button
        type="button"
        className="icon-button bell"
        popoverTarget={CENTRE}
        aria-label={count > 0 ? `Notifications, ${count} unread` : 'Notifications'}
      >
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={icons.bell} />
        </svg>
        {count > 0 && (
          <span className="unread num" aria-hidden="true">
            {count}
          </span>
        )}
      </button>
      <div
        ref={centre}
        id={CENTRE}
        className="notification-centre"
        popover="auto"
        role="dialog"
        aria-label="Notifications"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && <NotificationCentre onLeave={() => centre.current?.hidePopover()} />}
      </div>
      {announcedAt > 0 && <Toasts announcedAt={announcedAt} />}
    </>
  );
}

/** A placeholder for the notifications. */
function Waiting(_: { onLeave: () => void }) {
  return (
    <div className="waiting" aria-busy="true">
      <span className="skeleton line" />
      <span className="skeleton line short" />
      <span className="skeleton line" />
      <span className="skeleton line short" />
    </div>
  );
}
