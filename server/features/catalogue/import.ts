/**
 * Imports the catalogue's files into the database. Changes overwrite rows, and rows without a file are retired. Nothing is
 * deleted, because orders and the ledger refer to it. Importing the same files again changes nothing.
 */
import { isNull, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import {
  type CatalogueCase,
  type CatalogueReward,
  isDemo,
} from '../../../src/lib/contract/catalogue/catalogue.ts';
import type {
  amountSchema,
  rewardCardSchema,
  rewardSchema,
} from '../../../src/lib/contract/catalogue/rewards.ts';
import { isShown } from '../../../src/lib/contract/catalogue/schedule.ts';
import { isOutside, site } from '../../../src/lib/site.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { replaceRows } from '../../db/replace-rows.ts';
import {
  amounts,
  articles,
  cases,
  contestPlans,
  games,
  quests,
  rewards,
  socialTasks,
} from '../../db/schema.ts';
import { newThings, notifyOfNew } from './announcements.ts';
import type { Catalogue } from './files.ts';

type Amount = v.InferOutput<typeof amountSchema>;
type Reward = v.InferOutput<typeof rewardSchema>;
type RewardCard = v.InferOutput<typeof rewardCardSchema>;

/** Whether we have a page on a network. Until we do, its link leads to a page of this site. */
const hasOurPage = (network: string) =>
  site.social.some(({ name, url }) => name === network && isOutside(url));

/** Returns the catalogue without demo entries, as production uses it. */
export function withoutDemo(catalogue: Catalogue): Catalogue {
  const real = <T extends object>(entries: readonly T[]) => entries.filter((entry) => !isDemo(entry));
  return { ...catalogue, games: real(catalogue.games), articles: real(catalogue.articles) };
}

/** Returns the catalogue with only the articles that are on the site on this day, by default today. */
export const shownOn = (catalogue: Catalogue, day?: string): Catalogue => ({
  ...catalogue,
  articles: catalogue.articles.filter((article) =>
    isShown({ ...article, publish_on: article.published_at }, day),
  ),
});

/** The part of a reward that never changes while the process runs. */
export interface RewardTexts {
  readonly card: Omit<RewardCard, 'in_stock' | 'paused' | 'rate' | 'rate_count'>;
  /** What only its own page shows, as the file says it. */
  readonly page: Omit<Reward, keyof RewardCard | 'amounts' | 'isRated' | 'my_rate'>;
  /** In the order of price. */
  readonly amounts: readonly Omit<Amount, 'stock'>[];
  /** Ids of similar rewards: the same kind, closest in price first. */
  readonly similar: readonly number[];
}

const SIMILAR = 4;

export function rewardTexts(catalogue: Catalogue): ReadonlyMap<number, RewardTexts> {
  return new Map(catalogue.rewards.map((reward) => [reward.id, textsOf(reward, catalogue.rewards)]));
}

function textsOf(reward: Catalogue['rewards'][number], all: Catalogue['rewards']): RewardTexts {
  const { amounts, added, ...texts } = reward;
  const { id, name, slug, kind, brand, game, glyph, colour, summary, ...page } = texts;
  const { points, cents } = smallest(reward);
  const distance = (other: CatalogueReward) => Math.abs(smallest(other).points - points);
  const similar = all
    .filter((other) => other.id !== id && other.kind === kind)
    .sort((a, b) => distance(a) - distance(b) || a.id - b.id)
    .slice(0, SIMILAR);
  return {
    card: { id, name, slug, kind, brand, game, glyph, colour, summary, points, cents },
    page,
    amounts: amounts.toSorted((a, b) => a.points - b.points),
    similar: ids(similar),
  };
}

function smallest({ amounts: given }: CatalogueReward) {
  return given.reduce((least, amount) => (amount.points < least.points ? amount : least));
}

function rewardRow(reward: Catalogue['rewards'][number]) {
  const { id, slug, name, game, glyph, colour, added, min_age, delivery } = reward;
  const field = delivery.kind === 'code' ? null : delivery.field;
  return {
    id,
    slug,
    name,
    game,
    glyph,
    colour,
    added,
    minAge: min_age,
    field,
    points: smallest(reward).points,
    active: true,
  };
}

const active = { active: true };
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/**
 * Frees slugs. If a file returns with another id, the retired entry still has its slug, so that entry is renamed: "robux" becomes
 * "robux~84".
 */
async function freeSlugs(
  tx: Transaction,
  table: typeof rewards | typeof games,
  rows: readonly { id: number; slug: string }[],
): Promise<void> {
  const given = JSON.stringify(rows.map(({ id, slug }) => ({ id, slug })));
  await tx.execute(sql`UPDATE ${table} SET slug = ${table.slug} || '~' || ${table.id} FROM jsonb_to_recordset(${given}::jsonb) AS given(id integer, slug text)
    WHERE given.slug = ${table.slug} AND given.id <> ${table.id}`);
}

/** Returns the price and odds of a case as one text: everything that an opening depends on. */
function oddsOf({ points, items }: Pick<CatalogueCase, 'points' | 'items'>): string {
  return JSON.stringify([points, items.map((item) => [item.points, item.weight])]);
}

/**
 * Rejects changed odds. Players open a case with the odds that its page showed, so these can't change under the same id. Throws
 * an Error naming the file.
 */
async function rejectOtherOdds(tx: Transaction, given: Catalogue['cases']): Promise<void> {
  const known = new Map((await tx.select().from(cases)).map((row) => [row.id, oddsOf(row)]));
  for (const entry of given)
    if ((known.get(entry.id) ?? oddsOf(entry)) !== oddsOf(entry))
      throw new Error(
        `cases/${entry.slug}.json has a value that can't be used:\n  points, items: the case ${entry.id} was imported with another price or other odds. Give the new ones a new id, or undo the change.`,
      );
}

/**
 * An amount keeps its kind of delivery: it decides how waiting orders and delivered codes are read. Throws an error about the
 * file of a reward whose amounts were imported with another one.
 */
async function rejectOtherDelivery(tx: Transaction, given: Catalogue['rewards']): Promise<void> {
  const known = new Map((await tx.select().from(amounts)).map(({ id, isCode }) => [id, isCode]));
  for (const { slug, delivery, amounts: listed } of given) {
    const isCode = delivery.kind === 'code';
    const changed = listed.find(({ id }) => (known.get(id) ?? isCode) !== isCode);
    if (changed)
      throw new Error(
        `rewards/${slug}.json has a value that can't be used:\n  delivery: the amount ${changed.id} was imported ${isCode ? 'without' : 'with'} codes. Give its amounts new ids, or undo the change.`,
      );
  }
}

/**
 * Imports the catalogue.
 * @param now the date of the news about new entries
 * @param pauseNew whether new rewards stay paused until an operator turns them on, as in production
 */
export async function importCatalogue(
  db: Database,
  catalogue: Catalogue,
  now = new Date(),
  pauseNew = false,
): Promise<void> {
  const pausedAt = pauseNew ? now : null;
  const rows = {
    rewards: catalogue.rewards.map((reward) => ({ ...rewardRow(reward), pausedAt })),
    amounts: catalogue.rewards.flatMap((reward) =>
      reward.amounts
        .toSorted((a, b) => a.points - b.points)
        .map((amount, position) => ({
          ...amount,
          ...active,
          rewardId: reward.id,
          isCode: reward.delivery.kind === 'code',
          position,
        })),
    ),
    games: catalogue.games.map(({ quests: _, registration_quest, ...game }) => ({
      ...game,
      ...active,
      registrationQuest: registration_quest,
    })),
    quests: catalogue.games.flatMap((game) =>
      game.quests.map((quest, position) => ({ ...quest, ...active, gameId: game.id, position })),
    ),
    articles: catalogue.articles.map(({ id, title, summary, type, body, game_id, glyph, published_at }) => ({
      id,
      title,
      summary,
      type,
      body,
      ...active,
      gameId: game_id,
      glyph: glyph ?? null,
      publishedAt: new Date(published_at),
    })),
    contests: catalogue.contests.map(({ id, slug, name, game, summary, rules, prizes, ...when }) => {
      const [startsAt, endsAt] =
        when.every === null ? [new Date(when.starts_at), new Date(when.ends_at)] : [null, null];
      return { id, slug, name, game, summary, rules, prizes, every: when.every, startsAt, endsAt, ...active };
    }),
    cases: catalogue.cases.map((entry) => ({ ...entry, ...active })),
    social: catalogue.social
      .filter(({ network, on_our_page }) => !on_our_page || hasOurPage(network))
      .map(({ on_our_page: _, proof_label, proof_hint, proof_pattern, ...task }) => ({
        ...task,
        ...active,
        proofLabel: proof_label,
        proofHint: proof_hint,
        proofPattern: proof_pattern,
      })),
  };
  await db.drizzle.transaction(async (tx) => {
    // Before the first row is written: buyers wait for the locks on amounts, and would otherwise wait for all notifications too.
    await notifyOfNew(tx, await newThings(tx, catalogue, { rewardsPaused: pauseNew }), now);
    await freeSlugs(tx, rewards, rows.rewards);
    await freeSlugs(tx, games, rows.games);
    await rejectOtherOdds(tx, catalogue.cases);
    await rejectOtherDelivery(tx, catalogue.rewards);
    await replaceRows(tx, rewards, rows.rewards);
    await replaceRows(tx, amounts, rows.amounts);
    await replaceRows(tx, games, rows.games);
    await replaceRows(tx, quests, rows.quests);
    // Articles by players have no file.
    await replaceRows(tx, articles, rows.articles, isNull(articles.authorId));
    await replaceRows(tx, contestPlans, rows.contests);
    await replaceRows(tx, cases, rows.cases);
    await replaceRows(tx, socialTasks, rows.social);
  });
}
