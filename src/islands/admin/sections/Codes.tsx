import { useState } from 'react';
import { CODE_DAYS_LEFT, MAX_CSV_LINES } from '../../../lib/contract/operator-limits.ts';
import type {
  CodeStock,
  CodesFound,
  CodesImported,
  CodesRemoved,
} from '../../../lib/contract/redemption/operator-orders.ts';
import { shortDate } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { shown } from '../../shared/stores/load.ts';
import { useQuery } from '../../shared/use-address.ts';
import { codes, findCodes, importCodes, removeCodes } from '../orders-store.ts';
import { ActForm } from '../parts/ActForm.tsx';
import { Link } from '../parts/Link.tsx';
import { type Columns, ListFrame, Table } from '../parts/ListFrame.tsx';
import { logKeeps, reasonField } from '../parts/words.tsx';

const filters = [{ kind: 'text', name: 'search', label: 'Reward', placeholder: 'Steam' }] as const;

const importHref = (amountId?: number) =>
  `${hrefs.operator('codes', 'import')}${amountId === undefined ? '' : `?amount=${amountId}`}`;

/** Returns when a code leaves the stock, by its last day. */
const leavesAt = (lastDay: string): string =>
  new Date(Date.parse(lastDay) - (CODE_DAYS_LEFT - 1) * 86_400_000).toISOString();

const columns: Columns<CodeStock> = [
  {
    head: 'Amount',
    kind: 'words',
    cell: ({ amount_id, reward, amount, active }) => (
      <>
        {reward.name}, {amount} <small>{amount_id}</small> {!active && <small>no longer offered</small>}
      </>
    ),
  },
  {
    head: 'Price',
    kind: 'figure',
    bare: true,
    cell: ({ points }) => <span className="pts">{formatPoints(points)}</span>,
  },
  {
    head: 'In stock',
    kind: 'figure',
    aside: true,
    cell: ({ in_stock }) =>
      in_stock === 0 ? <span className="state bad">none</span> : formatPoints(in_stock),
  },
  { head: 'Sent in 30 days', kind: 'figure', cell: ({ sold_30_days }) => formatPoints(sold_30_days) },
  {
    head: 'Next',
    kind: 'words',
    bare: true,
    cell: ({ in_stock, waiting, next_expiry, sold_30_days }) => {
      if (waiting > 0) return `Add codes: ${waiting} ${waiting === 1 ? 'order is' : 'orders are'} waiting`;
      if (in_stock === 0) return 'Add codes';
      if (in_stock * 2 < sold_30_days) return 'Add codes: less than two weeks left';
      return next_expiry === null
        ? ''
        : `First expires ${shortDate(next_expiry, Date.now())}, and leaves the stock ${shortDate(leavesAt(next_expiry), Date.now())}`;
    },
  },
];

/** The number of codes left for each amount. */
export function Codes() {
  return (
    <>
      <div className="lead">
        <Link to={importHref()} className="button small">
          Add codes
        </Link>
        <Link to={hrefs.operator('codes', 'remove')} className="button quiet small">
          Remove codes
        </Link>
        <Link to={hrefs.operator('codes', 'find')} className="button quiet small">
          Find codes
        </Link>
      </div>
      <ListFrame
        nouns={['amount', 'amounts']}
        source={codes}
        filters={filters}
        columns={columns}
        keyOf={({ amount_id }) => amount_id}
        hrefOf={({ amount_id }) => importHref(amount_id)}
        nothing={{
          title: 'No code rewards',
          text: 'Rewards delivered as codes show up here with their stock.',
        }}
      />
    </>
  );
}

/** The amount with this ID, if the list has just shown it: "Steam wallet code, $5". */
function nameOf(id: string): string | undefined {
  const found = shown(codes.$load.get())?.data.find(({ amount_id }) => String(amount_id) === id);
  return found && `For ${found.reward.name}, ${found.amount}.`;
}

