/** The list of contests. Search, sorting and page are in the address. */
import { request } from '../../../lib/client/client.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import { type ContestCard, listContests } from '../../../lib/contract/draws/contests.ts';
import { CONTEST_SORTS } from '../../../lib/contract/limits.ts';
import { createLoader } from '../../shared/stores/load.ts';
import { findRow, type ListView, searchQuery, showPage } from '../../shared/stores/pages.ts';

export type ContestSort = (typeof CONTEST_SORTS)[number];

const loader = createLoader<Answer<typeof listContests>>();
export const $contests = loader.$load;

export function loadContests(view: ListView<ContestSort>): Promise<void> {
  return showPage(loader, () => request(listContests, { query: searchQuery(view, CONTEST_SORTS) }), view);
}

const listed = createLoader<ContestCard>();
/** One row of the list, for a host that has no call for a single contest. */
export const $listedContest = listed.$load;

export function loadListedContest(id: number): Promise<void> {
  return listed.run(() => findRow(id, (query) => request(listContests, { query })), true, id);
}
