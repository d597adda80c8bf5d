/** The list of cases, with its search, order and page as they stand in the address. */
import { request } from '../../../lib/client/client.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import { listCases } from '../../../lib/contract/cases.ts';
import { REWARD_SORTS } from '../../../lib/contract/limits.ts';
import { createLoader } from '../../../lib/stores/load.ts';
import { searchQuery, showPage } from '../../../lib/stores/pages.ts';

export type CaseSort = (typeof REWARD_SORTS)[number];
export interface CasesView {
  readonly search: string;
  readonly sort: CaseSort;
  readonly page: number;
}

const loader = createLoader<Answer<typeof listCases>>();
export const $cases = loader.$load;

export function loadCases(view: CasesView): Promise<void> {
  return showPage(loader, () => request(listCases, { query: searchQuery(view, REWARD_SORTS) }), view);
}
