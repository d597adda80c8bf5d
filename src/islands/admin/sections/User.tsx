import type { Answer } from '../../../lib/contract/call.ts';
import type { getOperatorUser, OperatorUserDetail } from '../../../lib/contract/operator-users.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatMoney, formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Time } from '../../shared/Time.tsx';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Facts } from '../parts/DetailFrame.tsx';
import { entryColumns } from '../parts/Entries.tsx';
import { Link } from '../parts/Link.tsx';
import { ListFrame, Table } from '../parts/ListFrame.tsx';
import { matchWords } from '../parts/matches.ts';
import { ownerReads, Player, pointsWords, reasonField } from '../parts/words.tsx';
import {
  admitReferral,
  endSessions,
  ledger,
  lift,
  refuseReferral,
  suspend,
  user as userSource,
} from '../users-store.ts';
import { Standing } from './Users.tsx';

type Found = Answer<typeof getOperatorUser>;

/** A player: account, balance, what it has in common with others, friends, the ledger; and what can be done. */
export function UserScreen({ id }: { readonly id: number }) {
  return (
    <DetailFrame
      source={userSource}
      ask={id}
      noun={`user ${id}`}
      back={{ to: hrefs.operator('users'), words: 'All users' }}
    >
      {({ user, matches, friends }) => (
        <>
          <div className="desk-head">
            <h2>{user.name}</h2>
            <p>
              <Standing user={user} />
            </p>
          </div>
          <About user={user} />
          {!user.deleted && <UserActs user={user} />}
          {matches.length > 0 && <Matches matches={matches} />}
          {friends.length > 0 && <Friends friends={friends} />}
          <section aria-labelledby="ledger">
            <h2 id="ledger">Ledger</h2>
            <ListFrame
              nouns={['entry', 'entries']}
              source={ledger}
              about={['user', String(id)]}
              filters={NONE}
              columns={entryColumns}
              keyOf={(entry) => entry.id}
              nothing={{ title: 'No points have moved', text: 'What is earned and spent stands here.' }}
            />
          </section>
        </>
      )}
    </DetailFrame>
  );
}

const NONE = [] as const;

function About({ user }: { readonly user: OperatorUserDetail }) {
  const { balance, email } = user;
  return (
    <Facts
      of={[
        ['E-mail', email === null ? 'none' : `${email}${user.email_confirmed ? '' : ' (not confirmed)'}`],
        ['Country', user.country],
        ['Born', user.birth_date],
        ['Joined', exactTime(user.created_at)],
        ['Last seen', user.last_seen_at && <Time key="seen" at={user.last_seen_at} />],
        ['Signs in by', [...(user.has_password ? ['password'] : []), ...user.providers].join(', ')],
        ['Invited by', user.invited_by && <Player key="inviter" user={user.invited_by} />],
        ['Available', pointsWords(balance.available)],
        ['Pending', `${formatPoints(balance.pending)} pts`],
        ['Reserved', `${formatPoints(balance.reserved)} pts`],
        ['Debt', balance.debt > 0 && `${formatPoints(balance.debt)} pts, settled from what comes next`],
        ['Earned', `${formatPoints(user.earned)} pts`],
        [
          'Orders',
          <Link key="orders" to={`${hrefs.operator('orders')}?state=all&user_id=${user.id}`}>
            {user.orders} {user.orders === 1 ? 'order' : 'orders'}
          </Link>,
        ],
        ['Delivered', `worth ${formatMoney(user.redeemed_cents)}`],
        ['Orders held', user.review_for && matchWords(user.review_for)],
        [
          'Suspended',
          user.suspended_at &&
            `${exactTime(user.suspended_at)}${user.suspended_by ? ` by ${user.suspended_by.name}` : ''}: ${user.suspended_for ?? ''}`,
        ],
        ['Deletion', user.deletion_due_at && `asked for: erased on ${exactTime(user.deletion_due_at)}`],
      ]}
    />
  );
}

