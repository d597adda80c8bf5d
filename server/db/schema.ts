/**
 * The tables, in PostgreSQL's dialect. What must never break is said here as constraints; functions and triggers (the buy, the
 * ledger's rules) stand beside the generated migrations in migrations/*_functions.sql.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const now = sql`now()`;
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
const identity = () => integer('id').primaryKey().generatedAlwaysAsIdentity();

export const users = pgTable('users', {
  id: identity(),
  /** Lower case. */
  email: text('email').notNull().unique(),
  /** argon2id in PHC form; null for those who only sign in through a provider. */
  passwordHash: text('password_hash'),
  name: text('name').notNull(),
  country: text('country'),
  birthDate: date('birth_date', { mode: 'string' }),
  /** The reward that is this user's goal. */
  myreward: integer('myreward').references((): AnyPgColumn => rewards.id),
  invitedBy: integer('invited_by').references((): AnyPgColumn => users.id),
  /** An account of the demo data; the screen says so. */
  sample: boolean('sample').notNull().default(false),
  createdAt: time('created_at').notNull().default(now),
});

export const tokens = pgTable(
  'tokens',
  {
    id: identity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the secret; the secret itself is only ever with its owner. */
    hash: bytes('hash').notNull().unique(),
    device: text('device').notNull(),
    createdAt: time('created_at').notNull().default(now),
    lastUsedAt: time('last_used_at').notNull().default(now),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
  },
  (table) => [index('tokens_user').on(table.userId)],
);

/** Keys that all API processes share, made at the first start. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
});

/** Captcha solutions that were used: each counts once. */
export const spentCaptchas = pgTable('spent_captchas', {
  signature: text('signature').primaryKey(),
  expiresAt: time('expires_at').notNull(),
});

/** Requests per key and window, shared by all API processes. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: time('resets_at').notNull(),
});

/** What is asked of a reward in SQL; its texts stay in the catalogue's files, which every API process has in memory. */
export const rewards = pgTable('rewards', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  game: text('game').notNull(),
  glyph: text('glyph'),
  colour: text('colour').notNull(),
  minAge: integer('min_age').notNull(),
  /** Under which name the detail is kept that its delivery needs; null for codes. */
  field: text('field'),
  /** Of the smallest amount: lists sort by it. */
  points: integer('points').notNull(),
  added: date('added', { mode: 'string' }).notNull(),
  /** Orders so far, counted now and then by a job, not on each buy: that would be one hot row. */
  popularity: integer('popularity').notNull().default(0),
  rateSum: integer('rate_sum').notNull().default(0),
  rateCount: integer('rate_count').notNull().default(0),
  /** How many opinions it has, kept by a trigger. */
  opinions: integer('opinions').notNull().default(0),
  /** False once its catalogue file is gone. */
  active: boolean('active').notNull().default(true),
});

export const amounts = pgTable(
  'amounts',
  {
    id: integer('id').primaryKey(),
    rewardId: integer('reward_id')
      .notNull()
      .references(() => rewards.id),
    label: text('label').notNull(),
    points: integer('points').notNull(),
    cents: integer('cents').notNull(),
    /** Delivered as a code from `codes`, at once. */
    isCode: boolean('is_code').notNull(),
    /** Pieces left of what isn't a code; null: made to order. Codes are counted in `codes`. */
    stock: integer('stock'),
    /** Whether codes are left: set by a trigger when some come in, cleared by the buy that takes the last. Lists read this alone. */
    hasCodes: boolean('has_codes').notNull().default(false),
    position: integer('position').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    index('amounts_reward').on(table.rewardId, table.position),
    check('amounts_stock_not_negative', sql`${table.stock} >= 0`),
    check('amounts_points_positive', sql`${table.points} > 0`),
  ],
);

/**
 * Orders, codes and the ledger name other rows without foreign keys: the checks took a third of a buy, and their share locks on
 * one reward's row made its buyers wait for each other. What they name is never deleted; the invariants check the rest.
 */
