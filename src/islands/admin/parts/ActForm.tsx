import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { Alert } from '../../shared/Alert.tsx';
import { Button } from '../../shared/Button.tsx';
import { Field, type FieldControl } from '../../shared/Field.tsx';
import { Form, type Given } from '../../shared/Form.tsx';
import type { Refused } from '../../shared/stores/form.ts';
import { usePath } from '../../shared/use-address.ts';
import { type TextKeeper, useKeptText } from '../../shared/use-kept-text.ts';
import { drafts, lastTexts, type Outcome } from '../section-store.ts';
import { type ActField, ActValues, errorOf, wrongIn } from './act-fields.ts';

interface Props<T> {
  readonly fields: readonly ActField[];
  /** What it is about, if the screen has several forms: "adjustment 12". Drafts are saved under it, so it must be unique. */
  readonly of?: string;
  /** The button's label: "Refuse the order". */
  readonly submit: string;
  /** Whether it ends something or can't be undone. */
  readonly ends?: boolean;
  readonly send: (values: ActValues) => Promise<Outcome<T>>;
  readonly onDone: (done: T) => void;
  /** Shown next to the button. */
  readonly children?: ReactNode;
}

/**
 * The form of an act, from a description of its fields. It is sent once at a time, and keeps its input after an error. Texts are
 * also kept when the form is left, until they are sent.
 */
export function ActForm<T>({ fields, of = '', submit, ends = false, send, onDone, children }: Props<T>) {
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const [timesSent, setTimesSent] = useState(0);
  const path = usePath();
  const placeOf = (name: string) => `${path} ${of} ${keyOf(submit, name)}`;

  async function act({ data }: Given) {
    if (sending.current) return;
    const values = new ActValues(data);
    const wrong = wrongIn(fields, values);
    if (Object.keys(wrong).length > 0) return setRefused({ message: '', fields: wrong });
    sending.current = true;
    setBusy(true);
    const outcome = await send(values);
    sending.current = false;
    setBusy(false);
    if ('refused' in outcome) return setRefused(outcome.refused);
    setRefused(undefined);
    for (const { kind, name } of fields) {
      if (kind !== 'words') continue;
      const text = values.text(name);
      lastTexts.set(keyOf(submit, name), text);
      // What was typed since belongs to the next act.
      if (drafts.read(placeOf(name)).trim() === text) drafts.write(placeOf(name), '');
    }
    setTimesSent((before) => before + 1);
    onDone(outcome.done);
  }

  const wrong = refused?.fields ?? {};
  // Also show an error about a field that this form doesn't have.
  const elsewhere = Object.entries(wrong).filter(
    ([key]) => !fields.some(({ name }) => key === name || key.startsWith(`${name}.`)),
  );
  const message =
    refused === undefined
      ? ''
      : Object.keys(wrong).length === 0
        ? refused.message
        : elsewhere.map(([, text]) => text).join(' ');
  return (
    <Form wrong={refused} className="form" onSubmit={act}>
      {fields.map((field) => (
        <ActControl
          // Once sent, a text that has to be written begins again. One that is edited stays.
          key={isWritten(field) ? `${field.name} ${timesSent}` : field.name}
          field={field}
          place={placeOf(field.name)}
          error={errorOf(wrong, field.name)}
          last={lastTexts.get(keyOf(submit, field.name))}
        />
      ))}
      <Alert>{message}</Alert>
      <div className={ends ? 'actions ends' : 'actions'}>
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
        {children}
      </div>
    </Form>
  );
}

/** What a text was for: the same field of the same act. */
const keyOf = (submit: string, name: string) => `${submit}: ${name}`;

/** Whether the field is a text that begins empty. */
const isWritten = (field: ActField) => field.kind === 'words' && !field.start;

/** Edits of an existing text aren't kept, because the other fields with them would be missing. */
const noDrafts: TextKeeper = { read: () => '', write: () => {} };

interface ControlProps {
  readonly field: ActField;
  /** Where its draft is kept. */
  readonly place: string;
  readonly error: string | undefined;
  /** What was last sent with this field. */
  readonly last: string | undefined;
}

function ActControl({ field, place, error, last = '' }: ControlProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const start = field.kind === 'words' ? field.start : '';
  const [text, setText] = useKeptText(isWritten(field) ? drafts : noDrafts, place, start);
  const { length } = text.trim();
  if (field.kind === 'check')
    return (
      <label className="check">
        <input type="checkbox" name={field.name} value="yes" />
        <span>{field.label}</span>
      </label>
    );
  const hint =
    field.kind === 'words'
      ? `${field.hint} ${limitWords(field.min, field.max)}${length > 0 ? ` ${formatNumber(length)} so far.` : ''}`
      : field.hint;
  function fillAgain() {
    setText(last);
    area.current?.focus();
  }
  return (
    <>
      <Field label={field.label} error={error} hint={hint}>
        {(control) => inputOf(field, control, { area, text, setText })}
      </Field>
      {field.kind === 'words' && last !== '' && length === 0 && (
        <div>
          <Button quiet small onPress={fillAgain}>
            Use your last text
          </Button>
        </div>
      )}
    </>
  );
}

function inputOf(
  field: Exclude<ActField, { kind: 'check' }>,
  control: FieldControl,
  words: {
    readonly area: RefObject<HTMLTextAreaElement | null>;
    readonly text: string;
    readonly setText: (text: string) => void;
  },
): ReactNode {
  const { name } = field;
  if (field.kind === 'words')
    return (
      <textarea
        {...control}
        ref={words.area}
        name={name}
        rows={field.rows ?? 3}
        value={words.text}
        onChange={(event) => words.setText(event.currentTarget.value)}
      />
    );
  if (field.kind === 'choice')
    return (
      <select {...control} name={name} defaultValue={field.start}>
        {field.choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    );
  if (field.kind === 'file')
    return <input {...control} type="file" name={name} accept=".csv,.txt,text/csv,text/plain" />;
  return (
    <input
      {...control}
      type={field.type ?? 'text'}
      name={name}
      maxLength={field.max}
      autoComplete="off"
      defaultValue={field.start}
    />
  );
}

const limitWords = (min: number, max: number): string =>
  min === 0 ? `At most ${formatNumber(max)} characters.` : `${min} to ${formatNumber(max)} characters.`;
