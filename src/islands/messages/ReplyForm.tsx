import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { MAX_MESSAGE } from '../../lib/contract/limits.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { Field } from '../shared/Field.tsx';
import { Form } from '../shared/Form.tsx';
import { refusedOf } from '../shared/stores/form.ts';
import { myTexts } from '../shared/stores/my-texts.ts';
import { useKeptText } from '../shared/use-kept-text.ts';
import { $reply, sendReply } from './store.ts';

/** The form for another message. Its text stays until it has been sent. */
export function ReplyForm({ id }: { readonly id: number }) {
  const [text, setText] = useKeptText(myTexts, `thread ${id}`);
  const reply = useStore($reply, { ssr: 'initial' });
  const element = useRef<HTMLFormElement>(null);
  const refused = refusedOf(reply);

  async function submit() {
    const area = element.current?.querySelector('textarea');
    // Text typed since then belongs to the next message.
    if ((await sendReply(id, text)) && area?.value === text) setText('');
  }

  return (
    <Form ref={element} wrong={refused} className="form reply" onSubmit={submit}>
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
      <Alert>{refused?.message}</Alert>
      <div>
        <Button type="submit" busy={reply.state === 'sending'}>
          {reply.state === 'sending' ? 'Sending' : 'Send'}
        </Button>
      </div>
    </Form>
  );
}
