/** Reads the catalog's files (src/content/catalogue). They are read and imported once, at start. */
import { join } from 'node:path';
import type * as v from 'valibot';
import { expectedOf } from '../../../src/lib/arcade/draw.ts';
import * as files from '../../../src/lib/contract/catalogue/catalogue.ts';
import { catalogueFolder, readFolder, unusable } from '../../platform/catalogue-files.ts';

export interface Catalogue {
  rewards: (files.CatalogueReward & { slug: string })[];
  games: (files.CatalogueGame & { slug: string })[];
  articles: files.CatalogueArticle[];
  contests: (files.CatalogueContest & { slug: string })[];
  cases: (files.CatalogueCase & { slug: string })[];
  social: (files.CatalogueSocialTask & { slug: string })[];
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
  /** Reads a folder. `check` returns what is wrong with an entry, if anything is. */
  function entriesOf<S extends v.GenericSchema<unknown, { readonly id: number }>>(
    folder: string,
    kind: string,
    schema: S,
    check: (entry: v.InferOutput<S>, file: string) => string | false = () => false,
  ) {
    const claim = claimer(kind);
    return readFolder(join(dir, folder), schema).map(({ file, slug, entry }) => {
      claim(entry.id, file);
      const wrong = check(entry, file);
      if (wrong) throw unusable(file, wrong);
      return { ...entry, slug };
    });
  }

  const claimAmount = claimer('amount');
  const rewards = entriesOf('rewards', 'reward', files.catalogueRewardSchema, ({ amounts }, file) => {
    for (const { id } of amounts) claimAmount(id, file);
    return false;
  });
  const claimQuest = claimer('quest');
  const games = entriesOf('games', 'game', files.catalogueGameSchema, (game, file) => {
    for (const { id } of game.quests) claimQuest(id, file);
    const isPartners = game.source === 'partner';
    const promise = game.quests.find(({ points }) => points > 0 === isPartners);
    if (promise)
      return isPartners
        ? `quests: nothing pays quest ${promise.id}. Set its points to 0, and let an offer pay.`
        : `quests: quest ${promise.id} pays at least 1 point.`;
    const first = game.registration_quest;
    const isKnown = first === null || game.quests.some(({ id }) => id === first);
    return !isKnown && `registration_quest: this game has no quest ${first}.`;
  });
  const articles = entriesOf('articles', 'article', files.catalogueArticleSchema, ({ game_id }) => {
    const isKnown = game_id === null || games.some(({ id }) => id === game_id);
    return !isKnown && `game_id: the catalog has no game ${game_id}.`;
  });
  const contests = entriesOf('contests', 'contest', files.catalogueContestSchema, (contest) => {
    const isOver = contest.every === null && Date.parse(contest.ends_at) <= Date.parse(contest.starts_at);
    return isOver && 'ends_at: a giveaway ends after it starts.';
  });
  const cases = entriesOf('cases', 'case', files.catalogueCaseSchema, ({ items, points }) => {
    const expected = expectedOf(items);
    return (
      expected > points &&
      `items: they return ${expected} points on average, more than the price of ${points}.`
    );
  });
  const social = entriesOf('social', 'social task', files.catalogueSocialTaskSchema);
  return { rewards, games, articles, contests, cases, social };
}
