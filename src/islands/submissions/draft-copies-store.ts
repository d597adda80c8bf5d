/**
 * What somebody writes, kept in this browser until the server has it: closing the page, a lost connection or a crash lose nothing.
 * Each user of the browser has copies of their own.
 */
import * as v from 'valibot';
import { SUBMISSION_TYPES } from '../../lib/contract/limits.ts';
import type { Draft } from '../../lib/contract/submissions.ts';
import { forget, readStored, store } from '../../lib/session/storage.ts';

/** Without the server's limits: a text that is too long is kept all the same. */
const copySchema = v.object({
  key: v.pipe(v.string(), v.uuid()),
  draft: v.object({
    title: v.string(),
    summary: v.string(),
    type: v.picklist(SUBMISSION_TYPES),
    game_id: v.nullable(v.number()),
    body: v.string(),
  }),
  /** The version that was changed; 0: the server has never had it. */
  version: v.number(),
  /** When it was changed last, in milliseconds. */
  at: v.number(),
});
export interface Copy {
  readonly key: string;
  readonly draft: Draft;
  readonly version: number;
  readonly at: number;
}

const placeOf = (userId: number) => `drafts_${userId}`;

/** All of a user's, the last changed first. What can't be read any more counts as none. */
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

/** Drops a copy; with `saved` only if it still holds just that, since another tab may have written on. */
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
