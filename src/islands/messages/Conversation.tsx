import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { Message } from '../../lib/contract/messages.ts';
import { routes } from '../../lib/routing/routes.ts';
import { shown } from '../../lib/stores/load.ts';
import { Button } from '../shared/Button.tsx';
import { Empty } from '../shared/Empty.tsx';
import { Failed } from '../shared/Failed.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { Stale } from '../shared/Stale.tsx';
import { Time } from '../shared/Time.tsx';
import { useFocusHandover } from '../shared/use-focus-handover.ts';
import { ReplyForm } from './ReplyForm.tsx';
import {
  $closing,
  $conversation,
  $earlier,
  closeThread,
  followThread,
  openThread,
  refreshThread,
  showEarlier,
} from './store.ts';
import { threadStates, topicWords } from './thread-words.ts';

/** One thread: its state and what that means, its messages, and a place to write. */
export function Conversation({ id }: { readonly id: number }) {
  const load = useStore($conversation, { ssr: 'initial' });
  const earlier = useStore($earlier, { ssr: 'initial' });
  const closing = useStore($closing, { ssr: 'initial' });
  const means = useRef<HTMLParagraphElement>(null);
  const settle = useFocusHandover<HTMLDivElement>(() => means.current);
  useEffect(() => void openThread(id), [id]);
  useEffect(() => followThread(id), [id]);

  const back = (
    <p className="way-back">
      <a href={routes.userMessages.pattern}>All conversations</a>
    </p>
  );
  const here = shown(load);
  if (here === undefined || here.thread.id !== id) {
    if (load.state !== 'failed')
      return (
        <div className="messages">
          {back}
          <RowSkeleton count={3} />
        </div>
      );
    return (
      <div className="messages">
        {back}
        {load.error.code === 'not_found' ? (
          <Empty level={2} title="There is no such conversation">
            <p>It may belong to another account. Your own are in the list.</p>
          </Empty>
        ) : (
          <Failed
            level={2}
            title="This conversation could not be loaded"
            reason={load.error.message}
            onRetry={() => openThread(id)}
          />
        )}
      </div>
    );
  }
  const { thread, messages } = here;
  const { tone, words, meaning } = threadStates[thread.state];
  return (
    <div className="messages">
      {back}
      <header className="thread-head">
        <h2>{thread.subject}</h2>
        <p className="muted">
          <span className={`state ${tone}`}>{words}</span> {topicWords[thread.topic]}
          {thread.order_id !== null && (
            <>
              , <a href={routes.userOrders.pattern}>order {thread.order_id}</a>
            </>
          )}
        </p>
      </header>
      {load.state === 'failed' && (
        <Stale reason={load.error.message} onRetry={() => refreshThread(id)}>
          What you see is the conversation as it was.
        </Stale>
      )}
      {messages.length < thread.messages && (
        <div className="actions">
          <Button quiet small busy={earlier.state === 'loading'} onPress={showEarlier}>
            Show earlier messages
          </Button>
          {earlier.state === 'refused' && <span role="alert">{earlier.message}</span>}
        </div>
      )}
      <ol className="talk" aria-label="Messages" aria-live="polite" aria-relevant="additions">
        {messages.map((message) => (
          <Said key={message.id} message={message} />
        ))}
      </ol>
      <p className="muted meaning" ref={means} tabIndex={-1}>
        {meaning}
      </p>
      <ReplyForm id={id} />
      {thread.state !== 'closed' && (
        <div className="actions settle" ref={settle}>
          <Button quiet small onPress={() => closeThread(id)}>
            Close as settled
          </Button>
          <span className="muted">You can open it again by writing.</span>
          {closing !== null && (
            <p className="notice bad" role="alert">
              {closing}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function Said({ message }: { readonly message: Message }) {
  const { from, body, created_at } = message;
  return (
    <li className={`said-by ${from}`}>
      <p className="by">
        <b>{from === 'user' ? 'You' : 'Support'}</b>{' '}
        <small>
          <Time at={created_at} />
        </small>
      </p>
      <p className="text">{body}</p>
    </li>
  );
}
