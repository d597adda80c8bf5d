import type { Answer } from '../../../lib/contract/call.ts';
import { DELETION_DAYS } from '../../../lib/contract/limits.ts';
import type { getOperatorUser, OperatorUserDetail } from '../../../lib/contract/operators/operator-users.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatMoney, formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Facts } from '../../shared/Facts.tsx';
import { Time } from '../../shared/Time.tsx';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Head } from '../parts/DetailFrame.tsx';
import { entryColumns } from '../parts/Entries.tsx';
import { Link } from '../parts/Link.tsx';
import { ListFrame, Table } from '../parts/ListFrame.tsx';
import { matchWords } from '../parts/matches.ts';
import { logKeeps, ownerReads, Player, pointsWords, reasonField } from '../parts/words.tsx';
import {
  admitReferral,
  clearBirthDate,
  endSessions,
  ledger,
  lift,
  refuseReferral,
  scheduleDeletion,
  settleMatches,
  suspend,
  user as userSource,
} from '../users-store.ts';
import { AccountStatus } from './Users.tsx';

type Found = Answer<typeof getOperatorUser>;

/** A player: account, balance, matches with other accounts, friends, ledger, and the possible actions. */
export function UserScreen({ id }: { readonly id: number }) {
  return (
    <DetailFrame source={userSource} ask={id} noun={`user ${id}`}>
      {({ user, matches, friends }) => (
        <>
          <Head title={user.name}>
            <AccountStatus user={user} />
          </Head>
          <About user={user} />
          {!user.deleted && <UserActs user={user} />}
          {matches.length > 0 && <Matches user={user} matches={matches} />}
          {friends.length > 0 && <Friends friends={friends} />}
          <section aria-labelledby="ledger">
            <h2 id="ledger">Points history</h2>
            <ListFrame
              nouns={['entry', 'entries']}
              source={ledger}
              about={['user', String(id)]}
              columns={entryColumns}
              nothing={{ title: 'No points have moved', text: 'Points earned and spent show up here.' }}
            />
          </section>
        </>
      )}
    </DetailFrame>
  );
}

function About({ user }: { readonly user: OperatorUserDetail }) {
  const { balance, email } = user;
  return (
    <Facts
      of={[
        ['Available', pointsWords(balance.available)],
        ['Pending', `${formatPoints(balance.pending)} pts`],
        ['On hold', `${formatPoints(balance.reserved)} pts`],
        ['Debt', balance.debt > 0 && `${formatPoints(balance.debt)} pts, paid off from their next points`],
        ['Earned', `${formatPoints(user.earned)} pts`],
        [
          'Email',
          email === null ? 'none' : `${email}${user.email_confirmed ? '' : ' (not confirmed)'}`,
          'wide',
        ],
        ['Country', user.country],
        ['Born', user.birth_date],
        ['Joined', exactTime(user.created_at)],
        // Ended sessions are deleted after 30 days.
        ['Last seen', user.last_seen_at ? <Time key="seen" at={user.last_seen_at} /> : 'over 30 days ago'],
        ['Logs in with', [...(user.has_password ? ['password'] : []), ...user.providers].join(', ')],
        ['Invited by', user.invited_by && <Player key="inviter" user={user.invited_by} />],
        [
          'Orders',
          <>
            <Link to={`${hrefs.operator('orders')}?state=all&user_id=${user.id}`}>
              {user.orders} {user.orders === 1 ? 'order' : 'orders'}
            </Link>
            , {formatMoney(user.redeemed_cents)} delivered
          </>,
        ],
        ['Orders on hold', user.review_for && matchWords(user.review_for)],
        [
          'Suspended',
          user.suspended_at &&
            `${exactTime(user.suspended_at)}${user.suspended_by ? ` by ${user.suspended_by.name}` : ''}: ${user.suspended_for ?? ''}`,
        ],
        [
          'More',
          <>
            <Link to={`${hrefs.operator('opinions')}?show=newest&user_id=${user.id}`}>
              Reviews and comments
            </Link>
            , <Link to={`${hrefs.operator('support')}?state=all&user_id=${user.id}`}>conversations</Link>,{' '}
            <Link to={`${hrefs.operator('disputes')}?state=all&user_id=${user.id}`}>problem reports</Link>,{' '}
            <Link to={`${hrefs.operator('submissions')}?kind=published&user_id=${user.id}`}>
              published articles
            </Link>
            , <Link to={`${hrefs.operator('adjustments')}?user_id=${user.id}`}>adjustments</Link>,{' '}
            <Link to={`${hrefs.operator('rejected')}?user_id=${user.id}`}>rejected partner reports</Link>,{' '}
            <Link to={`${hrefs.operator('log')}?user_id=${user.id}`}>audit log</Link>
          </>,
        ],
        ['Deletion', user.deletion_due_at && `requested: we delete it on ${exactTime(user.deletion_due_at)}`],
      ]}
    />
  );
}

