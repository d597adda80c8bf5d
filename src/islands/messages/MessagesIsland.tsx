import { useStore } from '@nanostores/react';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { lazy } from '../shared/lazy.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { $unread } from '../shared/stores/unread.ts';
import { pageIn, useQuery } from '../shared/use-address.ts';
import '../shared/notification.css';
import './messages.css';

const MESSAGES = routes.userMessages.pattern;

const Waiting = () => <RowSkeleton count={4} />;
const Threads = lazy(async () => (await import('./Threads.tsx')).Threads, Waiting);
const Notifications = lazy(async () => (await import('./Notifications.tsx')).Notifications, Waiting);
const Conversation = lazy(async () => (await import('./Conversation.tsx')).Conversation, Waiting);

/** Support threads and notifications. The address says which, so that links and the back button work. */
export function MessagesIsland() {
  const query = useQuery(MESSAGES);
  const unread = useStore($unread, { ssr: 'initial' });
  const given = new URLSearchParams(query ?? '');
  const thread = numberOf(given.get('thread'));
  if (thread !== null) return <Conversation id={thread} key={thread} />;

  const shows = given.get('show') === 'notifications' ? 'notifications' : 'threads';
  const page = pageIn(query);
  return (
    <div className="messages">
      <div className="messages-head">
        <nav className="chips" aria-label="Show">
          <Chip href={MESSAGES} current={shows === 'threads'} text="Conversations" count={unread?.threads} />
          <Chip
            href={hrefs.notifications()}
            current={shows === 'notifications'}
            text="Notifications"
            count={unread?.notifications}
          />
        </nav>
        {shows === 'threads' && (
          <a className="button small" href={routes.userContact.pattern}>
            Contact support
          </a>
        )}
      </div>
      {query === null ? (
        <Waiting />
      ) : shows === 'threads' ? (
        <Threads page={page} />
      ) : (
        <Notifications page={page} />
      )}
    </div>
  );
}

interface ChipProps {
  readonly href: string;
  readonly current: boolean;
  readonly text: string;
  readonly count: number | undefined;
}

/** The count arrives late, so it is on the chip's corner, where it moves nothing. */
function Chip({ href, current, text, count = 0 }: ChipProps) {
  return (
    <a className="chip" href={href} aria-current={current ? 'page' : undefined}>
      {text}
      {count > 0 && (
        <span className="unread num">
          {count > 99 ? '99+' : count}
          <span className="unseen"> unread</span>
        </span>
      )}
    </a>
  );
}

function numberOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
