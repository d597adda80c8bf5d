import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MAX_MESSAGE, MAX_SUBJECT, SUPPORT_TOPICS } from '../../../lib/contract/limits.ts';
import type { Thread } from '../../../lib/contract/messages/messages.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Alert } from '../../shared/Alert.tsx';
import { Button } from '../../shared/Button.tsx';
import { Field } from '../../shared/Field.tsx';
import { Form, type Given } from '../../shared/Form.tsx';
import { refusedOf } from '../../shared/stores/form.ts';
import { myTexts } from '../../shared/stores/my-texts.ts';
import { useQuery } from '../../shared/use-address.ts';
import { $begun, $contact, sendContact, writeAnother } from './store.ts';
import './contact.css';

const topics: Readonly<Record<(typeof SUPPORT_TOPICS)[number], string>> = {
  order: 'An order',
  points: 'Points or a quest',
  game: 'A game or an offer',
  account: 'Your account',
  other: 'Something else',
};

/** The form that starts a support thread. The thread then appears among the user's messages. */
export function ContactIsland() {
  const begun = useStore($begun, { ssr: 'initial' });
  useEffect(() => writeAnother, []);
  return begun === null ? <ContactForm /> : <Sent thread={begun} />;
}

/** The fields whose text is stored until it is sent. */
const KEPT = ['topic', 'subject', 'body'] as const;
const placeOf = (name: (typeof KEPT)[number]) => `contact ${name}`;

function ContactForm() {
  const form = useStore($contact, { ssr: 'initial' });
  const query = useQuery(routes.userContact.pattern);
  const [chosen, setChosen] = useState<string | null>(null);
  const [before, setBefore] = useState('');
  const element = useRef<HTMLFormElement>(null);
  // The form exists before the script. Text typed in the meantime takes precedence over the stored text.
  useEffect(() => {
    setBefore(myTexts.read(placeOf('topic')));
    for (const name of KEPT) {
      const field = element.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
        field.value ||= myTexts.read(placeOf(name));
    }
  }, []);
  const refused = refusedOf(form);

  // An order's page links here with its number.
  const order = new URLSearchParams(query ?? '').get('order') ?? '';
  const topic = chosen ?? (order === '' ? before : 'order');

  async function submit({ text }: Given) {
    const [topic, subject, body, order] = [text('topic'), text('subject'), text('body'), text('order')];
    if (await sendContact({ topic, subject, body, order }))
      for (const name of KEPT) myTexts.write(placeOf(name), '');
  }

  function keep({ currentTarget }: FormEvent<HTMLFormElement>) {
    const data = new FormData(currentTarget);
    for (const name of KEPT) myTexts.write(placeOf(name), String(data.get(name) ?? ''));
  }

  return (
    <Form ref={element} wrong={refused} onChange={keep} className="form contact" onSubmit={submit}>
      <Field label="What is it about?" error={refused?.fields.topic}>
        {(control) => (
          <select
            {...control}
            name="topic"
            required
            value={topic}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="" disabled>
              Choose
            </option>
            {SUPPORT_TOPICS.map((one) => (
              <option key={one} value={one}>
                {topics[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {topic === 'order' && (
        <Field
          label="Order number (optional)"
          hint="You’ll find it in your orders."
          error={refused?.fields.order_id}
        >
          {(control) => (
            <input
              {...control}
              type="text"
              name="order"
              inputMode="numeric"
              defaultValue={order}
              key={order}
            />
          )}
        </Field>
      )}
      <Field label="Subject" error={refused?.fields.subject}>
        {(control) => <input {...control} type="text" name="subject" maxLength={MAX_SUBJECT} required />}
      </Field>
      <Field
        label="Your message"
        hint={`Tell us what happened, when, and what you expected. Up to ${formatPoints(MAX_MESSAGE)} characters. Never send a password or a code.`}
        error={refused?.fields.body}
      >
        {(control) => <textarea {...control} name="body" rows={7} required />}
      </Field>
      <Alert>{refused?.message}</Alert>
      <div>
        <Button type="submit" busy={form.state === 'sending' || form.state === 'done'}>
          {form.state === 'sending' ? 'Sending' : 'Send to support'}
        </Button>
      </div>
    </Form>
  );
}

function Sent({ thread }: { readonly thread: Thread }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="contact sent">
      <h2 ref={heading} tabIndex={-1}>
        We got your message
      </h2>
      <p>
        “{thread.subject}” is on its way to our team. You’ll find our reply in your messages, and we’ll notify
        you.
      </p>
      <div className="actions">
        <a className="button" href={hrefs.thread(thread.id)}>
          View conversation
        </a>
        <Button quiet onPress={writeAnother}>
          Write another message
        </Button>
      </div>
    </div>
  );
}
