import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Thread } from '../../lib/contract/messages.ts';
import { routes } from '../../lib/routes.ts';
import { shown } from '../../lib/stores/load.ts';
import { $threads, followThreads, loadThreads } from '../../lib/stores/messages.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Pages } from '../ui/Pager.tsx';
import { RowSkeleton } from '../ui/Skeleton.tsx';
import { Stale } from '../ui/Stale.tsx';
import { Time } from '../ui/Time.tsx';
import { changeAddress, withQuery } from '../ui/use-address.ts';
import { threadStates } from './thread-words.ts';

/** One's threads with support, the one that was written to last first. */
export function Threads({ page }: { readonly page: number }) {
  const load = useStore($threads, { ssr: 'initial' });
  useEffect(() => void loadThreads(page), [page]);
  useEffect(() => followThreads(), []);

  const list = shown(load);
  if (list === undefined)
    return load.state === 'failed' ? (
      <Failed
        level={2}
        title="Your messages could not be loaded"
        reason={load.error.message}
        onRetry={() => loadThreads(page)}
      />
    ) : (
      <RowSkeleton count={4} />
    );
  if (list.total === 0)
    return (
      <Empty level={2} title="No conversations yet">
        <p>
          What you write to support stands here, with our answers. Most answers come within two working days.
        </p>
        <a className="button quiet small" href={routes.userContact.pattern}>
          Write to support
        </a>
      </Empty>
    );
  return (
    <>
      {load.state === 'failed' && (
        <Stale reason={load.error.message} onRetry={() => loadThreads(page)}>
          What you see are your messages as they were.
        </Stale>
      )}
      <ul className="thread-list" aria-busy={load.state === 'loading'}>
        {list.data.map((thread) => (
          <ThreadLine key={thread.id} thread={thread} />
        ))}
      </ul>
      <Pages
        page={list.current_page}
        lastPage={list.last_page}
        busy={load.state === 'loading'}
        onPage={(next) =>
          changeAddress(withQuery(location.pathname, next === 1 ? {} : { page: String(next) }), 'push')
        }
      />
      {list.data.length === 0 ? (
        <p className="muted">
          The list is shorter than that. <a href={routes.userMessages.pattern}>Go to page 1</a>
        </p>
      ) : (
        list.current_page >= list.last_page && (
          <p className="end-of-list">These are all your conversations.</p>
        )
      )}
    </>
  );
}

function ThreadLine({ thread }: { readonly thread: Thread }) {
  const { id, subject, state, unread, last, updated_at } = thread;
  const { tone, words } = threadStates[state];
  return (
    <li>
      <a
        className={unread > 0 ? 'thread-line fresh' : 'thread-line'}
        href={`${routes.userMessages.pattern}?thread=${id}`}
      >
        <b>{subject}</b>
        <span className="said">
          {last.from === 'user' ? 'You: ' : 'Support: '}
          {last.text}
        </span>
        <span className="facts">
          <span className={`state ${tone}`}>{words}</span>
          {unread > 0 && (
            <span className="state info">{unread === 1 ? '1 new answer' : `${unread} new answers`}</span>
          )}
          <Time at={updated_at} />
        </span>
      </a>
    </li>
  );
}
