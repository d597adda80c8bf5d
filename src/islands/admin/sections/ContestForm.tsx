import type { OperatorContest } from '../../../lib/contract/draws/operator-contests.ts';
import { MAX_PRIZES } from '../../../lib/contract/operator-limits.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { saveContest } from '../contests-store.ts';
import { ActForm } from '../parts/ActForm.tsx';
import type { ActField, ActValues } from '../parts/act-fields.ts';
import { useShowMessage } from '../parts/MessageFrame.tsx';

/** Announces a contest. */
export function NewContest() {
  return (
    <div className="admin-item">
      <p className="muted">
        Players see it right away, with the hash of its seed. You can change it until it starts.
      </p>
      <ContestForm />
    </div>
  );
}

/** The form for a new contest, or for one that hasn't begun. */
export function ContestForm({ contest }: { readonly contest?: OperatorContest }) {
  const showMessage = useShowMessage();
  return (
    <ActForm
      fields={fieldsFor(contest)}
      submit={contest ? 'Save changes' : 'Announce'}
      send={(values) => saveContest(contest?.id ?? null, formOf(values))}
      onDone={({ contest: saved }) => {
        if (!saved)
          showMessage(
            'Proposed: that’s more than you can pay alone in a day. Another operator has to approve it.',
            hrefs.operator('contests'),
          );
        else if (contest) showMessage(`Saved “${saved.name}”.`);
        else showMessage(`Announced “${saved.name}”.`, hrefs.operator('contests', saved.id));
      }}
    />
  );
}

const fieldsFor = (contest: OperatorContest | undefined): readonly ActField[] => [
  {
    kind: 'line',
    name: 'name',
    label: 'Name',
    hint: '3 to 80 characters.',
    max: 80,
    start: contest?.name ?? '',
    needed: 'Please enter a name.',
  },
  {
    kind: 'line',
    name: 'game',
    label: 'Game',
    hint: '2 to 60 characters.',
    max: 60,
    start: contest?.game ?? '',
    needed: 'Please enter the game.',
  },
  {
    kind: 'words',
    name: 'summary',
    label: 'Summary',
    hint: 'What’s it about? One or two sentences.',
    min: 20,
    max: 300,
    start: contest?.summary ?? '',
  },
  {
    kind: 'words',
    name: 'rules',
    label: 'Rules',
    hint: 'One per line, up to 12, each 5 to 300 characters.',
    min: 5,
    max: 3700,
    rows: 5,
    start: contest?.rules.join('\n') ?? '',
  },
  {
    kind: 'words',
    name: 'prizes',
    label: 'Prizes in points',
    hint: `One per line, first place first, up to ${MAX_PRIZES}.`,
    min: 1,
    max: 200,
    rows: 3,
    start: contest?.prizes.join('\n') ?? '',
    needed: 'Please enter at least one prize.',
  },
  {
    kind: 'line',
    name: 'starts_at',
    label: 'Starts (UTC)',
    type: 'datetime-local',
    max: 16,
    start: contest?.starts_at.slice(0, 16) ?? '',
    needed: 'Please choose when it starts.',
  },
  {
    kind: 'line',
    name: 'ends_at',
    label: 'Ends (UTC)',
    type: 'datetime-local',
    max: 16,
    start: contest?.ends_at.slice(0, 16) ?? '',
    needed: 'Please choose when it ends.',
  },
];

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function formOf(values: ActValues) {
  return {
    name: values.text('name'),
    game: values.text('game'),
    summary: values.text('summary'),
    rules: linesOf(values.text('rules')),
    // The contract rejects anything that isn't a number, with its own message.
    prizes: linesOf(values.text('prizes')).map((line) => Number(line.replace(/[,\s]/g, ''))),
    starts_at: utcOf(values.text('starts_at')),
    ends_at: utcOf(values.text('ends_at')),
  };
}

/** '2026-12-01T12:00' → '2026-12-01T12:00:00.000Z' */
const utcOf = (local: string): string => (local === '' ? '' : `${local.slice(0, 16)}:00.000Z`);
