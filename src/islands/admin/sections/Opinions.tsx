import { OPINION_SUBJECTS, OPINION_VIEWS } from '../../../lib/contract/operator-limits.ts';
import type { ModeratedOpinion } from '../../../lib/contract/opinions/operator-opinions.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Time } from '../../shared/Time.tsx';
import { opinions } from '../opinions-store.ts';
import { choice } from '../parts/filters.ts';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { Player } from '../parts/words.tsx';

const viewWords = { waiting: 'Waiting', newest: 'All, newest first', hidden: 'Hidden' } as const;
const subjectWords = { all: 'Everything', reward: 'Rewards', game: 'Games', article: 'Articles' } as const;

const filters = [
  choice('show', 'Show', OPINION_VIEWS, viewWords),
  choice('subject', 'On', OPINION_SUBJECTS, subjectWords),
  { kind: 'text', name: 'user_id', label: 'Player ID' },
] as const;

const columns: Columns<ModeratedOpinion> = [
  { head: 'Text', kind: 'words', cell: ({ opinion }) => <span className="clip">{opinion}</span> },
  { head: 'Player', bare: true, cell: ({ user }) => <Player user={user} /> },
  { head: 'On', kind: 'words', cell: ({ subject_name }) => subject_name, small: ({ subject }) => subject },
  { head: 'Written', bare: true, cell: ({ created_at }) => <Time at={created_at} /> },
  { head: 'Status', bare: true, cell: (one) => <OpinionStatus of={one} /> },
];

/** Whether the text is visible to others, and why it needs a review. */
export function OpinionStatus({ of }: { readonly of: ModeratedOpinion }) {
  const { hidden_at, waits_since, reports } = of;
  const hidden = hidden_at !== null;
  const why = hidden ? 'edited since' : reports === 1 ? '1 report' : `${reports} reports`;
  return (
    <>
      <span className={`state ${hidden ? 'bad' : waits_since === null ? 'ok' : 'pending'}`}>
        {hidden ? 'hidden' : waits_since === null ? 'shown' : 'reported'}
      </span>{' '}
      {waits_since !== null && (
        <small>
          {why}, <Waited since={waits_since} />
        </small>
      )}
    </>
  );
}

/** Opinions on rewards and games, and comments on articles. */
export function Opinions() {
  return (
    <ListFrame
      nouns={['text', 'texts']}
      source={opinions}
      filters={filters}
      columns={columns}
      hrefOf={({ id }) => hrefs.operator('opinions', id)}
      nothing={{
        title: 'Nothing to review',
        text: 'Reported reviews and comments show up here, and hidden ones once the player has edited them. Use “Show” to see everything.',
      }}
    />
  );
}
