/** This week's tournament, as the caller sees it. */
import { request } from '../../../lib/client/client.ts';
import { getTournament, type Tournament } from '../../../lib/contract/arcade/tournament.ts';
import { createLoader } from './load.ts';

const loader = createLoader<Tournament>();
export const $tournament = loader.$load;

/** Fetches the tournament. The shown one stays until the answer arrives. */
export const loadTournament = (): Promise<void> => loader.run(() => request(getTournament, {}), true);
