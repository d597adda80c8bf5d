import { useEffect } from 'react';
import type { OperatorPartner } from '../../../lib/contract/offers/operator-partners.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatChange, formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Empty } from '../../shared/Empty.tsx';
import { Facts } from '../../shared/Facts.tsx';
import { Points } from '../../shared/Points.tsx';
import { Time } from '../../shared/Time.tsx';
import { type PartnerReport, partners, reports } from '../partners-store.ts';
import { DetailFrame, Head, Loaded } from '../parts/DetailFrame.tsx';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame, Table } from '../parts/ListFrame.tsx';
import { Player } from '../parts/words.tsx';
import { PartnerActs } from './PartnerActs.tsx';

const columns: Columns<OperatorPartner> = [
  {
    head: 'Partner',
    kind: 'words',
    cell: ({ name }) => name,
    small: ({ id, demo }) => (demo ? `${id}, a demo` : id),
  },
  { head: 'Status', aside: true, bare: true, cell: (partner) => <PartnerState partner={partner} /> },
  { head: 'Offers', kind: 'figure', cell: ({ offers }) => offers },
  { head: 'Keys', kind: 'figure', cell: ({ keys }) => keys.length },
  { head: 'Last report', cell: ({ last_report_at }) => <Time at={last_report_at} /> },
  { head: 'Reports, 30 days', kind: 'figure', cell: (one) => formatPoints(one.reports_30_days) },
  { head: 'Points, 30 days', kind: 'figure', cell: (one) => <Points points={one.points_30_days} change /> },
  { head: 'Next', bare: true, cell: nextStep },
];

function nextStep({ keys, enabled, listed, key_proposed_by, rejected_reports }: OperatorPartner): string {
  if (!listed)
    return enabled && keys.length > 0
      ? 'No longer in the catalog. Turn it off once its started offers have ended'
      : 'No longer in the catalog';
  if (key_proposed_by) return 'A second operator has to create the proposed key';
  if (keys.length === 0) return 'Create a key: we’re rejecting its reports';
  if (!enabled) return 'Turn it on again once it’s fixed';
  if (rejected_reports > 0) return 'Look at its rejected reports';
  return keys.length > 1 ? 'End the old key once it’s unused' : '';
}

const PartnerState = ({ partner: { enabled, listed } }: { readonly partner: OperatorPartner }) => (
  <span className={`state ${enabled && listed ? 'ok' : 'off'}`}>
    {enabled ? (listed ? 'on' : 'not listed') : 'switched off'}
  </span>
);

export function Partners() {
  useEffect(() => void partners.load('all'), []);
  return (
    <Loaded source={partners} noun="the partners">
      {(all) =>
        all.length === 0 ? (
          <Empty level={2} title="No partners">
            <p>Partners are files in the catalog. They show up here once the server has read them.</p>
          </Empty>
        ) : (
          <Table
            label="partners"
            rows={all}
            columns={columns}
            hrefOf={({ id }) => hrefs.operator('partners', id)}
          />
        )
      }
    </Loaded>
  );
}

/** A partner: its keys, its state, and its reports. */
export function Partner({ id }: { readonly id: string }) {
  return (
    <DetailFrame source={partners} ask="all" noun="partners">
      {(all) => {
        const partner = all.find((one) => one.id === id);
        return partner ? (
          <Known partner={partner} />
        ) : (
          <Empty level={2} title={`We can’t find partner “${id}”`}>
            <p>Check the name.</p>
            <Link to={hrefs.operator('partners')} className="button quiet small">
              View all partners
            </Link>
          </Empty>
        );
      }}
    </DetailFrame>
  );
}

function Known({ partner }: { readonly partner: OperatorPartner }) {
  const { id, name, keys } = partner;
  return (
    <>
      <Head title={name}>
        <PartnerState partner={partner} />
      </Head>
      <Facts
        of={[
          ['Reports to', <code key="address">/postback/{id}</code>],
          ['Offers', partner.offers],
          [
            'Keys',
            keys.length === 0
              ? 'none: we reject its reports'
              : keys
                  .map(({ number, created_at }) => `${number}, created ${exactTime(created_at)}`)
                  .join('; '),
          ],
          ['New key proposed by', partner.key_proposed_by?.name],
          ['Last report', partner.last_report_at && exactTime(partner.last_report_at)],
          [
            'In 30 days',
            `${formatPoints(partner.reports_30_days)} reports, ${formatChange(partner.points_30_days)} pts`,
          ],
          [
            'Rejected',
            partner.rejected_reports > 0 && (
              <Link key="rejected" to={`${hrefs.operator('rejected')}?partner=${id}`}>
                {formatPoints(partner.rejected_reports)} reports
              </Link>
            ),
          ],
        ]}
      />
      <PartnerActs partner={partner} />
      <section aria-labelledby="reports">
        <h2 id="reports">Reports</h2>
        <ListFrame
          nouns={['report', 'reports']}
          source={reports}
          about={['partner', id]}
          filters={reportFilters}
          columns={reportColumns}
          nothing={{
            title: 'No reports yet',
            text: 'Reports with a valid signature appear here.',
          }}
        />
      </section>
    </>
  );
}

const outcomeWords: Readonly<Record<PartnerReport['outcome'], string>> = {
  credited: 'credited',
  noted: 'noted',
  late: 'too late',
  repeated: 'already paid',
  reversed: 'reversed',
  waiting: 'waits for its credit',
  empty: 'reversed nothing',
};

const reportFilters = [
  {
    kind: 'choice',
    name: 'outcome',
    label: 'Result',
    choices: [['all', 'Everything'] as const, ...Object.entries(outcomeWords)],
  },
  { kind: 'text', name: 'transaction', label: 'Transaction' },
  { kind: 'text', name: 'click', label: 'Click' },
  { kind: 'text', name: 'user_id', label: 'Player ID', placeholder: '1024' },
] as const;

const reportColumns: Columns<PartnerReport> = [
  {
    head: 'Transaction',
    kind: 'words',
    cell: ({ transaction, raw }) => (
      <details>
        <summary>
          <code>{transaction}</code>
        </summary>
        <code className="raw">{raw}</code>
      </details>
    ),
  },
  { head: 'Received', bare: true, cell: ({ received_at }) => <Time at={received_at} /> },
  { head: 'Kind', bare: true, cell: ({ kind }) => kind },
  { head: 'Result', cell: ({ outcome }) => outcomeWords[outcome] },
  { head: 'Player', bare: true, cell: ({ user }) => user && <Player user={user} /> },
  { head: 'Offer', kind: 'words', bare: true, cell: ({ offer }) => offer?.name },
  {
    head: 'Points',
    kind: 'figure',
    aside: true,
    bare: true,
    cell: ({ points }) => <Points points={points} change />,
  },
];
