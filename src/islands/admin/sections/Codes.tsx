import { useState } from 'react';
import { MAX_CSV_LINES } from '../../../lib/contract/limits.ts';
import type { CodeStock, CodesImported } from '../../../lib/contract/operator-orders.ts';
import { longDate } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { useQuery } from '../../shared/use-address.ts';
import { codes, importCodes } from '../orders-store.ts';
import { ActForm } from '../parts/ActForm.tsx';
import { Link } from '../parts/Link.tsx';
import { type Column, ListFrame, Table } from '../parts/ListFrame.tsx';

const filters = [{ kind: 'text', name: 'search', label: 'Reward', placeholder: 'Steam' }] as const;

const importHref = (amountId?: number) =>
  `${hrefs.operator('codes', 'import')}${amountId === undefined ? '' : `?amount=${amountId}`}`;

const columns: readonly [Column<CodeStock>, ...Column<CodeStock>[]] = [
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
    cell: ({ points }) => <span className="pts">{formatPoints(points)}</span>,
  },
  {
    head: 'In stock',
    kind: 'figure',
    cell: ({ in_stock }) =>
      in_stock === 0 ? <span className="state bad">none</span> : formatPoints(in_stock),
  },
  { head: 'Out in 30 days', kind: 'figure', cell: ({ sold_30_days }) => formatPoints(sold_30_days) },
  {
    head: 'Next',
    kind: 'words',
    cell: ({ in_stock, waiting, next_expiry, sold_30_days }) => {
      if (waiting > 0) return `Bring codes in: ${waiting} ${waiting === 1 ? 'order waits' : 'orders wait'}`;
      if (in_stock === 0) return 'Bring codes in: nobody can order it';
      if (in_stock * 2 < sold_30_days) return 'Bring codes in: they last for less than two weeks';
      return next_expiry === null ? 'Nothing' : `Nothing; the first ends on ${longDate(next_expiry)}`;
    },
  },
];

/** How many codes of each amount are left. */
export function Codes() {
  return (
    <>
      <div className="lead">
        <Link to={importHref()} className="button small">
          Bring codes in
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
          title: 'Nothing is delivered as a code',
          text: 'Amounts of the catalogue that are marked as codes stand here with their stock.',
        }}
      />
    </>
  );
}

/** Codes from a file: what came in, and line by line what didn't. */
export function ImportCodes() {
  const query = useQuery(routes.operator.pattern) ?? '';
  const given = new URLSearchParams(query).get('amount') ?? '';
  const amount = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
  const [result, setResult] = useState<CodesImported>();
  return (
    <div className="desk-item">
      <p className="back">
        <Link to={hrefs.operator('codes')}>← All amounts</Link>
      </p>
      <h2>Bring codes in</h2>
      <p className="muted">
        A CSV file whose first line names its columns, in any order: <code>code</code>, <code>amount_id</code>
        {amount !== null && ' (left out, all are for the amount below)'}, and where it is known{' '}
        <code>expires_on</code>, as in 2027-05-31. At most {formatPoints(MAX_CSV_LINES)} lines. Each code is
        sealed as it comes in: nobody reads it again but who gets it. What is good comes in, and what isn’t is
        told by line: put it right and upload it again.
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
            label: 'Amount (may be left empty where the file names it)',
            hint: 'Its number, as the list of amounts shows it.',
            max: 9,
            start: given,
          },
          {
            kind: 'file',
            name: 'csv',
            label: 'CSV file',
            hint: 'At most 400,000 characters.',
            needed: 'Please choose a CSV file.',
          },
        ]}
        submit="Bring them in"
        send={(values) => {
          const id = values.text('amount_id');
          if (id !== '' && !/^[1-9]\d{0,8}$/.test(id))
            return Promise.resolve({
              refused: { message: '', fields: { amount_id: 'This is a whole number, such as 8401.' } },
            });
          return importCodes(values.file('csv'), id === '' ? null : Number(id));
        }}
        onDone={setResult}
      />
      {result && <Imported result={result} />}
    </div>
  );
}

function Imported({ result: { added, amounts, refused, delivered } }: { readonly result: CodesImported }) {
  return (
    <section aria-labelledby="imported" className="imported">
      <h2 id="imported">What came of it</h2>
      <p role="status" className={added > 0 ? 'notice ok' : 'notice bad'}>
        {added === 0 ? 'No code came in.' : `${added} ${added === 1 ? 'code' : 'codes'} came in.`}
        {refused.length > 0 && ` ${refused.length} ${refused.length === 1 ? 'line' : 'lines'} didn’t.`}
        {delivered.length > 0 &&
          ` ${delivered.length === 1 ? 'An order that waited has' : `${delivered.length} orders that waited have`} got theirs.`}
      </p>
      {amounts.length > 0 && (
        <ul className="plain">
          {amounts.map(({ amount_id, name, added: count }) => (
            <li key={amount_id}>
              {name}: {count}
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <Table
          label="lines that didn’t come in"
          rows={refused}
          keyOf={({ line }) => line}
          columns={[
            { head: 'Line', cell: ({ line }) => line },
            { head: 'Why not', kind: 'words', cell: ({ why }) => why },
          ]}
        />
      )}
    </section>
  );
}
