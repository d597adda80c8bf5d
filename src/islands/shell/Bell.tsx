import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { icons } from '../../lib/format/marks.ts';
import { $unread, followUnread } from '../../lib/stores/unread.ts';
import { lazy } from '../shared/lazy.tsx';

const CENTRE = 'notification-centre';

const NotificationCentre = lazy(
  async () => (await import('./NotificationCentre.tsx')).NotificationCentre,
  Waiting,
);

/** The bell of the shell, and the notification centre behind it, whose code comes when it is first opened. */
export function Bell() {
  const unread = useStore($unread, { ssr: 'initial' });
  const centre = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const known = useRef<number>(undefined);
  const [said, setSaid] = useState('');
  const count = unread?.notifications ?? 0;
  const words = count === 0 ? 'Notifications' : `Notifications, ${count} unread`;

  useEffect(() => followUnread(), []);
  useEffect(() => {
    if (unread === null) return;
    // What was unread when the page opened is read like any text: only another one is news.
    if (known.current !== undefined && count > known.current)
      setSaid(count === 1 ? 'You have an unread notification' : `You have ${count} unread notifications`);
    // Taken back once one was read: the same words again would be no news to who listens.
    else if (count < (known.current ?? 0)) setSaid('');
    known.current = count;
  }, [unread, count]);

  return (
    <>
      <button type="button" className="icon-button bell" popoverTarget={CENTRE} aria-label={words}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={icons.bell} />
        </svg>
        {count > 0 && (
          <span className="unread num" aria-hidden="true">
            {count > 99 ? '99+' : count}
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
      <p className="unseen" aria-live="polite">
        {said}
      </p>
    </>
  );
}

/** Stands where the notifications will. */
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
