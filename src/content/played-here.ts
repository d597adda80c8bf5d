/** The games of the catalogue that can be played here, as pages hand them to their islands. */
import type { CatalogueGame } from '../lib/contract/catalogue.ts';
import { extensions } from '../lib/host.ts';
import type { Filed } from './catalogue-loader.ts';

/** What is earned in them only our own host pays. */
const played = (all: Games): Games => (extensions ? all : []);

type Games = readonly { readonly data: Filed<CatalogueGame> }[];

const onStage = ({ id, name, controls, quests }: CatalogueGame) => ({
  id,
  name,
  controls,
  quests: quests.map(({ description: _, ...quest }) => quest),
});

export const ownGames = (all: Games) =>
  played(all).flatMap(({ data }) => (data.arcade === null ? [] : { arcade: data.arcade, ...onStage(data) }));

/** Partners' games, which are played in a frame. */
export const partnerGames = (all: Games) =>
  played(all).flatMap(({ data }) => {
    const { frame, slug, devices } = data;
    return frame === undefined ? [] : { frame, slug, devices, ...onStage(data) };
  });

/** The ids of partners' games that are played here. */
export const framedIds = (all: Games) => partnerGames(all).map(({ id }) => id);
