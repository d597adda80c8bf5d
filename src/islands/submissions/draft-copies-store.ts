/**
 * Copies of drafts, stored in this browser until the server has them. Closing the page, a lost connection or a crash lose
 * nothing. Each user of the browser has their own copies.
 */
import * as v from 'valibot';
import { SUBMISSION_TYPES } from '../../lib/contract/limits.ts';
import type { Draft } from '../../lib/contract/submissions/submissions.ts';
import { forget, readStored, store } from '../../lib/session/storage.ts';

/** Without the server's limits, because a text that is too long must be stored too. */
const copySchema = v.object({
  key: v.pipe(v.string(), v.uuid()),
  draft: v.object({
    title: v.string(),
    summary: v.string(),
    type: v.picklist(SUBMISSION_TYPES),
    game_id: v.nullable(v.number()),
    body: v.string(),
  }),
  /** The version that the change is based on. 0: the server has never had it. */
  version: v.number(),
  /** When it was last changed, in milliseconds. */
  at: v.number(),
});
export interface Copy {
  readonly key: string;
  readonly draft: Draft;
  readonly version: number;
  readonly at: number;
}

const placeOf = (userId: number) => `drafts_${userId}`;

/** Returns all of a user's copies, most recently changed first. Empty if they can't be read. */
export function copiesOf(userId: number): Copy[] {
  try {
    return v
      .parse(v.array(copySchema), JSON.parse(readStored(placeOf(userId)) ?? '[]'))
      .toSorted((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

export function copyOf(userId: number, key: string): Copy | undefined {
  return copiesOf(userId).find((copy) => copy.key === key);
}

function keep(userId: number, copies: readonly Copy[]): void {
  if (copies.length === 0) forget(placeOf(userId));
  else store(placeOf(userId), JSON.stringify(copies));
}

export function keepCopy(userId: number, copy: Copy): void {
  keep(userId, [copy, ...copiesOf(userId).filter(({ key }) => key !== copy.key)]);
}

/** Deletes a copy. With `saved`, only if it still has that text, because another tab may have changed it. */
export function dropCopy(userId: number, key: string, saved?: Draft): void {
  keep(
    userId,
    copiesOf(userId).filter(
      (copy) => copy.key !== key || (saved !== undefined && !isSameDraft(copy.draft, saved)),
    ),
  );
}

export function isSameDraft(a: Draft, b: Draft): boolean {
  return (
    a.title === b.title &&
    a.summary === b.summary &&
    a.type === b.type &&
    a.game_id === b.game_id &&
    a.body === b.body
  );
}
