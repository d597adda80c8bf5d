/** The collection of creatures. */
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { userId } from './account.ts';
import { time } from './columns.ts';

/** The collection: each kind of creature that a user hatched in a counted round. Creatures are worth no points. */
export const finds = pgTable(
  'finds',
  {
    userId: userId(),
    /** The kind, by what the creature looks like (lib/arcade/creatures.ts). */
    kind: integer('kind').notNull(),
    /** The code of the first one. */
    creature: text('creature').notNull(),
    foundAt: time('found_at').notNull(),
    count: integer('count').notNull(),
    /** The kinds that the first one was bred from. */
    parents: integer('parents').array(),
    /** When one of this kind was last bred. */
    bredAt: time('bred_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind] }),
    check('finds_count_positive', sql`${table.count} > 0`),
  ],
);
