/** The ledger as a file, and how a file shows a list. */
import { request } from '../../../lib/client/client.ts';
import { exportTransactions } from '../../../lib/contract/ledger/ledger-export.ts';
import type { Transaction } from '../../../lib/contract/progress/dashboard.ts';
import { csvOf } from '../../../lib/format/csv.ts';
import { asApiError } from './load.ts';

async function wholeLedger(): Promise<Transaction[]> {
  const entries: Transaction[] = [];
  for (let before: number | undefined; ; ) {
    const part = await request(exportTransactions, { query: { before } });
    entries.push(...part.entries);
    if (part.before === null) return entries;
    before = part.before;
  }
}

const columns = [
  'id',
  'created_at',
  'title',
  'detail',
  'points',
  'state',
  'releases_at',
  'order_id',
] as const;

/** Returns a list as CSV: the names of the columns, then a row for each entry. */
export const csvOfList = <Column extends string>(
  columns: readonly Column[],
  entries: readonly Readonly<Record<Column, string | number | null>>[],
): string => csvOf([columns, ...entries.map((entry) => columns.map((column) => entry[column]))]);

/** Returns the whole ledger as a file (name and content), or an error message. */
export async function ledgerFile(
  kind: 'csv' | 'json',
): Promise<{ name: string; type: string; text: string } | { error: string }> {
  try {
    const entries = await wholeLedger();
    const name = `playtally-ledger-${new Date().toISOString().slice(0, 10)}.${kind}`;
    if (kind === 'json')
      return { name, type: 'application/json', text: `${JSON.stringify(entries, null, 2)}\n` };
    return { name, type: 'text/csv', text: csvOfList(columns, entries) };
  } catch (error) {
    return { error: asApiError(error).message };
  }
}
