/** The catalogue's games that can be played here, as pages pass them to islands. */

import { turnAt } from '../lib/arcade/week.ts';
import type { CatalogueGame } from '../lib/contract/catalogue/catalogue.ts';
import { extensions } from '../lib/host.ts';
import type { Filed } from './catalogue-loader.ts';

/** Empty for other hosts, because only our own host pays what players earn in these games. */
const played = (all: Games): Games => (extensions ? all : []);

type Games = readonly { readonly data: Filed<CatalogueGame> }[];

const onStage = ({ id, name, summary, controls, quests }: CatalogueGame) => ({
  id,
  name,
  summary,
  controls,
  quests: quests.map(({ description: _, ...quest }) => quest),
});

export function ownGames(all: Games) {
  const own = played(all).flatMap(({ data }) =>
    data.arcade === null ? [] : { arcade: data.arcade, ...onStage(data) },
  );
  const ids = own.map(({ id }) => id).toSorted((a, b) => a - b);
  const ofWeek = ids[turnAt(Date.now(), ids.length)];
  return own.map((game) => ({ ...game, ofWeek: game.id === ofWeek }));
}

/** Returns what public pages pass of it. */
export const heroGame = ({ arcade, id, name, quests }: ReturnType<typeof ownGames>[number]) => ({
  arcade,
  id,
  name,
  quests,
});

/** Returns partners' games, which are played in a frame. */
export const partnerGames = (all: Games) =>
  played(all).flatMap(({ data }) => {
    const { frame, slug, devices } = data;
    return frame === undefined ? [] : { frame, slug, devices, ...onStage(data) };
  });

/** Returns the ids of partners' games that are played here. */
export const framedIds = (all: Games) => partnerGames(all).map(({ id }) => id);
