import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { OPERATOR_INVITE_HOURS } from '../../../lib/contract/operator-limits.ts';
import type { Operator } from '../../../lib/contract/operators/operator.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Code } from '../../shared/Code.tsx';
import { shown } from '../../shared/stores/load.ts';
import { Time } from '../../shared/Time.tsx';
import {
  approveInvitation,
  endAccess,
  invite,
  type OperatorSignIn,
  operators,
  revoke,
  sessions,
  withdraw,
} from '../operators-store.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Loaded } from '../parts/DetailFrame.tsx';
import { Link } from '../parts/Link.tsx';
import { type Columns, Table } from '../parts/ListFrame.tsx';
import { logKeeps, reasonField } from '../parts/words.tsx';
import { $operating } from '../session-store.ts';

/** Operators, invitations and active sessions. */
export function Operators() {
  const known = shown(useStore(operators.$load, { ssr: 'initial' }));
  useEffect(() => {
    void operators.load('all');
    void sessions.load('all');
  }, []);
  return (
    <>
      <div className="lead">
        <Invite />
      </div>
      <div className="admin-item">
        <section aria-labelledby="everybody">
          <h2 id="everybody">Everyone</h2>
          <Loaded source={operators} noun="the operators">
            {({ operators: all }) => <Everybody all={all} />}
          </Loaded>
        </section>
        {known && known.invitations.length > 0 && (
          <section aria-labelledby="invited">
            <h2 id="invited">Invited</h2>
            <Table
              label="invitations"
              rows={known.invitations}
              columns={[
                { head: 'For', kind: 'words', cell: ({ note }) => note },
                { head: 'Invited by', cell: ({ invited_by }) => invited_by?.name ?? 'the server' },
                {
                  head: 'Approved by',
                  cell: ({ approved_by, invited_by }) =>
                    approved_by?.name ??
                    (invited_by && twoOrMore(known.operators) ? 'nobody yet' : 'not needed'),
                },
                { head: 'Expires', cell: ({ expires_at }) => exactTime(expires_at) },
                {
                  head: 'Next',
                  bare: true,
                  cell: ({ id, note, invited_by, approved_by }) => (
                    <div className="row-acts">
                      {invited_by && approved_by === null && twoOrMore(known.operators) && (
                        <ActButton
                          small
                          label="Approve"
                          of={note}
                          proposedBy={invited_by}
                          title={`Approve the invitation of ${invited_by.name}?`}
                          says={`The code makes someone an operator who can do everything you can. Ask ${invited_by.name} who it is.`}
                          send={() => approveInvitation(id)}
                          doneMessage={() => 'Invitation approved.'}
                        />
                      )}
                      <ActButton
                        small
                        ends
                        label="Withdraw"
                        of={note}
                        title="Withdraw this invitation?"
                        says="Its setup code stops working."
                        send={() => withdraw(id)}
                        doneMessage={() => 'Invitation withdrawn.'}
                      />
                    </div>
                  ),
                },
              ]}
            />
          </section>
        )}
        <section aria-labelledby="sessions">
          <h2 id="sessions">Sessions</h2>
          <Loaded source={sessions} noun="the sessions">
            {(open) => <Table label="sessions" rows={open} columns={sessionColumns} />}
          </Loaded>
        </section>
      </div>
    </>
  );
}

const sessionColumns: Columns<OperatorSignIn> = [
  {
    head: 'Operator',
    kind: 'words',
    cell: ({ operator }) => operator.name,
    small: ({ current }) => current && 'this session',
  },
  { head: 'Device', kind: 'words', bare: true, cell: ({ device }) => device },
  { head: 'Started', cell: ({ created_at }) => <Time at={created_at} /> },
  { head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  {
    head: 'Next',
    aside: true,
    bare: true,
    cell: ({ id, operator, current }) =>
      current ? null : (
        <ActButton
          small
          ends
          label="End"
          of={`session of ${operator.name}`}
          title={`End this session of ${operator.name}?`}
          says={`It ends right away. ${operator.name} can log in again.`}
          submit="End session"
          send={() => revoke(id)}
          doneMessage={() => `Ended ${operator.name}’s session.`}
        />
      ),
  },
];

const twoOrMore = (all: readonly Operator[]) => all.filter(({ ended_at }) => ended_at === null).length > 1;

function Everybody({ all }: { readonly all: readonly Operator[] }) {
  const operating = useStore($operating, { ssr: 'initial' });
  const own = operating.state === 'in' ? operating.session.operator.id : 0;
  return (
    <Table
      label="operators"
      rows={all}
      columns={[
        {
          head: 'Operator',
          kind: 'words',
          cell: ({ id, name, email }) => (
            <>
              {name} <small>{id}</small> <small>{email}</small>
            </>
          ),
        },
        { head: 'Since', cell: ({ created_at }) => <Time at={created_at} /> },
        { head: 'Invited by', cell: ({ invited_by }) => invited_by?.name ?? 'the server' },
        { head: 'Last seen', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
        {
          head: 'Access',
          bare: true,
          cell: ({ ended_at }) =>
            ended_at === null ? (
              <span className="state ok">active</span>
            ) : (
              <span className="state off">ended</span>
            ),
          small: ({ ended_at, ended_by }) =>
            ended_at && (
              <>
                <Time at={ended_at} /> {ended_by && `by ${ended_by.name}`}
              </>
            ),
        },
        {
          head: 'Next',
          bare: true,
          cell: (operator) => <OperatorActs operator={operator} isOwn={operator.id === own} />,
        },
      ]}
    />
  );
}

function OperatorActs({
  operator: { id, name, ended_at },
  isOwn,
}: {
  readonly operator: Operator;
  readonly isOwn: boolean;
}): ReactNode {
  return (
    <div className="row-acts">
      <Link to={`${hrefs.operator('log')}?operator_id=${id}`}>
        Log<span className="unseen"> of {name}</span>
      </Link>
      {!isOwn && ended_at === null && (
        <ActButton
          small
          ends
          label="End access"
          of={name}
          title={`End ${name}’s access?`}
          says={`${name} is logged out everywhere right away and can’t log in again. Their actions stay in the log.`}
          fields={[reasonField(logKeeps)]}
          send={(values) => endAccess(id, values.text('reason'))}
          doneMessage={() => `${name} is no longer an operator.`}
        />
      )}
    </div>
  );
}

function Invite() {
  return (
    <ActButton
      main
      small
      label="Invite an operator"
      of="with a setup code"
      title="Invite an operator?"
      says={`You get a setup code to pass on. It works once and expires in ${OPERATOR_INVITE_HOURS} hours. It makes someone an operator who can do everything you can.`}
      fields={[
        {
          kind: 'words',
          name: 'note',
          label: 'Who’s it for?',
          hint: 'Other operators see it.',
          min: 2,
          max: 120,
          rows: 1,
        },
      ]}
      submit="Create setup code"
      send={(values) => invite(values.text('note'))}
      after={({ setup_code, expires_at, needs_approval }) => (
        <>
          {needs_approval && <p>Another operator has to approve the invitation before the code works.</p>}
          <p>
            Send it over a secure channel. It expires on {exactTime(expires_at)} and we can’t show it again.
          </p>
          <Code of="the invitation" code={setup_code} />
        </>
      )}
      doneMessage={() => 'Invitation created.'}
    />
  );
}
