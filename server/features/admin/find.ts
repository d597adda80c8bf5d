/** What operators type to find something: its number, or its player's email address or a part of their name. */
import { type AnyColumn, eq, or, type SQL, sql } from 'drizzle-orm';
import { contains } from '../../db/contains.ts';
import { users } from '../../db/schema.ts';
import { canBeId } from '../../platform/ids.ts';
import { mailboxOf } from '../../platform/mailbox.ts';

/**
 * Matches rows by what was typed: "41" (also in a name) or "#41" (only as the number), a whole address, or part of a name. An
 * address also finds the account that has the same mailbox under another spelling. Undefined for an empty search. The players are
 * looked up first, in an array, so that the indexes on `id` and `userId` serve both halves.
 */
export function foundBy(
  search: string,
  { id, userId }: { id: AnyColumn; userId: AnyColumn },
): SQL | undefined {
  if (search === '') return undefined;
  const [, hash, digits] = /^(#?)(\d{1,10})$/.exec(search) ?? [];
  const number = canBeId(Number(digits)) ? eq(id, Number(digits)) : undefined;
  if (hash) return number ?? sql`false`;
  const players = sql`SELECT ${users.id} FROM ${users} WHERE ${or(
    eq(users.email, search.toLowerCase()),
    search.includes('@') ? eq(users.mailbox, mailboxOf(search)) : undefined,
    sql`${users.name} ILIKE ${contains(search)}`,
  )}`;
  return or(number, sql`${userId} = ANY(ARRAY(${players}))`);
}
