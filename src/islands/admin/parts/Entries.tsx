import type { Transaction } from '../../../lib/contract/progress/dashboard.ts';
import { Points } from '../../shared/Points.tsx';
import { StateBadge } from '../../shared/StateBadge.tsx';
import { Time } from '../../shared/Time.tsx';
import { type Columns, Table } from './ListFrame.tsx';

export const entryColumns: Columns<Transaction> = [
  {
    head: 'What',
    kind: 'words',
    cell: ({ id, title }) => title || `Entry ${id}`,
    small: ({ detail }) => detail || null,
  },
  { head: 'When', bare: true, cell: ({ created_at }) => <Time at={created_at} /> },
  { head: 'Status', bare: true, cell: ({ state }) => <StateBadge state={state} /> },
  {
    head: 'Points',
    kind: 'figure',
    aside: true,
    bare: true,
    cell: ({ points }) => <Points points={points} change />,
  },
];

/** Ledger entries, as their owner sees them. */
export function Entries({ entries }: { readonly entries: readonly Transaction[] }) {
  if (entries.length === 0) return <p className="muted">No points have moved.</p>;
  return <Table label="Points history" rows={entries} columns={entryColumns} />;
}
