import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { OPERATOR_INVITE_HOURS } from '../../../lib/contract/limits.ts';
import type { Operator } from '../../../lib/contract/operator.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { type Failure, shown } from '../../../lib/stores/load.ts';
import { Code } from '../../shared/Code.tsx';
import { Failed } from '../../shared/Failed.tsx';
import { Time } from '../../shared/Time.tsx';
import {
  approveInvitation,
  endAccess,
  invite,
  operators,
  revoke,
  sessions,
  withdraw,
} from '../operators-store.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Link } from '../parts/Link.tsx';
import { Table } from '../parts/ListFrame.tsx';
import { logKeeps, reasonField } from '../parts/words.tsx';
import { $operating } from '../session-store.ts';

/** Who is an operator, who is invited, and which sessions hold. */
export function Operators() {
  const people = useStore(operators.$load, { ssr: 'initial' });
  const signedIn = useStore(sessions.$load, { ssr: 'initial' });
  useEffect(() => {
    void operators.load('all');
    void sessions.load('all');
  }, []);
  const known = shown(people);
  const open = shown(signedIn);
  return (
    <div className="desk-item">
      <div className="lead">
        <Invite />
      </div>
      <section aria-labelledby="everybody">
        <h2 id="everybody">Everybody</h2>
        {known ? (
          <Everybody all={known.operators} />
        ) : (
          <Missing load={people} noun="operators" onRetry={() => operators.again()} />
        )}
      </section>
      {known && known.invitations.length > 0 && (
        <section aria-labelledby="invited">
          <h2 id="invited">Invited</h2>
          <Table
            label="invitations"
            rows={known.invitations}
            keyOf={({ id }) => id}
            columns={[
              { head: 'For', kind: 'words', cell: ({ note }) => note },
              { head: 'Invited by', cell: ({ invited_by }) => invited_by?.name ?? 'the server' },
              {
                head: 'Approved by',
                cell: ({ approved_by, invited_by }) =>
                  approved_by?.name ??
                  (invited_by && twoOrMore(known.operators) ? 'nobody yet' : 'not needed'),
              },
              { head: 'Holds until', cell: ({ expires_at }) => exactTime(expires_at) },
              {
                head: 'Next',
                cell: ({ id, note, invited_by, approved_by }) => (
                  <div className="row-acts">
                    {invited_by && approved_by === null && twoOrMore(known.operators) && (
                      <ActButton
                        small
                        label="Approve"
                        of={note}
                        proposedBy={invited_by}
                        title={`Approve the invitation of ${invited_by.name}?`}
                        says={
                          <p>
                            Whoever has its code becomes an operator who can do all that you can. Ask{' '}
                            {invited_by.name} who it is.
                          </p>
                        }
                        submit="Approve it"
                        send={() => approveInvitation(id)}
                        told={() => 'The invitation is approved.'}
                      />
                    )}
                    <ActButton
                      small
                      label="Withdraw"
                      of={note}
                      title="Withdraw this invitation?"
                      says={<p>Its set-up code can’t be used any more.</p>}
                      submit="Withdraw it"
                      send={() => withdraw(id)}
                      told={() => 'The invitation is withdrawn.'}
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
        {open ? (
          <Table
            label="sessions"
            rows={open}
            keyOf={({ id }) => id}
            columns={[
              {
                head: 'Operator',
                kind: 'words',
                cell: ({ operator, current }) => (
                  <>
                    {operator.name} {current && <small>this one</small>}
                  </>
                ),
              },
              { head: 'Device', kind: 'words', cell: ({ device }) => device },
              { head: 'Began', cell: ({ created_at }) => <Time at={created_at} /> },
              { head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
              {
                head: 'Next',
                cell: ({ id, operator, current }) =>
                  current ? null : (
                    <ActButton
                      small
                      label="End it"
                      of={`session of ${operator.name}`}
                      title={`End this session of ${operator.name}?`}
                      says={<p>It ends at once. {operator.name} can log in again.</p>}
                      submit="End the session"
                      send={() => revoke(id)}
                      told={() => `The session of ${operator.name} has ended.`}
                    />
                  ),
              },
            ]}
          />
        ) : (
          <Missing load={signedIn} noun="sessions" onRetry={() => sessions.again()} />
        )}
      </section>
    </div>
  );
}

const twoOrMore = (all: readonly Operator[]) => all.filter(({ ended_at }) => ended_at === null).length > 1;

function Everybody({ all }: { readonly all: readonly Operator[] }) {
  const operating = useStore($operating, { ssr: 'initial' });
  const own = operating.state === 'in' ? operating.session.operator.id : 0;
  return (
    <Table
      label="operators"
      rows={all}
      keyOf={({ id }) => id}
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
          cell: ({ ended_at, ended_by }) =>
            ended_at === null ? (
              <span className="state ok">stands</span>
            ) : (
              <>
                <span className="state off">ended</span>{' '}
                <small>
                  <Time at={ended_at} /> {ended_by && `by ${ended_by.name}`}
                </small>
              </>
            ),
        },
        {
          head: 'Next',
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
          label="End access"
          of={name}
          title={`End the access of ${name}?`}
          says={
            <p>
              {name} is signed out everywhere at once and can’t log in again. What they did stays in the log.
            </p>
          }
          fields={[reasonField(logKeeps)]}
          submit="End the access"
          send={(values) => endAccess(id, values.text('reason'))}
          told={() => `${name} is no operator any more.`}
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
      of="by a set-up code"
      title="Invite an operator?"
      says={
        <p>
          You get a set-up code to hand over, which works once and for {OPERATOR_INVITE_HOURS} hours. Whoever
          has it becomes an operator who can do all that you can.
        </p>
      }
      fields={[
        {
          kind: 'words',
          name: 'note',
          label: 'Whom it is for',
          hint: 'Other operators read it.',
          min: 2,
          max: 120,
          rows: 1,
        },
      ]}
      submit="Make a set-up code"
      send={(values) => invite(values.text('note'))}
      after={({ setup_code, expires_at, needs_approval }) => (
        <>
          {needs_approval && <p>Another operator has to approve the invitation before the code works.</p>}
          <p>Send it over a safe channel. It holds until {exactTime(expires_at)} and can’t be shown again.</p>
          <Code of="the invitation" code={setup_code} />
        </>
      )}
      told={() => 'The invitation stands.'}
    />
  );
}

function Missing({
  load,
  noun,
  onRetry,
}: {
  readonly load: { readonly state: string; readonly error?: Failure };
  readonly noun: string;
  readonly onRetry: () => unknown;
}) {
  if (load.error)
    return (
      <Failed level={2} title={`The ${noun} could not be loaded`} reason={load.error} onRetry={onRetry} />
    );
  return (
    <div className="desk-waiting" role="status" aria-label={`Loading ${noun}`}>
      <span className="skeleton line" />
      <span className="skeleton line" />
    </div>
  );
}
