/**
 * The catalogue's files (src/content/catalogue). Marketers write them, the build reads them and the server imports them. There is
 * one JSON file per reward, game, article, contest and case. `parseEntry` rejects a wrong value and names the file and the field.
 */
import * as v from 'valibot';
import { daySchema, fieldWords, momentSchema } from '../fields.ts';
import { DEVICES, GAME_SOURCES, MIN_ORDER_POINTS, QUEST_PERIODS } from '../limits.ts';
import { deliverySchema, patternSchema } from './delivery.ts';

const text = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(max));
const FROM_ONE = 'must be a whole number from 1';
const FROM_ZERO = 'must be a whole number from 0';
const wholePoints = v.pipe(v.number(FROM_ONE), v.integer(FROM_ONE), v.minValue(1, FROM_ONE));
const id = wholePoints;
const day = daySchema('must be a date such as 2026-11-20');
const moment = momentSchema('must be a time such as 2026-12-01T12:00:00Z');

export const rewardKinds = [
  'game credit',
  'gift code',
  'wallet code',
  'card',
  'subscription',
  'skin',
  'money',
  'crypto',
  'item',
] as const;

const glyphName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]+$/, 'must be the name of a glyph, such as "roblox" or "gift-card"'),
);

export const catalogueRewardSchema = v.strictObject({
  id,
  name: text(60),
  kind: v.picklist(rewardKinds),
  /** The company that owns the logo, for the trademark line. */
  brand: text(60),
  /** The game or platform. `game-name` searches it. */
  game: text(60),
  /** The logo: one of our drawings (src/components/glyphs) or a simple-icons slug. Null: a gift card. */
  glyph: v.nullable(glyphName),
  /** The ticket's colour, dark enough for white text (4.5:1): #2a2d34 */
  colour: v.pipe(
    v.string(),
    v.regex(/^#[0-9a-f]{6}$/, 'must be # and six digits or letters from a to f, such as #2a2d34'),
  ),
  /** One line under the name: "400, 800 or 1,700". */
  summary: text(80),
  description: text(600),
  /** How to redeem it on its own platform, step by step. */
  steps: v.pipe(v.array(text(240)), v.minLength(2), v.maxLength(6)),
  /** Where it can be used and what limits it. */
  regions: text(200),
  min_age: v.picklist([13, 18]),
  delivery: deliverySchema,
  /** A date, used by the sort order "newest". */
  added: day,
  amounts: v.pipe(
    v.array(
      v.strictObject({
        id,
        label: text(60),
        points: v.pipe(v.number(), v.integer(), v.minValue(MIN_ORDER_POINTS)),
        /** Its value in US cents. */
        cents: wholePoints,
      }),
    ),
    v.minLength(1),
    v.maxLength(8),
  ),
});
export type CatalogueReward = v.InferOutput<typeof catalogueRewardSchema>;

export const catalogueQuestSchema = v.strictObject({
  id,
  name: text(80),
  description: text(240),
  /** 0 in a partner's game, whose quests nothing pays: they show progress, and its offers pay. From 1 in any other. */
  points: v.pipe(v.number(FROM_ZERO), v.integer(FROM_ZERO), v.minValue(0, FROM_ZERO)),
  /** once: one time per account. daily, weekly: once per UTC day or ISO week. */
  period: v.picklist(QUEST_PERIODS),
  /** What is counted. Own games report it from the replay. `event` is what a partner's game shows in its frame. */
  metric: v.pipe(v.string(), v.regex(/^[a-z][a-z_]{1,29}$/, 'must be a name such as best_score')),
  /** best: the best single round counts. sum: rounds add up. */
  mode: v.picklist(['best', 'sum']),
  goal: wholePoints,
});
export type CatalogueQuest = v.InferOutput<typeof catalogueQuestSchema>;

export const catalogueGameSchema = v.strictObject({
  id,
  name: text(60),
  /**
   * own: runs on our site, and the server replays its rounds. partner: a partner's game, whose quests pay nothing. demo-partner: an
   * invented listing of the demo partner, labelled as such on screen and never in production.
   */
  source: v.picklist(GAME_SOURCES),
  /** For own games: the module in src/lib/arcade. */
  arcade: v.nullable(v.pipe(v.string(), v.regex(/^[a-z]+$/, 'must be the name of a game in src/lib/arcade'))),
  /**
   * For a partner's game that is played here in a frame: the address of its page. A page on the API's own host begins with a
   * slash, like the demo partner's.
   */
  frame: v.optional(
    v.pipe(v.string(), v.regex(/^(?:\/|https:\/\/)[!-~]+$/, 'must be an address that begins with https://')),
  ),
  genre: text(30),
  summary: text(80),
  description: text(800),
  controls: text(240),
  devices: v.pipe(v.array(v.picklist(DEVICES)), v.minLength(1)),
  added: day,
  quests: v.pipe(v.array(catalogueQuestSchema), v.minLength(1), v.maxLength(12)),
  /** The quest that a new player does first ("registration_quest" in the spec). */
  registration_quest: v.nullable(id),
});
export type CatalogueGame = v.InferOutput<typeof catalogueGameSchema>;

/** Whether an entry is only a demo and must not reach production. */
export function isDemo(entry: object): boolean {
  return ('source' in entry && entry.source === 'demo-partner') || ('demo' in entry && entry.demo === true);
}

/** Parses one file's content. Throws an Error that names the file, the field and the problem. */
export function parseEntry<S extends v.GenericSchema>(
  schema: S,
  file: string,
  content: unknown,
): v.InferOutput<S> {
  const result = v.safeParse(schema, content);
  if (result.success) return result.output;
  const lines = result.issues.map(
    (issue) => `  ${fieldWords(v.getDotPath(issue) ?? '(whole file)')}: ${issue.message}`,
  );
  throw new Error(`${file} has a value that can't be used:\n${lines.join('\n')}`);
}

/** The highest id for articles from the catalogue's files. Articles by players have higher ids. */
export const LAST_CATALOGUE_ARTICLE = 999_999;

export const catalogueArticleSchema = v.strictObject({
  id: v.pipe(id, v.maxValue(LAST_CATALOGUE_ARTICLE)),
  title: text(90),
  summary: text(200),
  type: v.picklist(['news', 'guide', 'review']),
  /** Markdown. */
  body: v.pipe(v.string(), v.minLength(200), v.maxLength(20_000)),
  /** The game it belongs to, if any. */
  game_id: v.nullable(id),
  /** One of our drawings (src/components/glyphs), shown in place of its game's picture. */
  glyph: v.optional(glyphName),
  published_at: day,
  /** What has changed since publication, for readers. */
  changes: v.optional(v.array(v.strictObject({ date: day, what: text(160) }))),
  /** A draft is shown nowhere. An article also isn't shown before `published_at`, or from `expires_on` on. */
  draft: v.optional(v.boolean()),
  expires_on: v.optional(day),
  /** About the demo listings, so never in production. */
  demo: v.optional(v.boolean()),
});
export type CatalogueArticle = v.InferOutput<typeof catalogueArticleSchema>;

const contestEntries = {
  id,
  name: text(60),
  /** The game or platform. `game-name` searches it. */
  game: text(60),
  summary: text(80),
  /** What a player must know before entering, one line each. */
  rules: v.pipe(v.array(text(240)), v.minLength(3), v.maxLength(8)),
  /** Points by place, first place first. */
  prizes: v.pipe(v.array(wholePoints), v.minLength(1), v.maxLength(20)),
};

/** A contest never changes after it starts. An edited file affects the weeks to come; a dated contest keeps its first terms. */
export const catalogueContestSchema = v.variant('every', [
  /** A new contest each ISO week, from Monday 00:00 to the next Monday 00:00, UTC. */
  v.strictObject({ ...contestEntries, every: v.literal('week') }),
  /** One contest, at these dates: 2026-12-01T00:00:00Z */
  v.strictObject({
    ...contestEntries,
    every: v.null(),
    starts_at: moment,
    ends_at: moment,
  }),
]);
export type CatalogueContest = v.InferOutput<typeof catalogueContestSchema>;

/**
 * The price and prizes of a case never change under its id, so players always draw from the odds they have seen. Another mix is a
 * new file with a new id.
 */
export const catalogueCaseSchema = v.strictObject({
  id,
  name: text(60),
  /** The game or platform. `game-name` searches it. */
  game: text(60),
  summary: text(80),
  description: text(600),
  /** What one opening costs. */
  points: wholePoints,
  /**
   * Every item pays something, so that each opening has a cost and a prize. A weight counts as a share of the sum of all weights.
   */
  items: v.pipe(
    v.array(
      v.strictObject({
        name: text(60),
        points: wholePoints,
        weight: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
      }),
    ),
    v.minLength(2),
    v.maxLength(20),
  ),
  /** A date, used by the sort order "newest". */
  added: day,
});
export type CatalogueCase = v.InferOutput<typeof catalogueCaseSchema>;

/**
 * A task on another network. An operator checks the proof before it pays. Tasks never ask for follows, likes or praise: the
 * networks forbid buying them, and so do the rules on reviews.
 */
export const catalogueSocialTaskSchema = v.strictObject({
  id,
  /** Where it is done: a `name` in `site.social`. One of these is a single letter. */
  network: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(30)),
  /** Whether it is done on our own page or server there. It's listed once site.json has the address of that page. */
  on_our_page: v.optional(v.boolean()),
  name: text(60),
  /** What to do, step by step. */
  steps: v.pipe(v.array(text(240)), v.minLength(2), v.maxLength(6)),
  /** What the player submits: "Link to your post". */
  proof_label: text(60),
  proof_hint: text(160),
  proof_pattern: patternSchema,
  points: wholePoints,
});
export type CatalogueSocialTask = v.InferOutput<typeof catalogueSocialTaskSchema>;
