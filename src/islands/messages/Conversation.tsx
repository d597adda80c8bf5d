import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { Message } from '../../lib/contract/messages/messages.ts';
import { routes } from '../../lib/routing/routes.ts';
import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { DetailPage } from '../shared/DetailPage.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { Time } from '../shared/Time.tsx';
import { useFocusHandover } from '../shared/use-focus-handover.ts';
import { ReplyForm } from './ReplyForm.tsx';
import {
  $closing,
  $conversation,
  $earlier,
  type Conversation as ConversationAnswer,
  closeThread,
  followThread,
  openThread,
  refreshThread,
  showEarlier,
} from './store.ts';
import { threadStates, topicWords } from './thread-words.ts';

export function Conversation({ id }: { readonly id: number }) {
  useEffect(() => followThread(id), [id]);
  return (
    <div className="messages">
      <p className="way-back">
        <a href={routes.userMessages.pattern}>All conversations</a>
      </p>
      <DetailPage
        noun="conversation"
        id={id}
        load={useStore($conversation, { ssr: 'initial' })}
        ask={openThread}
        refresh={refreshThread}
        list={routes.userMessages.pattern}
        of={({ thread: { id, subject: name } }) => ({ id, name })}
        skeleton={<RowSkeleton count={3} />}
      >
        {(conversation) => <Thread {...conversation} />}
      </DetailPage>
    </div>
  );
}

/** A thread's state and what that means, its messages, and the reply form. */
function Thread({ thread, messages }: ConversationAnswer) {
  const { id } = thread;
  const earlier = useStore($earlier, { ssr: 'initial' });
  const closing = useStore($closing, { ssr: 'initial' });
  const means = useRef<HTMLParagraphElement>(null);
  const settle = useFocusHandover<HTMLDivElement>(() => means.current);
  const { tone, words, meaning } = threadStates[thread.state];
  return (
    <>
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
      {messages.length < thread.messages && (
        <div className="actions">
          <Button quiet small busy={earlier.state === 'loading'} onPress={showEarlier}>
            Show earlier messages
          </Button>
          {earlier.state === 'refused' && <span role="alert">{earlier.message}</span>}
        </div>
      )}
      <ol className="thread" aria-label="Messages" aria-live="polite" aria-relevant="additions">
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
            Mark as solved
          </Button>
          <span className="muted">Send another message to reopen it.</span>
          <Alert>{closing}</Alert>
        </div>
      )}
    </>
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