/** Imports codes from a file. Shows what was added, and the rejected lines. */
export function ImportCodes() {
  const query = useQuery(routes.operator.pattern) ?? '';
  const given = new URLSearchParams(query).get('amount') ?? '';
  const amount = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
  const [result, setResult] = useState<CodesImported>();
  return (
    <div className="admin-item">
      <p className="muted">
        Upload a CSV file of up to {formatPoints(MAX_CSV_LINES)} lines. Its first line names the columns:{' '}
        <code>code</code>,{' '}
        {amount === null && (
          <>
            <code>amount_id</code>,{' '}
          </>
        )}
        and <code>expires_on</code> if you know it. Waiting orders get their codes right away. We encrypt each
        code, and only its player sees it again. You’ll see which lines were rejected and why.
      </p>
      <pre className="example">
        {amount === null
          ? 'code,amount_id,expires_on\nAAAA-BBBB-CCCC,8401,2027-05-31\nDDDD-EEEE-FFFF,8401,'
          : 'code,expires_on\nAAAA-BBBB-CCCC,2027-05-31\nDDDD-EEEE-FFFF,'}
      </pre>
      <ActForm
        key={given}
        fields={[
          {
            kind: 'line',
            name: 'amount_id',
            label: 'Amount ID (optional if the file has them)',
            hint: nameOf(given) ?? 'It’s next to the amount in the code stock.',
            max: 9,
            start: given,
          },
          csvField,
        ]}
        submit="Add codes"
        send={(values) => {
          const id = values.text('amount_id');
          if (id !== '' && !/^[1-9]\d{0,8}$/.test(id))
            return Promise.resolve({
              refused: { message: '', fields: { amount_id: 'Please enter a whole number, like 8401.' } },
            });
          return importCodes(values.file('csv'), id === '' ? null : Number(id));
        }}
        onDone={setResult}
      />
      {result && (
        <Result
          verb="added"
          count={result.added}
          amounts={result.amounts.map(({ name, added }) => [name, added])}
          refused={result.refused}
          delivered={result.delivered.length}
        />
      )}
    </div>
  );
}

interface ResultProps {
  readonly count: number;
  readonly verb: 'added' | 'removed';
  readonly amounts: readonly (readonly [name: string, count: number])[];
  readonly refused: CodesImported['refused'];
  /** The number of waiting orders that got a code. */
  readonly delivered?: number;
}

function Result({ count, verb, amounts, refused, delivered = 0 }: ResultProps) {
  return (
    <section aria-labelledby="imported" className="imported">
      <h2 id="imported">Result</h2>
      <p role="status" className={count > 0 ? 'notice ok' : 'notice bad'}>
        {count === 0 ? 'No codes' : `${count} ${count === 1 ? 'code' : 'codes'}`} {verb}.
        {refused.length > 0 && ` ${refused.length} ${refused.length === 1 ? 'line' : 'lines'} rejected.`}
        {delivered > 0 &&
          ` ${delivered === 1 ? '1 waiting order' : `${delivered} waiting orders`} delivered.`}
      </p>
      {amounts.length > 0 && (
        <ul className="plain">
          {amounts.map(([name, of]) => (
            <li key={name}>
              {name}: {of}
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <Table
          label="Rejected lines"
          rows={refused}
          keyOf={({ line }) => line}
          columns={[
            { head: 'Line', cell: ({ line }) => line },
            { head: 'Reason', kind: 'words', cell: ({ why }) => why },
          ]}
        />
      )}
    </section>
  );
}

export const csvField = {
  kind: 'file',
  name: 'csv',
  label: 'CSV file',
  hint: 'At most 400,000 characters.',
  needed: 'Please choose a CSV file.',
} as const;

/** Takes the codes of a file out of the stock, such as those of a wrong import. */
export function RemoveCodes() {
  const [result, setResult] = useState<CodesRemoved>();
  return (
    <div className="admin-item">
      <p className="muted">
        Use this after a wrong import. Only the file’s column <code>code</code> is read. Codes in stock leave
        it, and can be added again.
      </p>
      <ActForm
        fields={[csvField, reasonField(logKeeps)]}
        submit="Remove codes"
        ends
        send={(values) => removeCodes(values.file('csv'), values.text('reason'))}
        onDone={setResult}
      />
      {result && (
        <Result
          verb="removed"
          count={result.removed}
          amounts={result.amounts.map(({ name, removed }) => [name, removed])}
          refused={result.refused}
        />
      )}
    </div>
  );
}

const whereWords: Readonly<Record<Exclude<CodesFound['lines'][number]['where'], 'order'>, string>> = {
  stock: 'in stock',
  gone: 'left the stock before it expired',
  unknown: 'never added, or removed',
  unreadable: 'has a different number of cells than the header',
};

/** Says where the codes of a file are, such as those that their issuer voided. */
export function FindCodes() {
  const [result, setResult] = useState<CodesFound>();
  return (
    <div className="admin-item">
      <p className="muted">
        Use this if an issuer voided codes, for example. Only the file’s column <code>code</code> is read.
        You’ll see for each line whether the code is in stock, or which order got it.
      </p>
      <ActForm
        fields={[csvField]}
        submit="Find codes"
        send={(values) => findCodes(values.file('csv'))}
        onDone={setResult}
      />
      {result && (
        <section aria-labelledby="found" className="imported">
          <h2 id="found">Result</h2>
          <Table
            label="Where the codes are"
            rows={result.lines}
            keyOf={({ line }) => line}
            columns={[
              { head: 'Line', cell: ({ line }) => line },
              {
                head: 'Where',
                kind: 'words',
                cell: ({ where, order_id }) =>
                  where === 'order' ? (
                    <Link to={hrefs.operator('orders', order_id ?? 0)}>order {order_id}</Link>
                  ) : (
                    whereWords[where]
                  ),
              },
            ]}
          />
        </section>
      )}
    </div>
  );
}