function UserActs({ user }: { readonly user: OperatorUserDetail }) {
  const { id, name } = user;
  // No operator suspended it: its date of birth did. Only clearing the date undoes that.
  const tooYoung = user.suspended_at !== null && !user.suspended_by && user.deletion_due_at !== null;
  return (
    <Acts>
      {user.suspended_at === null ? (
        <ActButton
          ends
          label="Suspend"
          of={name}
          title={`Suspend ${name}?`}
          says={`${name} can’t redeem, enter giveaways, open cases or earn until you lift it. They can log in, read, export their data and contact support.`}
          fields={[reasonField(ownerReads)]}
          submit="Suspend account"
          send={(values) => suspend(id, values.text('reason'))}
          doneMessage={() => `Suspended ${name}. They can see why.`}
        />
      ) : (
        !tooYoung && (
          <ActButton
            main
            label="Lift suspension"
            of={name}
            title={`Lift ${name}’s suspension?`}
            says={`${name} can do everything again, and points that came in since are released.`}
            fields={[reasonField(ownerReads)]}
            send={(values) => lift(id, values.text('reason'))}
            doneMessage={() => `Lifted ${name}’s suspension.`}
          />
        )
      )}
      <ActButton
        ends
        label="Log out all devices"
        of={name}
        title={`Log out all of ${name}’s devices?`}
        says={`Use this if someone else seems to have the account. ${name} can log in again, and so can anyone with the password.`}
        fields={[reasonField(ownerReads)]}
        send={(values) => endSessions(id, values.text('reason'))}
        doneMessage={({ ended }) => `Logged out ${ended === 1 ? '1 device' : `${ended} devices`} of ${name}.`}
      />
      {user.birth_date !== null && (
        <ActButton
          label="Clear date of birth"
          of={name}
          title={`Clear ${name}’s date of birth?`}
          says={`Use this if ${name} mistyped it: they can enter it once more. If the account was closed for being too young, its suspension is lifted and it isn’t deleted.`}
          fields={[reasonField(ownerReads)]}
          send={(values) => clearBirthDate(id, values.text('reason'))}
          doneMessage={() => `${name} can enter their date of birth again.`}
        />
      )}
      {!user.deleted && user.deletion_due_at === null && (
        <ActButton
          ends
          label="Schedule deletion"
          of={name}
          title={`Delete ${name}’s account?`}
          says={`Only do this if ${name} asked for it, or is too young. We log them out everywhere and delete the account in ${DELETION_DAYS} days. If they log in before then, they keep it. We tell a confirmed address.`}
          fields={[
            {
              kind: 'choice',
              name: 'writings',
              label: 'What they wrote',
              choices: [
                ['keep', 'Stays, as written by “deleted account”'],
                ['remove', 'Is deleted too'],
              ],
            },
            reasonField(logKeeps),
          ]}
          send={(values) =>
            scheduleDeletion(id, {
              reason: values.text('reason'),
              writings: values.text('writings') === 'remove' ? 'remove' : 'keep',
            })
          }
          doneMessage={() => `We’ll delete ${name}’s account, unless they log in before.`}
        />
      )}
      <Link to={`${hrefs.operator('support', 'new')}?user_id=${id}`} className="button quiet">
        Write to {name}
      </Link>
      <Link to={`${hrefs.operator('adjustments', 'new')}?user_id=${id}`} className="button quiet">
        Adjust balance
      </Link>
    </Acts>
  );
}

function Matches({ user: { id, name }, matches }: Pick<Found, 'user' | 'matches'>) {
  const isOpen = matches.some(({ settled_at }) => settled_at === null);
  return (
    <section aria-labelledby="matches">
      <h2 id="matches">Matches with other accounts</h2>
      <Table
        label="Accounts with something in common"
        rows={matches}
        keyOf={({ user, reason }) => `${user.id} ${reason}`}
        columns={[
          { head: 'Account', cell: ({ user }) => <Player user={user} /> },
          { head: 'What', kind: 'words', bare: true, cell: ({ reason }) => matchWords(reason) },
          { head: 'Found', cell: ({ found_at }) => <Time at={found_at} /> },
          {
            head: 'Settled',
            cell: ({ settled_at }) => (settled_at === null ? 'not yet' : <Time at={settled_at} />),
          },
        ]}
      />
      {isOpen && (
        <Acts>
          <ActButton
            label="Settle matches"
            of={name}
            title={`Settle ${name}’s matches?`}
            says={`Do this if ${name} and these accounts are different people. The matches hold none of their later orders, and ${name} is paid for invited friends whose share was on hold. Orders already on hold stay until you release them.`}
            fields={[reasonField(logKeeps)]}
            send={(values) =>
              settleMatches(id, { reason: values.text('reason'), matched_up_to: matches[0]?.id ?? 0 })
            }
            doneMessage={() => `Settled ${name}’s matches.`}
          />
        </Acts>
      )}
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
          {
            head: 'Share',
            kind: 'figure',
            aside: true,
            bare: true,
            cell: ({ earned }) => `${formatPoints(earned)} pts`,
          },
          {
            head: 'Paid',
            kind: 'words',
            cell: ({ refused_for, held }) =>
              refused_for === null ? (held ? 'on hold' : 'yes') : `no: ${refused_for}`,
          },
          { head: 'Next', bare: true, cell: (friend) => <FriendAct friend={friend} /> },
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
        ends
        label="Reject"
        of={`${name}, account ${id}`}
        title={`Reject ${name} as a referral?`}
        says={`We stop paying for ${name}, and the inviter can see why.`}
        fields={[reasonField('The inviter sees exactly this text, and we keep it in the log.')]}
        submit="Reject referral"
        send={(values) => refuseReferral(id, values.text('reason'))}
        doneMessage={() => `Rejected ${name} as a referral.`}
      />
    );
  return (
    <ActButton
      small
      label="Restore"
      of={`${name}, account ${id}`}
      title={`Restore ${name} as a referral?`}
      says={`The inviter also gets their share of what ${name} earned since.`}
      fields={[reasonField('We keep it in the log.')]}
      submit="Restore referral"
      send={(values) => admitReferral(id, values.text('reason'))}
      doneMessage={() => `Restored ${name} as a referral.`}
    />
  );
}
