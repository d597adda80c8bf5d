import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ContestProposal } from '../../../lib/contract/draws/operator-contests.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Facts } from '../../shared/Facts.tsx';
import { shown } from '../../shared/stores/load.ts';
import { Time } from '../../shared/Time.tsx';
import { approveProposal, declineProposal, proposals } from '../contests-store.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Link } from '../parts/Link.tsx';
import { type Columns, Table } from '../parts/ListFrame.tsx';
import { logKeeps, reasonField } from '../parts/words.tsx';
import { $operating } from '../session-store.ts';
import { Rules, sumOf, termsOf } from './contest-terms.tsx';

const columns: Columns<ContestProposal> = [
  {
    head: 'Giveaway',
    kind: 'words',
    cell: ({ name }) => name,
    small: ({ contest_id }) =>
      contest_id === null ? (
        'new'
      ) : (
        <>
          changes <Link to={hrefs.operator('contests', contest_id)}>giveaway {contest_id}</Link>
        </>
      ),
  },
  {
    head: 'Prizes',
    kind: 'figure',
    cell: ({ prizes }) => <span className="pts">{formatPoints(sumOf(prizes))}</span>,
  },
  {
    head: 'Proposed by',
    bare: true,
    cell: ({ proposed_by }) => proposed_by.name,
    small: ({ proposed_at }) => <Time at={proposed_at} />,
  },
  { head: 'Next', bare: true, cell: (proposal) => <Decide proposal={proposal} /> },
];

/** What another operator has to approve. Nothing is shown while there is none. */
export function ContestProposals() {
  const all = shown(useStore(proposals.$load, { ssr: 'initial' }));
  useEffect(() => void proposals.load('all'), []);
  if (!all || all.length === 0) return null;
  return (
    <section aria-labelledby="proposals">
      <h2 id="proposals">Waiting for a second operator</h2>
      <Table label="proposals" rows={all} columns={columns} />
    </section>
  );
}

function Decide({ proposal }: { readonly proposal: ContestProposal }) {
  const operating = useStore($operating, { ssr: 'initial' });
  const { id, name, proposed_by } = proposal;
  const isOwn = operating.state === 'in' && operating.session.operator.id === proposed_by.id;
  const verb = isOwn ? 'Withdraw' : 'Decline';
  return (
    <div className="row-acts">
      <ActButton
        small
        label="Approve"
        of={`${name}, proposal ${id}`}
        proposedBy={proposed_by}
        title={`Approve “${name}”?`}
        says={<Terms of={proposal} />}
        send={() => approveProposal(id)}
        doneMessage={() => `Approved “${name}”.`}
      />
      <ActButton
        small
        ends
        label={verb}
        of={`${name}, proposal ${id}`}
        title={`${verb} “${name}”?`}
        says="Nothing changes for players."
        fields={[reasonField(logKeeps)]}
        submit={`${verb} it`}
        send={(values) => declineProposal(id, values.text('reason'))}
        doneMessage={() => `Declined “${name}”.`}
      />
    </div>
  );
}

/** Everything that players will read. */
function Terms({ of }: { readonly of: ContestProposal }) {
  return (
    <>
      <p>{of.proposed_by.name} proposed it. Players see it right away, exactly like this:</p>
      <Facts of={[['Name', of.name], ...termsOf(of)]} />
      <Rules of={of} />
    </>
  );
}