export const orders = pgTable(
  'orders',
  {
    id: identity(),
    userId: integer('user_id').notNull(),
    rewardId: integer('reward_id').notNull(),
    amountId: integer('amount_id').notNull(),
    points: integer('points').notNull(),
    cents: integer('cents').notNull(),
    state: text('state', { enum: ['pending', 'delivered', 'cancelled'] }).notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    details: text('details'),
    /** The code that was delivered with it, taken out of `codes`. */
    codeId: integer('code_id'),
    code: text('code'),
    createdAt: time('created_at').notNull(),
    deliveredAt: time('delivered_at'),
  },
  (table) => [
    unique('orders_once_per_key').on(table.userId, table.idempotencyKey),
    check('orders_state', sql`${table.state} in ('pending', 'delivered', 'cancelled')`),
    /** Each code goes out once; and the last of an amount tells where its stock begins (last_code). */
    uniqueIndex('orders_code_once').on(table.amountId, table.codeId).where(sql`code_id is not null`),
    index('orders_pending').on(table.id).where(sql`state = 'pending'`),
  ],
);

/** The stock of codes. One that goes out leaves this table and stands in its order. */
export const codes = pgTable(
  'codes',
  {
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    amountId: integer('amount_id').notNull(),
    code: text('code').notNull(),
  },
  // The key begins with the amount, so that no plan looks for its codes among all others.
  (table) => [
    primaryKey({ columns: [table.amountId, table.id] }),
    unique('codes_once').on(table.amountId, table.code),
  ],
);

export const deliveryDetails = pgTable(
  'delivery_details',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    field: text('field').notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.field] })],
);

export const games = pgTable('games', {
  id: integer('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  source: text('source', { enum: ['own', 'demo-partner'] }).notNull(),
  arcade: text('arcade'),
  genre: text('genre').notNull(),
  summary: text('summary').notNull(),
  description: text('description').notNull(),
  controls: text('controls').notNull(),
  devices: jsonb('devices').$type<string[]>().notNull(),
  added: date('added', { mode: 'string' }).notNull(),
  registrationQuest: integer('registration_quest'),
  rateSum: integer('rate_sum').notNull().default(0),
  rateCount: integer('rate_count').notNull().default(0),
  active: boolean('active').notNull().default(true),
});

export const quests = pgTable(
  'quests',
  {
    id: integer('id').primaryKey(),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    points: integer('points').notNull(),
    period: text('period', { enum: ['once', 'daily', 'weekly'] }).notNull(),
    metric: text('metric').notNull(),
    mode: text('mode', { enum: ['best', 'sum'] }).notNull(),
    goal: integer('goal').notNull(),
    position: integer('position').notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [index('quests_game').on(table.gameId, table.position)],
);

/** A round of an own game: the seed it got, what was sent back, and what the replay said. */
export const rounds = pgTable(
  'rounds',
  {
    id: uuid('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    gameId: integer('game_id')
      .notNull()
      .references(() => games.id),
    seed: bigint('seed', { mode: 'number' }).notNull(),
    version: integer('version').notNull(),
    startedAt: time('started_at').notNull(),
    finishedAt: time('finished_at'),
    score: integer('score'),
    /** Kept, so that a counted score can be replayed by anyone it is shown to. */
    inputs: jsonb('inputs').$type<(readonly [number, number])[]>(),
    /** Why it wasn't counted; null when it was, or isn't finished. */
    refusal: text('refusal'),
    finishKey: text('finish_key'),
    /** The answer given on finishing, so that a lost one can be given again. */
    answer: jsonb('answer'),
  },
  (table) => [index('rounds_best').on(table.userId, table.gameId, table.score)],
);

export const questProgress = pgTable(
  'quest_progress',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    questId: integer('quest_id')
      .notNull()
      .references(() => quests.id),
    /** The day, or the week's Monday, in UTC; 1970-01-01 for quests that can be done once. */
    period: date('period', { mode: 'string' }).notNull(),
    progress: integer('progress').notNull(),
    completedAt: time('completed_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.questId, table.period] })],
);

export const opinions = pgTable(
  'opinions',
  {
    id: identity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    rewardId: integer('reward_id').references(() => rewards.id),
    gameId: integer('game_id').references(() => games.id),
    opinion: text('opinion').notNull(),
    likes: integer('likes').notNull().default(0),
    createdAt: time('created_at').notNull().default(now),
  },
  (table) => [
    index('opinions_reward').on(table.rewardId, table.id),
    index('opinions_game').on(table.gameId, table.id),
    check('opinions_of_one_thing', sql`num_nonnulls(${table.rewardId}, ${table.gameId}) = 1`),
  ],
);

export const opinionLikes = pgTable(
  'opinion_likes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    opinionId: integer('opinion_id')
      .notNull()
      .references(() => opinions.id),
  },
  (table) => [primaryKey({ columns: [table.userId, table.opinionId] })],
);

export const ratings = pgTable(
  'ratings',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    subject: text('subject', { enum: ['reward', 'game'] }).notNull(),
    subjectId: integer('subject_id').notNull(),
    rate: integer('rate').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.subject, table.subjectId] }),
    check('ratings_one_to_five', sql`${table.rate} between 1 and 5`),
  ],
);

