/** Reads the catalogue's files (src/content/catalogue). They are read and imported once, at start. */
import { join } from 'node:path';
import { expectedOf } from '../../../src/lib/arcade/draw.ts';
import {
  type CatalogueArticle,
  type CatalogueCase,
  type CatalogueContest,
  type CatalogueGame,
  type CatalogueReward,
  type CatalogueSocialTask,
  catalogueArticleSchema,
  catalogueCaseSchema,
  catalogueContestSchema,
  catalogueGameSchema,
  catalogueRewardSchema,
  catalogueSocialTaskSchema,
} from '../../../src/lib/contract/catalogue.ts';
import { catalogueFolder, readFolder, unusable } from '../../platform/catalogue-files.ts';

export interface Catalogue {
  rewards: (CatalogueReward & { slug: string })[];
  games: (CatalogueGame & { slug: string })[];
  articles: CatalogueArticle[];
  contests: (CatalogueContest & { slug: string })[];
  cases: (CatalogueCase & { slug: string })[];
  social: (CatalogueSocialTask & { slug: string })[];
}

/** Returns a function that records which file has an id, and throws naming both files if two have the same id. */
function claimer(kind: string): (id: number, file: string) => void {
  const taken = new Map<number, string>();
  return (id, file) => {
    const other = taken.get(id);
    if (other) throw unusable(file, `id: ${other} already has the ${kind} id ${id}.`);
    taken.set(id, file);
  };
}

/**
 * Reads all entries, ordered by file name.
 * @param dir the folder that holds `rewards/`, `games/`, `articles/`, `contests/`, `cases/` and `social/`
 * @throws Error naming the file and the field if a value is wrong, an id is used twice, or an entry names another that doesn't exist
 */
export function readCatalogue(dir = catalogueFolder): Catalogue {
  const claim = {
    reward: claimer('reward'),
    amount: claimer('amount'),
    game: claimer('game'),
    quest: claimer('quest'),
    article: claimer('article'),
    contest: claimer('contest'),
    case: claimer('case'),
    social: claimer('social task'),
  };

  const rewards = readFolder(join(dir, 'rewards'), catalogueRewardSchema).map(({ file, slug, entry }) => {
    claim.reward(entry.id, file);
    for (const { id } of entry.amounts) claim.amount(id, file);
    return { ...entry, slug };
  });
  const games = readFolder(join(dir, 'games'), catalogueGameSchema).map(({ file, slug, entry }) => {
    claim.game(entry.id, file);
    for (const { id } of entry.quests) claim.quest(id, file);
    const first = entry.registration_quest;
    if (first !== null && !entry.quests.some(({ id }) => id === first)) {
      throw unusable(file, `registration_quest: this game has no quest ${first}.`);
    }
    return { ...entry, slug };
  });
  const articles = readFolder(join(dir, 'articles'), catalogueArticleSchema).map(({ file, entry }) => {
    claim.article(entry.id, file);
    if (entry.game_id !== null && !games.some(({ id }) => id === entry.game_id)) {
      throw unusable(file, `game_id: the catalogue has no game ${entry.game_id}.`);
    }
    return entry;
  });
  const contests = readFolder(join(dir, 'contests'), catalogueContestSchema).map(({ file, slug, entry }) => {
    claim.contest(entry.id, file);
    if (entry.every === null && Date.parse(entry.ends_at) <= Date.parse(entry.starts_at)) {
      throw unusable(file, 'ends_at: a contest ends after it starts.');
    }
    return { ...entry, slug };
  });
  const cases = readFolder(join(dir, 'cases'), catalogueCaseSchema).map(({ file, slug, entry }) => {
    claim.case(entry.id, file);
    const expected = expectedOf(entry.items);
    if (expected > entry.points) {
      throw unusable(
        file,
        `items: they return ${expected} points on average, more than the price of ${entry.points}.`,
      );
    }
    return { ...entry, slug };
  });
  const social = readFolder(join(dir, 'social'), catalogueSocialTaskSchema).map(({ file, slug, entry }) => {
    claim.social(entry.id, file);
    return { ...entry, slug };
  });
  return { rewards, games, articles, contests, cases, social };
}
