import { useEffect } from 'react';
import type { Reconciliation as Comparison } from '../../../lib/contract/offers/operator-partners.ts';
import { MAX_REPORT_LINES, RECONCILED_AS } from '../../../lib/contract/operator-limits.ts';
import { exactTime, longDate } from '../../../lib/format/dates.ts';
import { formatChange, formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Facts } from '../../shared/Facts.tsx';
import { Points } from '../../shared/Points.tsx';
import { Time } from '../../shared/Time.tsx';
import {
  lines,
  partners,
  type ReconciledLine,
  reconcile,
  reconciliation,
  reconciliations,
} from '../partners-store.ts';
import { ActForm } from '../parts/ActForm.tsx';
import { DetailFrame, Head, Loaded } from '../parts/DetailFrame.tsx';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { useShowMessage } from '../parts/MessageFrame.tsx';
import { csvField } from './Codes.tsx';

const asWords: Readonly<Record<(typeof RECONCILED_AS)[number], string>> = {
  matched: 'matches',
  missing_here: 'only in theirs',
  missing_there: 'only in ours',
  different: 'different points',
};
const tones = { matched: 'ok', missing_here: 'bad', missing_there: 'bad', different: 'bad' } as const;

const filters = [{ kind: 'text', name: 'partner', label: 'Partner', placeholder: 'demo' }] as const;

const differencesIn = (one: Comparison): number => one.missing_here + one.missing_there + one.different;

const columns: Columns<Comparison> = [
  { head: 'Day', kind: 'words', cell: ({ partner }) => partner.name, small: ({ day }) => longDate(day) },
  { head: 'Matching', kind: 'figure', cell: ({ matched }) => formatPoints(matched) },
  {
    head: 'Different',
    kind: 'figure',
    cell: (one) => (
      <span className={`state ${differencesIn(one) === 0 ? 'ok' : 'bad'}`}>{differencesIn(one)}</span>
    ),
  },
  { head: 'Ours', kind: 'figure', cell: ({ points_here }) => <Points points={points_here} change /> },
  { head: 'Theirs', kind: 'figure', cell: ({ points_there }) => <Points points={points_there} change /> },
  { head: 'Compared by', cell: ({ by }) => by.name, small: ({ made_at }) => <Time at={made_at} /> },
  {
    head: 'Next',
    bare: true,
    cell: (one) => (differencesIn(one) === 0 ? '' : 'Check the differences and ask the partner'),
  },
];

/** The reconciliations: days whose reports were compared with the partner's own file. */
export function Reconciliations() {
  return (
    <>
      <div className="lead">
        <Link to={hrefs.operator('reconciliation', 'new')} className="button small">
          Compare a day
        </Link>
      </div>
      <ListFrame
        nouns={['comparison', 'comparisons']}
        source={reconciliations}
        filters={filters}
        columns={columns}
        hrefOf={({ id }) => hrefs.operator('reconciliation', id)}
        nothing={{
          title: 'No comparisons yet',
          text: 'Ask a partner for its report for a day as CSV, and compare it with ours.',
        }}
      />
    </>
  );
}

const lineFilters = [
  {
    kind: 'choice',
    name: 'as',
    label: 'Show',
    choices: [['all', 'Everything'] as const, ...RECONCILED_AS.map((as) => [as, asWords[as]] as const)],
  },
] as const;

const lineColumns: Columns<ReconciledLine> = [
  {
    head: 'Transaction',
    kind: 'words',
    cell: ({ transaction }) => <code>{transaction}</code>,
    small: ({ kind }) => kind,
  },
  {
    head: 'Result',
    bare: true,
    cell: ({ as }) => <span className={`state ${tones[as]}`}>{asWords[as]}</span>,
    small: ({ as, other_day: day }) =>
      day &&
      (as === 'missing_here' ? `we received it on ${longDate(day)}` : `in their report of ${longDate(day)}`),
  },
  { head: 'Ours', kind: 'figure', cell: ({ points_here }) => sideOf(points_here) },
  { head: 'Theirs', kind: 'figure', cell: ({ points_there }) => sideOf(points_there) },
];

const sideOf = (points: number | null) =>
  points === null ? <small>not there</small> : <Points points={points} change />;

/** One reconciliation, line by line. */
export function Reconciliation({ id }: { readonly id: number }) {
  return (
    <DetailFrame source={reconciliation} ask={id} noun={`comparison ${id}`}>
      {(one) => (
        <>
          <Head
            title={
              <>
                {one.partner.name}, {longDate(one.day)}
              </>
            }
          >
            <span className={`state ${differencesIn(one) === 0 ? 'ok' : 'bad'}`}>
              {differencesIn(one) === 0 ? 'no differences' : `${differencesIn(one)} different`}
            </span>
          </Head>
          <Facts
            of={[
              ['Compared', `${exactTime(one.made_at)} by ${one.by.name}`],
              ['Matching', one.matched],
              ['Only in theirs', one.missing_here],
              ['Only in ours', one.missing_there],
              ['Different points', one.different],
              ['Points, ours', formatChange(one.points_here)],
              ['Points, theirs', formatChange(one.points_there)],
            ]}
          />
          <section aria-labelledby="lines">
            <h2 id="lines">Line by line</h2>
            <ListFrame
              nouns={['line', 'lines']}
              source={lines}
              about={['reconciliation', String(id)]}
              filters={lineFilters}
              columns={lineColumns}
              keyOf={({ transaction, kind }) => `${transaction} ${kind}`}
              nothing={{
                title: 'No lines on either side',
                text: 'Both the partner’s file and our day are empty.',
              }}
            />
          </section>
        </>
      )}
    </DetailFrame>
  );
}

/** Uploads a partner's file for a day, to compare it with our records. */
export function Compare() {
  useEffect(() => void partners.load('all'), []);
  const showMessage = useShowMessage();
  return (
    <div className="admin-item">
      <p className="muted">
        A CSV file whose first line names its columns: <code>transaction</code>, <code>points</code> (whole,
        below zero for a reversal) and, if it has one, <code>kind</code> (credit, milestone or reversal). At
        most {formatPoints(MAX_REPORT_LINES)} lines, all of the day in one file. Comparing doesn’t move any
        points.
      </p>
      <pre className="example">{'transaction,points,kind\ntx-1041,1200,credit\ntx-0988,-300,reversal'}</pre>
      <Loaded source={partners} noun="the partners">
        {(all) => (
          <ActForm
            fields={[
              {
                kind: 'choice',
                name: 'partner',
                label: 'Partner',
                choices: all.map(({ id, name }) => [id, name] as const),
              },
              {
                kind: 'line',
                name: 'day',
                label: 'Day (UTC)',
                hint: 'By the time we received the reports.',
                type: 'date',
                max: 10,
                needed: 'Please choose a day.',
              },
              csvField,
            ]}
            submit="Compare"
            send={(values) => reconcile(values.text('partner'), values.text('day'), values.file('csv'))}
            onDone={({ reconciliation: made }) =>
              showMessage(
                differencesIn(made) === 0
                  ? 'Both sides match.'
                  : differencesIn(made) === 1
                    ? '1 line is different.'
                    : `${differencesIn(made)} lines are different.`,
                hrefs.operator('reconciliation', made.id),
              )
            }
          />
        )}
      </Loaded>
    </div>
  );
}
