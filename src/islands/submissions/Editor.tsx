import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  MAX_ARTICLE_BODY,
  MAX_ARTICLE_SUMMARY,
  MAX_ARTICLE_TITLE,
  MIN_ARTICLE_BODY,
  MIN_ARTICLE_SUMMARY,
  MIN_ARTICLE_TITLE,
  SUBMISSION_TYPES,
} from '../../lib/contract/limits.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { Button } from '../shared/Button.tsx';
import { Field, focusFirstError } from '../shared/Field.tsx';
import { Conflict } from './Conflict.tsx';
import { Deleting } from './Deleting.tsx';
import { $act } from './draft-acts-store.ts';
import { changeDraft, type Open } from './draft-store.ts';
import { GameField } from './GameField.tsx';
import { Preview } from './Preview.tsx';
import { Saved } from './Saved.tsx';
import { SubmitDialog } from './SubmitDialog.tsx';

const typeWords = {
  guide: 'Guide: how to do something',
  review: 'Review: what you think of a game',
} as const;
const isType = (given: string): given is Open['draft']['type'] =>
  SUBMISSION_TYPES.some((type) => type === given);

const characters = (count: number) => `${formatPoints(count)} ${count === 1 ? 'character' : 'characters'}`;

/** Returns "120 of 200 characters", or how many are missing or too many. */
function lengthWords(text: string, min: number, max: number): string {
  const { length } = text.trim();
  if (text.length > max) return `${characters(text.length - max)} too many`;
  if (length < min) return `${characters(min - length)} to go`;
  return `${formatPoints(length)} of ${formatPoints(max)} characters`;
}

type Asking = 'nothing' | 'submit' | 'delete';

/** The editor. Text is stored in the browser immediately, and saved on the server a moment later. */
export function Editor({ editing }: { readonly editing: Open }) {
  const { draft, saving, submission } = editing;
  const act = useStore($act, { ssr: 'initial' });
  const form = useRef<HTMLFormElement>(null);
  const [asking, setAsking] = useState<Asking>('nothing');
  const [previewed, setPreviewed] = useState(false);
  const ofSaving = saving.state === 'refused' ? saving.fields : {};
  const ofAct = act.state === 'refused' ? act.fields : {};
  const errors = { ...ofAct, ...ofSaving };

  useEffect(() => {
    if (act.state === 'refused') {
      setAsking('nothing');
      if (act.fields.body !== undefined) setPreviewed(false);
    }
  }, [act]);
  useEffect(() => {
    // Only after the dialog has returned the focus.
    if (act.state === 'refused' && asking === 'nothing') focusFirstError(form.current);
  }, [act, asking]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAsking('submit');
  }

  return (
    <div className="draft">
      {submission?.reason && (submission.state === 'refused' || submission.state === 'draft') && (
        <div className="notice bad">
          <p>
            <b>Why we didn’t accept it:</b> {submission.reason}
          </p>
          <p>Fix it, then submit it again.</p>
        </div>
      )}
      <Conflict saving={saving} draft={draft} />
      <form ref={form} className="form" onSubmit={submit} noValidate aria-label="Your article">
        <Field
          label="Title"
          hint={lengthWords(draft.title, MIN_ARTICLE_TITLE, MAX_ARTICLE_TITLE)}
          error={errors.title}
        >
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              value={draft.title}
              onChange={(event) => changeDraft({ title: event.target.value })}
            />
          )}
        </Field>
        <div className="draft-pair">
          <Field label="Type" error={errors.type}>
            {(control) => (
              <select
                {...control}
                value={draft.type}
                onChange={({ target }) => isType(target.value) && changeDraft({ type: target.value })}
              >
                {SUBMISSION_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {typeWords[type]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <GameField
            id={draft.game_id}
            error={errors.game_id}
            onChange={(game_id) => changeDraft({ game_id })}
          />
        </div>
        <Field
          label="Summary"
          hint={`What will readers learn? One or two sentences. ${lengthWords(draft.summary, MIN_ARTICLE_SUMMARY, MAX_ARTICLE_SUMMARY)}.`}
          error={errors.summary}
        >
          {(control) => (
            <textarea
              {...control}
              rows={2}
              value={draft.summary}
              onChange={(event) => changeDraft({ summary: event.target.value })}
            />
          )}
        </Field>
        <div>
          <fieldset className="chips draft-sides">
            <legend className="unseen">Editor view</legend>
            <button
              type="button"
              className="chip"
              aria-pressed={!previewed}
              onClick={() => setPreviewed(false)}
            >
              Write
            </button>
            <button
              type="button"
              className="chip"
              aria-pressed={previewed}
              onClick={() => setPreviewed(true)}
            >
              Preview
            </button>
          </fieldset>
          {previewed ? (
            <Preview body={draft.body} />
          ) : (
            <Field
              label="Text (Markdown)"
              hint={
                <>
                  <code>## Heading</code>, <code>**bold**</code>, <code>- list</code>,{' '}
                  <code>[words](https://…)</code>.{' '}
                  {lengthWords(draft.body, MIN_ARTICLE_BODY, MAX_ARTICLE_BODY)}.
                </>
              }
              error={errors.body}
            >
              {(control) => (
                <textarea
                  {...control}
                  className="input draft-body"
                  rows={18}
                  value={draft.body}
                  onChange={(event) => changeDraft({ body: event.target.value })}
                />
              )}
            </Field>
          )}
        </div>
        {act.state === 'refused' && (
          <p className="notice bad" role="alert">
            {Object.keys(act.fields).length > 0
              ? 'Not submitted yet. Please fix the marked fields.'
              : act.reason}
          </p>
        )}
        <Saved saving={saving} isNew={editing.version === 0} />
        <div className="actions">
          <Button type="submit" busy={act.state === 'working'}>
            Submit
          </Button>
          <Button quiet onPress={() => setAsking('delete')}>
            Delete
          </Button>
        </div>
      </form>
      <SubmitDialog open={asking === 'submit'} draft={draft} onClose={() => setAsking('nothing')} />
      <Deleting open={asking === 'delete'} title={draft.title} onClose={() => setAsking('nothing')} />
    </div>
  );
}
