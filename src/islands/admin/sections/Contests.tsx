import type { OperatorContest } from '../../../lib/contract/draws/operator-contests.ts';
import { OPERATOR_CONTEST_VIEWS } from '../../../lib/contract/operator-limits.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Facts } from '../../shared/Facts.tsx';
import { Time } from '../../shared/Time.tsx';
import {
  type ContestEntry,
  callOff,
  contest as contestSource,
  contests,
  entries,
} from '../contests-store.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Head } from '../parts/DetailFrame.tsx';
import { choice } from '../parts/filters.ts';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { Player, reasonField } from '../parts/words.tsx';
import { ContestForm } from './ContestForm.tsx';
import { ContestProposals } from './ContestProposals.tsx';
import { Rules, sumOf, termsOf } from './contest-terms.tsx';

const stateWords = {
  all: 'All',
  coming: 'Coming',
  open: 'Open',
  ended: 'Ended',
  called_off: 'Cancelled',
} as const;
const tones = { coming: 'info', open: 'ok', ended: 'off', called_off: 'bad' } as const;

const filters = [choice('state', 'Status', OPERATOR_CONTEST_VIEWS, stateWords)] as const;

const columns: Columns<OperatorContest> = [
  { head: 'Giveaway', kind: 'words', cell: ({ name }) => name, small: ({ id, game }) => `${id}, ${game}` },
  { head: 'Status', aside: true, bare: true, cell: (contest) => <Badge contest={contest} /> },
  { head: 'Starts', cell: ({ starts_at }) => <Time at={starts_at} /> },
  { head: 'Ends', cell: ({ ends_at }) => <Time at={ends_at} /> },
  { head: 'Entries', kind: 'figure', cell: ({ entries: count }) => formatPoints(count) },
  {
    head: 'Prizes',
    kind: 'figure',
    cell: ({ prizes }) => <span className="pts">{formatPoints(sumOf(prizes))}</span>,
  },
  { head: 'Next', bare: true, cell: nextStep },
];

function nextStep({ state, from_catalogue, drawn_at }: OperatorContest): string {
  if (state === 'coming') return from_catalogue ? 'Edit its file' : 'Edit';
  if (state === 'ended' && drawn_at === null) return 'Drawn automatically';
  return '';
}

const Badge = ({ contest: { state } }: { readonly contest: OperatorContest }) => (
  <span className={`state ${tones[state]}`}>{stateWords[state].toLowerCase()}</span>
);

export function Contests() {
  return (
    <>
      <div className="lead">
        <Link to={hrefs.operator('contests', 'new')} className="button small">
          Announce a giveaway
        </Link>
      </div>
      <ContestProposals />
      <ListFrame
        nouns={['giveaway', 'giveaways']}
        source={contests}
        filters={filters}
        columns={columns}
        hrefOf={({ id }) => hrefs.operator('contests', id)}
        nothing={{ title: 'No giveaways', text: 'Announce one, or add a file to the catalog.' }}
      />
    </>
  );
}

/** A contest: its terms, its entries, and the possible actions. */
export function Contest({ id }: { readonly id: number }) {
  return (
    <DetailFrame source={contestSource} ask={id} noun={`giveaway ${id}`}>
      {(contest) => (
        <>
          <Head title={contest.name}>
            <Badge contest={contest} />
          </Head>
          <Facts
            of={[
              ...termsOf(contest),
              ['Source', contest.from_catalogue ? 'catalog file' : 'an operator'],
              ['Drawn', contest.drawn_at && exactTime(contest.drawn_at)],
              [
                'Cancelled',
                contest.called_off_at &&
                  `${exactTime(contest.called_off_at)}: ${contest.called_off_for ?? ''}`,
              ],
              ['Seed hash', <code key="hash">{contest.seed_hash}</code>, 'wide'],
              ['Seed', contest.seed && <code key="seed">{contest.seed}</code>, 'wide'],
            ]}
          />
          <section aria-labelledby="rules">
            <h2 id="rules">Rules</h2>
            <Rules of={contest} />
          </section>
          <ContestActs contest={contest} />
          <section aria-labelledby="entries">
            <h2 id="entries">Entries</h2>
            <ListFrame
              nouns={['entry', 'entries']}
              source={entries}
              about={['contest', String(id)]}
              columns={entryColumns}
              keyOf={({ number }) => number}
              nothing={{ title: 'No entries yet', text: 'Entries show up here in order.' }}
            />
          </section>
          {contest.state === 'coming' && !contest.from_catalogue && (
            <details className="change">
              <summary>Edit this giveaway</summary>
              <p className="muted">You can change it until it starts. Players see changes right away.</p>
              <ContestForm contest={contest} />
            </details>
          )}
        </>
      )}
    </DetailFrame>
  );
}

const entryColumns: Columns<ContestEntry> = [
  { head: 'Entry', cell: ({ number }) => number },
  { head: 'Player', bare: true, cell: ({ user }) => <Player user={user} /> },
  { head: 'Seed', kind: 'words', cell: ({ seed }) => <code>{seed}</code> },
  { head: 'Entered', cell: ({ entered_at }) => <Time at={entered_at} /> },
  {
    head: 'Won',
    kind: 'figure',
    cell: ({ place, points }) =>
      place === null ? null : (
        <>
          {place}. <span className="pts">{formatPoints(points ?? 0)}</span>
        </>
      ),
  },
];

function ContestActs({
  contest: { id, name, state, drawn_at, entries: count },
}: {
  readonly contest: OperatorContest;
}) {
  if (drawn_at !== null || state === 'called_off') return null;
  const readers = count === 1 ? 'the player who entered can see' : `the ${count} players who entered can see`;
  return (
    <Acts>
      <ActButton
        ends
        label="Cancel giveaway"
        of={name}
        title={`Cancel “${name}”?`}
        says={`Nobody wins, and ${readers} why. You can’t undo this.`}
        fields={[reasonField('Everyone who entered sees exactly this text, and we keep it in the log.')]}
        send={(values) => callOff(id, values.text('reason'))}
        doneMessage={() => `Cancelled “${name}”.`}
      />
    </Acts>
  );
}
