/** The list of cases, with its search, order and page as they stand in the address. */
import { listCases } from '../api/cases.ts';
import type { Answer } from '../contract/call.ts';
import type { listCases as listCall } from '../contract/cases.ts';
import type { REWARD_SORTS } from '../contract/limits.ts';
import { createLoader } from './load.ts';

export type CaseSort = (typeof REWARD_SORTS)[number];
export interface CasesView {
  readonly search: string;
  readonly sort: CaseSort;
  readonly page: number;
}

const loader = createLoader<Answer<typeof listCall>>();
export const $cases = loader.$load;

export function loadCases(view: CasesView): Promise<void> {
  return loader.run(
    () => listCases({ page: view.page, 'sort-by': view.sort, 'game-name': view.search }),
    true,
    view,
  );
}
