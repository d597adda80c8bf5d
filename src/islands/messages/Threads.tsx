import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Thread } from '../../lib/contract/messages/messages.ts';
import { SUPPORT_TIME } from '../../lib/format/support-time.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Empty } from '../shared/Empty.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { asList } from '../shared/stores/load.ts';
import { Time } from '../shared/Time.tsx';
import { useList } from '../shared/use-list.ts';
import { $threads, followThreads, loadThreads } from './store.ts';
import { threadStates } from './thread-words.ts';

/** The user's support threads, most recently active first. */
export function Threads({ page }: { readonly page: number }) {
  useEffect(() => followThreads(), []);
  const states = useList(asList(useStore($threads, { ssr: 'initial' }), page), loadThreads);
  return (
    <PagedList
      {...states}
      what="your conversations"
      skeleton={<RowSkeleton count={4} />}
      nothing={
        <Empty level={2} title="No conversations yet">
          <p>
            Your messages to support and our replies show up here. We usually reply within {SUPPORT_TIME}.
          </p>
        </Empty>
      }
    >
      {(threads) => (
        <ul className="thread-list">
          {threads.map((thread) => (
            <ThreadLine key={thread.id} thread={thread} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function ThreadLine({ thread }: { readonly thread: Thread }) {
  const { id, subject, state, unread, last, updated_at } = thread;
  const { tone, words } = threadStates[state];
  return (
    <li>
      <a className={unread > 0 ? 'thread-line fresh' : 'thread-line'} href={hrefs.thread(id)}>
        <b>{subject}</b>
        <span className="said">
          {last.from === 'user' ? 'You: ' : 'Support: '}
          {last.text}
        </span>
        <span className="facts">
          <span className={`state ${tone}`}>{words}</span>
          {unread > 0 && (
            <span className="state info">{unread === 1 ? '1 new reply' : `${unread} new replies`}</span>
          )}
          <Time at={updated_at} />
        </span>
      </a>
    </li>
  );
}
