import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { SocialTask } from '../../lib/contract/social/social.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { isOutside, site } from '../../lib/site.ts';
import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { Field } from '../shared/Field.tsx';
import { Form } from '../shared/Form.tsx';
import { Points } from '../shared/Points.tsx';
import { Time } from '../shared/Time.tsx';
import { useFocusHandover } from '../shared/use-focus-handover.ts';
import { $submitting, submitProof } from './store.ts';

/** An open task has none: its form says so. */
const badges: Readonly<
  Record<Exclude<SocialTask['state'], 'open'>, { readonly tone: string; readonly words: string }>
> = {
  waiting: { tone: 'pending', words: 'submitted' },
  confirmed: { tone: 'ok', words: 'approved' },
  refused: { tone: 'bad', words: 'not approved' },
};

/** Returns the address of our page on a network. Undefined if there is none. */
const pageOf = (network: string) =>
  site.social.find(({ name, url }) => name === network && isOutside(url))?.url;

/** Whether proof of it can be submitted that isn't there yet. */
export const isToDo = ({ state, tries_left: tries }: SocialTask): boolean =>
  state === 'open' || (state === 'refused' && tries > 0);

/** What opens the form. */
const openWords: Partial<Record<SocialTask['state'], string>> = {
  open: 'I’ve done this',
  waiting: 'Submit a different one',
  refused: 'Try again',
};

interface Props {
  readonly task: SocialTask;
  /** Whether its form is open and has the page's primary button. */
  readonly primary: boolean;
  readonly onOpen: () => void;
  readonly onDone: () => void;
}

/** A task: what to do, what it pays, its state, and the proof. */
export function TaskCard({ task, primary, onOpen, onDone }: Props) {
  const { id, network, name, steps, points, state, last_proof } = task;
  const badge = state === 'open' ? undefined : badges[state];
  const url = pageOf(network);
  const [isOpen, setOpen] = useState(primary);
  // A form that was open stays so, because something may be written in it.
  if (primary && !isOpen) setOpen(true);
  const card = useRef<HTMLLIElement>(null);
  // Moves the focus from the button to the form's field, and from the form to the submitted proof.
  const find = (what: string) => card.current?.querySelector<HTMLElement>(what);
  const place = useFocusHandover(() => find('input') ?? find('.notice'));
  const canSubmit = isToDo(task) || state === 'waiting';
  return (
    <li ref={card} className="social-task" aria-labelledby={`task-${id}`}>
      <div className="social-head">
        <span className="label">{network}</span>
        {badge && <span className={`state ${badge.tone}`}>{badge.words}</span>}
      </div>
      <h2 id={`task-${id}`}>{name}</h2>
      <p>
        <Points points={points} />
      </p>
      {state !== 'confirmed' && (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {url !== undefined && state !== 'confirmed' && (
        <p>
          <a href={url} rel="noopener noreferrer" target="_blank">
            Our page on {network}
            <span className="unseen"> (opens in a new tab)</span>
          </a>
        </p>
      )}
      {last_proof && <ProofStatus task={task} proof={last_proof} />}
      {canSubmit && (
        // Two elements, so that the focus moves from one to the other.
        <div key={isOpen ? 'form' : 'button'} ref={place} className={isOpen ? 'form' : undefined}>
          {isOpen ? (
            <ProofForm
              task={task}
              primary={primary}
              onDone={() => {
                setOpen(false);
                onDone();
              }}
            />
          ) : (
            <Button
              quiet
              small
              onPress={() => {
                setOpen(true);
                onOpen();
              }}
            >
              {openWords[state]}
              <span className="unseen">: {name}</span>
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function ProofStatus({
  task: { state, points, tries_left },
  proof,
}: {
  readonly task: SocialTask;
  readonly proof: NonNullable<SocialTask['last_proof']>;
}) {
  const submitted = (
    <>
      You submitted <b className="proof-of-task">{proof.proof}</b> <Time at={proof.submitted_at} />.
    </>
  );
  if (state === 'waiting')
    return (
      <div className="notice" tabIndex={-1}>
        <p>{submitted}</p>
        <p>
          We’re checking it. Once it’s approved, you get {formatPoints(points)} points. If not, we’ll tell you
          why.
        </p>
      </div>
    );
  if (state === 'confirmed')
    return (
      <div className="notice ok" tabIndex={-1}>
        <p>
          {submitted} Approved {proof.decided_at !== null && <Time at={proof.decided_at} />}: you earned{' '}
          {formatPoints(points)} points.
        </p>
        {proof.reason !== null && <p className="muted">{proof.reason}</p>}
      </div>
    );
  return (
    <div className="notice bad" tabIndex={-1}>
      <p>{submitted}</p>
      <p>
        <b>Why we didn’t approve it:</b> {proof.reason}
      </p>
      <p>
        {tries_left > 0
          ? `You can submit it ${tries_left === 1 ? 'one more time' : `${tries_left} more times`}.`
          : 'You have no tries left. If you think this is wrong, contact support.'}
      </p>
    </div>
  );
}

type FormProps = Pick<Props, 'task' | 'primary' | 'onDone'>;

function ProofForm({ task, primary, onDone }: FormProps) {
  const submitting = useStore($submitting, { ssr: 'initial' })[task.id];
  const [proof, setProof] = useState('');
  const refused = submitting?.state === 'refused' ? submitting : undefined;

  async function send() {
    if (await submitProof(task.id, proof)) {
      setProof('');
      onDone();
    }
  }

  return (
    <Form wrong={refused} className="form" onSubmit={send} aria-labelledby={`task-${task.id}`}>
      <Field label={task.proof.label} hint={task.proof.hint} error={refused?.field}>
        {(control) => (
          <input
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={proof}
            onChange={(event) => setProof(event.target.value)}
          />
        )}
      </Field>
      <Alert>{refused?.message}</Alert>
      <div className="actions">
        <Button type="submit" quiet={!primary} small busy={submitting?.state === 'sending'}>
          Submit
        </Button>
        {task.state === 'waiting' && (
          <Button quiet small onPress={onDone}>
            Keep my first one
          </Button>
        )}
      </div>
    </Form>
  );
}
