import { MAX_MESSAGE, MAX_SUBJECT, MIN_MESSAGE } from '../../../lib/contract/limits.ts';
import type { SupportThread } from '../../../lib/contract/messages/operator-support.ts';
import { THREAD_VIEWS } from '../../../lib/contract/operator-limits.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Facts } from '../../shared/Facts.tsx';
import { Time } from '../../shared/Time.tsx';
import { useQuery } from '../../shared/use-address.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { ActForm } from '../parts/ActForm.tsx';
import { Acts, DetailFrame, Head } from '../parts/DetailFrame.tsx';
import { belongsTo, choice, search } from '../parts/filters.ts';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { useShowMessage } from '../parts/MessageFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { logKeeps, Player, reasonField } from '../parts/words.tsx';
import { numberIn } from '../places.ts';
import { answer, closeThread, type SupportConversation, thread, threads, write } from '../support-store.ts';
import { user } from '../users-store.ts';

const viewWords = { waiting: 'Waiting for us', answered: 'Answered', closed: 'Closed', all: 'All' } as const;
const tones = { answered: 'ok', closed: 'off' } as const;

const filters = [
  choice('state', 'Status', THREAD_VIEWS, viewWords),
  search('Conversation number'),
  ...belongsTo,
] as const;

const columns: Columns<SupportThread> = [
  { head: 'Subject', kind: 'words', cell: ({ subject }) => subject, small: ({ topic }) => topic },
  {
    head: 'Player',
    bare: true,
    cell: ({ user, suspended }) => (
      <>
        <Player user={user} /> {suspended && <span className="label">suspended</span>}
      </>
    ),
  },
  {
    head: 'Last message',
    kind: 'words',
    bare: true,
    cell: ({ last }) => <span className="clip">{last.text}</span>,
  },
  {
    head: 'Status',
    bare: true,
    cell: (one) => <ThreadStatus thread={one} />,
    small: ({ state, updated_at }) => state !== 'waiting' && <Time at={updated_at} />,
  },
  {
    head: 'Next',
    bare: true,
    cell: ({ state, suspended }) =>
      state !== 'waiting' ? '' : suspended ? 'Reply: it may be an appeal' : 'Reply',
  },
];

const ThreadStatus = ({ thread: { state, updated_at } }: { readonly thread: SupportThread }) =>
  state === 'waiting' ? (
    <Waited since={updated_at} badge />
  ) : (
    <span className={`state ${tones[state]}`}>{state}</span>
  );

export function SupportThreads() {
  return (
    <ListFrame
      nouns={['conversation', 'conversations']}
      source={threads}
      filters={filters}
      columns={columns}
      hrefOf={({ id }) => hrefs.operator('support', id)}
      nothing={{
        title: 'Nobody is waiting',
        text: 'Messages from players show up here, the oldest first.',
      }}
    />
  );
}

/** A conversation, and the answer to it. */
export function ThreadScreen({ id }: { readonly id: number }) {
  return (
    <DetailFrame source={thread} ask={id} noun={`conversation ${id}`}>
      {(found) => <Conversation {...found} />}
    </DetailFrame>
  );
}

function Conversation({ thread, messages }: SupportConversation) {
  const showMessage = useShowMessage();
  const { id, user, order_id, suspended, state } = thread;
  const newest = messages.at(-1)?.id ?? 0;
  return (
    <>
      <Head title={thread.subject}>
        <ThreadStatus thread={thread} />
      </Head>
      <Facts
        of={[
          ['Player', <Player key="player" user={user} />],
          ['Topic', thread.topic],
          [
            'Order',
            order_id && (
              <Link key="order" to={hrefs.operator('orders', order_id)}>
                order {order_id}
              </Link>
            ),
          ],
          ['Account', suspended && 'suspended: this may be an appeal'],
        ]}
      />
      <section aria-label="Messages">
        <ol className="thread">
          {messages.map((message) => (
            <li key={message.id} className="said">
              <p>
                <b>{message.from === 'user' ? user.name : 'Support'}</b>{' '}
                <small>
                  <Time at={message.created_at} />
                </small>
              </p>
              <p className="written">{message.body}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="answer" className="answer">
        <h2 id="answer">Your reply</h2>
        <ActForm
          key={id}
          fields={[
            messageField(user.name),
            { kind: 'check', name: 'close', label: 'This solves it: close the conversation' },
          ]}
          submit="Send reply"
          send={(values) =>
            answer(id, { body: values.text('body'), read_up_to: newest, close: values.checked('close') })
          }
          onDone={() => showMessage('Reply sent.')}
        />
      </section>
      {state !== 'closed' && (
        <Acts>
          <ActButton
            label="Close without a reply"
            of={`conversation ${id}`}
            title="Close this conversation?"
            says={`It doesn’t need a reply. ${user.name} can reopen it by writing.`}
            fields={[reasonField(logKeeps)]}
            submit="Close"
            send={(values) => closeThread(id, { reason: values.text('reason'), read_up_to: newest })}
            doneMessage={() => 'Conversation closed.'}
            leadTo={hrefs.operator('support')}
          />
        </Acts>
      )}
    </>
  );
}

const messageField = (name: string) =>
  ({
    kind: 'words',
    name: 'body',
    label: 'Message',
    hint: `${name} sees exactly this text, signed “Support”.`,
    min: MIN_MESSAGE,
    max: MAX_MESSAGE,
    rows: 6,
  }) as const;

/** The first message to a player who hasn’t written. Their page leads here. */
export function NewThread() {
  const query = useQuery(routes.operator.pattern) ?? '';
  const given = new URLSearchParams(query).get('user_id') ?? '';
  const showMessage = useShowMessage();
  return (
    <DetailFrame source={user} ask={numberIn(given)} noun={`user ${given}`}>
      {({ user: { id, name } }) => (
        <>
          <Head title={`To ${name}`}>They get a notification, and can reply.</Head>
          <ActForm
            key={id}
            of={given}
            fields={[
              {
                kind: 'line',
                name: 'subject',
                label: 'Subject',
                max: MAX_SUBJECT,
                needed: 'Please enter a subject.',
              },
              messageField(name),
            ]}
            submit="Send"
            send={(values) => write(id, { subject: values.text('subject'), body: values.text('body') })}
            onDone={({ thread }) => showMessage('Message sent.', hrefs.operator('support', thread.id))}
          />
        </>
      )}
    </DetailFrame>
  );
}