function UserActs({ user }: { readonly user: OperatorUserDetail }) {
  const { id, name } = user;
  return (
    <Acts>
      {user.suspended_at === null ? (
        <ActButton
          label="Suspend"
          of={name}
          title={`Suspend ${name}?`}
          says={
            <p>
              {name} can’t buy, enter contests, open cases or earn until it is lifted. They can log in, read,
              export what is theirs, and write to support to say that it is wrong.
            </p>
          }
          fields={[reasonField(ownerReads)]}
          submit="Suspend the account"
          send={(values) => suspend(id, values.text('reason'))}
          told={() => `${name} is suspended, and reads why.`}
        />
      ) : (
        <ActButton
          main
          label="Lift the suspension"
          of={name}
          title={`Lift the suspension of ${name}?`}
          says={<p>{name} can do everything again, and what came in meanwhile is released.</p>}
          fields={[reasonField(ownerReads)]}
          submit="Lift it"
          send={(values) => lift(id, values.text('reason'))}
          told={() => `The suspension of ${name} is lifted.`}
        />
      )}
      <ActButton
        label="Sign all devices out"
        of={name}
        title={`Sign every device of ${name} out?`}
        says={
          <p>
            For an account that seems to be in somebody else’s hands. {name} can log in again; whoever has the
            password can too.
          </p>
        }
        fields={[reasonField(ownerReads)]}
        submit="Sign all devices out"
        send={(values) => endSessions(id, values.text('reason'))}
        told={({ ended }) => `${ended === 1 ? '1 device' : `${ended} devices`} of ${name} signed out.`}
      />
      <Link to={`${hrefs.operator('adjustments', 'new')}?user_id=${id}`} className="button quiet">
        Adjust the balance
      </Link>
      <Link to={`${hrefs.operator('opinions')}?show=newest&user_id=${id}`} className="button quiet">
        Read what they wrote
      </Link>
      <Link to={`${hrefs.operator('log')}?user_id=${id}`} className="button quiet">
        What operators did here
      </Link>
    </Acts>
  );
}

function Matches({ matches }: Pick<Found, 'matches'>) {
  return (
    <section aria-labelledby="matches">
      <h2 id="matches">In common with other accounts</h2>
      <Table
        label="accounts with something in common"
        rows={matches}
        keyOf={({ user, reason }) => `${user.id} ${reason}`}
        columns={[
          { head: 'Account', cell: ({ user }) => <Player user={user} /> },
          { head: 'What', kind: 'words', cell: ({ reason }) => matchWords(reason) },
          { head: 'Found', cell: ({ found_at }) => <Time at={found_at} /> },
          {
            head: 'Settled',
            cell: ({ settled_at }) => (settled_at === null ? 'not yet' : <Time at={settled_at} />),
          },
        ]}
      />
    </section>
  );
}

function Friends({ friends }: Pick<Found, 'friends'>) {
  return (
    <section aria-labelledby="friends">
      <h2 id="friends">Friends invited</h2>
      <Table
        label="friends invited"
        rows={friends}
        keyOf={({ user }) => user.id}
        columns={[
          { head: 'Friend', cell: ({ user }) => <Player user={user} /> },
          { head: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} /> },
          { head: 'Brought', kind: 'figure', cell: ({ earned }) => `${formatPoints(earned)} pts` },
          {
            head: 'Paid',
            kind: 'words',
            cell: ({ refused_for }) => (refused_for === null ? 'yes' : `no: ${refused_for}`),
          },
          { head: 'Next', cell: (friend) => <FriendAct friend={friend} /> },
        ]}
      />
    </section>
  );
}

function FriendAct({ friend: { user, refused_for } }: { readonly friend: Found['friends'][number] }) {
  const { id, name } = user;
  if (refused_for === null)
    return (
      <ActButton
        small
        label="Refuse"
        of={name}
        title={`Refuse ${name} as a friend?`}
        says={<p>Nothing more is paid for {name}, and whoever invited them reads why.</p>}
        fields={[reasonField('The inviter reads it as you write it, and it stands in the log.')]}
        submit="Refuse the friend"
        send={(values) => refuseReferral(id, values.text('reason'))}
        told={() => `Nothing more is paid for ${name}.`}
      />
    );
  return (
    <ActButton
      small
      label="Admit"
      of={name}
      title={`Admit ${name} as a friend after all?`}
      says={<p>What {name} won meanwhile counts for whoever invited them.</p>}
      fields={[reasonField('It is kept in the log.')]}
      submit="Admit the friend"
      send={(values) => admitReferral(id, values.text('reason'))}
      told={() => `${name} counts as a friend again.`}
    />
  );
}
