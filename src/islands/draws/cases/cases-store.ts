/** The list of cases. Search, sorting and page are in the address. */
import { request } from '../../../lib/client/client.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import { type CaseCard, listCases } from '../../../lib/contract/draws/cases.ts';
import { REWARD_SORTS } from '../../../lib/contract/limits.ts';
import { createLoader } from '../../shared/stores/load.ts';
import { findRow, type ListView, searchQuery, showPage } from '../../shared/stores/pages.ts';

export type CaseSort = (typeof REWARD_SORTS)[number];

const loader = createLoader<Answer<typeof listCases>>();
export const $cases = loader.$load;

export function loadCases(view: ListView<CaseSort>): Promise<void> {
  return showPage(loader, () => request(listCases, { query: searchQuery(view, REWARD_SORTS) }), view);
}

const listed = createLoader<CaseCard>();
/** One row of the list, for a host that has no call for a single case. */
export const $listedCase = listed.$load;

export function loadListedCase(id: number): Promise<void> {
  return listed.run(() => findRow(id, (query) => request(listCases, { query })), true, id);
}