export const articles = pgTable('articles', {
  id: integer('id').primaryKey(),
  title: text('title').notNull(),
  summary: text('summary').notNull(),
  type: text('type', { enum: ['news', 'guide', 'review'] }).notNull(),
  body: text('body').notNull(),
  gameId: integer('game_id').references(() => games.id),
  publishedAt: time('published_at').notNull(),
  active: boolean('active').notNull().default(true),
});

/** A user's accounts as they stand: changed by the ledger's trigger alone, in the same transaction as the entry. */
export const balances = pgTable(
  'balances',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    available: integer('available').notNull().default(0),
    pending: integer('pending').notNull().default(0),
    reserved: integer('reserved').notNull().default(0),
    /** Zero or below: what is owed after a reversal that the other accounts couldn't carry. */
    debt: integer('debt').notNull().default(0),
  },
  (table) => [
    check('balances_available_not_negative', sql`${table.available} >= 0`),
    check('balances_pending_not_negative', sql`${table.pending} >= 0`),
    check('balances_reserved_not_negative', sql`${table.reserved} >= 0`),
    check('balances_debt_not_positive', sql`${table.debt} <= 0`),
  ],
);

export const userAccounts = ['available', 'pending', 'reserved', 'debt'] as const;
/** The house's side of each entry; it has no stored balance, so no row that everybody waits for. */
export const houseAccounts = ['house:earnings', 'house:redeemed', 'house:adjustments'] as const;

/**
 * The ledger: append-only, each row a movement of points from one account to another, so that what one account loses the other
 * gains by the row's very shape.
 */
export const ledger = pgTable(
  'ledger',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What this entry is of, once and for all: the same event arriving twice has the same key. */
    key: text('key').notNull().unique(),
    userId: integer('user_id').notNull(),
    from: text('from_account', { enum: [...userAccounts, ...houseAccounts] }).notNull(),
    to: text('to_account', { enum: [...userAccounts, ...houseAccounts] }).notNull(),
    points: integer('points').notNull(),
    /** credit: earned. hold, capture, return: of an order. confirm: pending became available. reversal: undone. overdraft: what a
     * reversal takes beyond the available points, as a debt. settle: a debt paid from new points. */
    reason: text('reason', {
      enum: [
        'credit',
        'hold',
        'capture',
        'return',
        'confirm',
        'reversal',
        'overdraft',
        'settle',
        'adjustment',
      ],
    }).notNull(),
    title: text('title').notNull(),
    detail: text('detail').notNull().default(''),
    /** The entry that this one undoes, confirms, captures or returns. */
    refersTo: bigint('refers_to', { mode: 'number' }),
    orderId: integer('order_id'),
    questId: integer('quest_id'),
    releasesAt: time('releases_at'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('ledger_user').on(table.userId, table.id),
    uniqueIndex('ledger_one_end')
      .on(table.refersTo)
      .where(sql`reason in ('capture', 'return') and refers_to is not null`),
    uniqueIndex('ledger_one_confirmation').on(table.refersTo).where(sql`reason = 'confirm'`),
    uniqueIndex('ledger_one_reversal').on(table.refersTo).where(sql`reason = 'reversal'`),
    check('ledger_points_positive', sql`${table.points} > 0`),
    check('ledger_two_accounts', sql`${table.from} <> ${table.to}`),
    check(
      'ledger_accounts_known',
      sql`${table.from} in ('available','pending','reserved','debt','house:earnings','house:redeemed','house:adjustments') and ${table.to} in ('available','pending','reserved','debt','house:earnings','house:redeemed','house:adjustments')`,
    ),
  ],
);
