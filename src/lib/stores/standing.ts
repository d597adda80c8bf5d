/** Where one stands, for the dashboard; and the ledger as a file. */
import { request } from '../client/client.ts';
import type { Transaction } from '../contract/dashboard.ts';
import { exportTransactions, getStanding, type Standing } from '../contract/standing.ts';
import { csvOf } from '../format/csv.ts';
import { refetchOn } from './live.ts';
import { asApiError, createLoader } from './load.ts';

const loader = createLoader<Standing>();
export const $standing = loader.$load;

export const loadStanding = (): Promise<void> => loader.run(() => request(getStanding, {}), true);

/** Keeps it fresh for as long as a screen shows it. */
export function followStanding(): () => void {
  return refetchOn(['BalanceChanged', 'OrderChanged'], loadStanding);
}

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

/** The whole ledger as a file; answers its name and content, or in words why it could not be had. */
export async function ledgerFile(
  kind: 'csv' | 'json',
): Promise<{ name: string; type: string; text: string } | { error: string }> {
  try {
    const entries = await wholeLedger();
    const name = `playtally-ledger-${new Date().toISOString().slice(0, 10)}.${kind}`;
    if (kind === 'json')
      return { name, type: 'application/json', text: `${JSON.stringify(entries, null, 2)}\n` };
    const rows = entries.map((entry) => columns.map((column) => entry[column]));
    return { name, type: 'text/csv', text: csvOf([columns, ...rows]) };
  } catch (error) {
    return { error: asApiError(error).message };
  }
}
