import { request } from '../../../lib/client/client.ts';
import { type AccountStats, getAccountStats } from '../../../lib/contract/progress/account-stats.ts';
import { refetchOn } from '../../shared/stores/live.ts';
import { createLoader } from '../../shared/stores/load.ts';

const loader = createLoader<AccountStats>();
export const $accountStats = loader.$load;

export const loadAccountStats = (): Promise<void> => loader.run(() => request(getAccountStats, {}), true);

/** Keeps the stats fresh while a screen shows them. */
export function followAccountStats(): () => void {
  return refetchOn(['BalanceChanged', 'OrderChanged'], loadAccountStats);
}
