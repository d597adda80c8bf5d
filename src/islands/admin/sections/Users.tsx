import type { OperatorUser } from '../../../lib/contract/operators/operator-users.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Time } from '../../shared/Time.tsx';
import { search } from '../parts/filters.ts';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { users } from '../users-store.ts';

const filters = [
  search('Player ID'),
  {
    kind: 'choice',
    name: 'show',
    label: 'Show',
    choices: [
      ['all', 'All'],
      ['suspended', 'Suspended'],
      ['shares_held', 'Shares for friends on hold'],
    ],
  },
] as const;

const columns: Columns<OperatorUser> = [
  { head: 'Player', kind: 'words', cell: ({ name }) => name, small: ({ id }) => id },
  { head: 'Email', kind: 'words', bare: true, cell: ({ email }) => email ?? <small>none</small> },
  { head: 'Joined', cell: ({ created_at }) => <Time at={created_at} /> },
  { head: 'Status', aside: true, bare: true, cell: (user) => <AccountStatus user={user} /> },
];

/** Whether an account is fully active, and if not, why. */
export function AccountStatus({ user }: { readonly user: OperatorUser }) {
  if (user.deleted) return <span className="state off">deleted</span>;
  if (user.suspended_at !== null)
    return (
      <>
        <span className="state bad">suspended</span>{' '}
        <small>
          <Time at={user.suspended_at} />
        </small>
      </>
    );
  return (
    <>
      <span className="state ok">active</span> {user.sample && <small>sample data</small>}
    </>
  );
}

export function Users() {
  return (
    <ListFrame
      nouns={['user', 'users']}
      source={users}
      filters={filters}
      columns={columns}
      hrefOf={({ id }) => hrefs.operator('users', id)}
      nothing={{ title: 'No players yet', text: 'Players show up here once they sign up.' }}
    />
  );
}
