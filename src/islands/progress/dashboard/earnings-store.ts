/** What came in lately, for the dashboard's chart: the newest earned entries, as many as one answer holds. */
import { request } from '../../../lib/client/client.ts';
import { listTransactions, type Transaction } from '../../../lib/contract/dashboard.ts';
import { MAX_PER_PAGE } from '../../../lib/contract/limits.ts';
import { extensions } from '../../../lib/host.ts';
import { refetchOn } from '../../../lib/stores/live.ts';
import { createLoader } from '../../../lib/stores/load.ts';

export interface Earnings {
  /** Newest first. */
  readonly entries: readonly Transaction[];
  /** False when older ones were left out, so that the oldest day here may be there in part. */
  readonly complete: boolean;
}

const loader = createLoader<Earnings>();
export const $earnings = loader.$load;

export function loadEarnings(): Promise<void> {
  return loader.run(async () => {
    const { data, next_page_url } = await request(listTransactions, {
      // Another host may call it otherwise.
      query: { type: extensions ? 'earned' : undefined, page: 1, per_page: MAX_PER_PAGE },
    });
    return { entries: data.filter(({ points }) => (points ?? 0) > 0), complete: next_page_url === null };
  }, true);
}

/** Keeps them fresh for as long as a screen shows them. */
export function followEarnings(): () => void {
  return refetchOn(['BalanceChanged'], loadEarnings);
}
