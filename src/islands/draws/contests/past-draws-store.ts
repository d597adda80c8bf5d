/** Earlier draws of a recurring giveaway, with their winners. */
import { request } from '../../../lib/client/client.ts';
import { type Contest, getContest, listContests } from '../../../lib/contract/draws/contests.ts';
import { createLoader } from '../../shared/stores/load.ts';

const SHOWN = 3;

const loader = createLoader<readonly Contest[]>();
export const $pastDraws = loader.$load;

export function loadPastDraws({ id, name, slug }: Pick<Contest, 'id' | 'name' | 'slug'>): Promise<void> {
  return loader.run(async () => {
    const query = { 'game-name': name, 'sort-by': 'newest', page: 1, per_page: 20 } as const;
    const { data } = await request(listContests, { query });
    const past = data.filter((one) => one.slug === slug && one.state === 'ended' && one.id !== id);
    return Promise.all(
      past.slice(0, SHOWN).map(async ({ id }) => (await request(getContest, { params: { id } })).contest),
    );
  });
}
