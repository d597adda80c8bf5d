import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef } from 'react';
import { MAX_MESSAGE } from '../../lib/contract/limits.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { Button } from '../shared/Button.tsx';
import { Field, focusFirstError } from '../shared/Field.tsx';
import { myTexts } from '../shared/stores/my-texts.ts';
import { useKeptText } from '../shared/use-kept-text.ts';
import { $reply, sendReply } from './store.ts';

/** The form for another message. Its text stays until it has been sent. */
export function ReplyForm({ id }: { readonly id: number }) {
  const [text, setText] = useKeptText(myTexts, `thread ${id}`);
  const reply = useStore($reply, { ssr: 'initial' });
  const element = useRef<HTMLFormElement>(null);
  const refused = reply.state === 'refused' ? reply : null;
  useEffect(() => {
    if (refused) focusFirstError(element.current);
  }, [refused]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const area = event.currentTarget.querySelector('textarea');
    // Text typed since then belongs to the next message.
    if ((await sendReply(id, text)) && area?.value === text) setText('');
  }

  return (
    <form ref={element} className="form reply" method="dialog" noValidate onSubmit={submit}>
      <Field
        label="Your message"
        hint={`Up to ${formatPoints(MAX_MESSAGE)} characters. Never send a password or a code.`}
        error={refused?.fields.body}
      >
        {(control) => (
          <textarea
            {...control}
            name="body"
            rows={4}
            required
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {refused?.message && (
        <p className="notice bad" role="alert">
          {refused.message}
        </p>
      )}
      <div>
        <Button type="submit" busy={reply.state === 'sending'}>
          {reply.state === 'sending' ? 'Sending' : 'Send'}
        </Button>
      </div>
    </form>
  );
}
