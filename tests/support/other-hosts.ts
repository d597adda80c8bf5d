/** Answers that other hosts of the specification may give: its fields, and anything for the rest. */
import fc from 'fast-check';
import type { Call, Schema } from '../../src/lib/contract/call.ts';
import { madeFor, type Node, sampleAnswer } from './sample.ts';

const page = ['data', 'data.*.id', 'next_page_url'];
const session = ['success', 'success.token', 'success.user', 'success.user.id'];

/** The fields of each answer that the specification names, in section 7 or for stores in section 3, by the call's path. */
const named: Readonly<Record<string, readonly string[]>> = {
  '/api/login-user': session,
  '/api/registration-user': session,
  '/api/login/google/callback': session,
  '/api/login/steam/callback': session,
  '/api/password/reset': session,
  '/api/user/specific-user/:id': ['user', 'user.id'],
  '/api/user/rewards': page,
  '/api/user/rewards/:id': ['reward', 'reward.id'],
  '/api/user/dashboard/weekly-quests': ['weekly_quests', 'weekly_quests.*.id'],
  '/api/user/dashboard/articles': page,
  '/api/user/dashboard/transactions': page,
  '/api/user/games/:id': ['game', 'game.id'],
  '/api/games/:id': ['game', 'game.id'],
  '/api/user/games/:id/rewards': page,
  '/api/user/games/:id/articles/type/:type': page,
  '/api/user/games': page,
  '/api/user/contests': page,
  '/api/user/cases': page,
  '/api/user/articles/:id': ['article', 'article.id'],
  '/api/user/articles/previous-or-next': ['next_or_previous_article_id'],
};

export const namedIn = ({ path }: Call): readonly string[] => named[path] ?? [];

const ABSENT = Symbol();
const anything = fc.jsonValue({ maxDepth: 2 });

/** Whatever a host of the specification may answer a call. */
export function answersOf(call: Call): fc.Arbitrary<unknown> {
  return like(call.answer, '', new Set(namedIn(call)));
}

function like(
  schema: Schema & Partial<Node>,
  path: string,
  needed: ReadonlySet<string>,
): fc.Arbitrary<unknown> {
  const { type, entries, item, wrapped } = schema;
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (wrapped) return like(wrapped as Schema, path, needed);
  if (item) {
    const row = like(item as Schema, below('*'), needed);
    // One readable row, because all have the same id.
    return fc
      .tuple(fc.array(row, { maxLength: 1 }), fc.array(anything, { maxLength: 2 }))
      .map((rows) => rows.flat());
  }
  if (type !== 'object' || !entries) return fc.constant(madeFor(schema as unknown as Node));
  const fields = Object.entries(entries).map(([name, entry]): [string, fc.Arbitrary<unknown>] => {
    const known = like(entry as unknown as Schema, below(name), needed);
    return [name, needed.has(below(name)) ? known : fc.oneof(known, anything, fc.constant(ABSENT))];
  });
  return fc
    .tuple(fc.record(Object.fromEntries(fields)), fc.dictionary(fc.string(), anything, { maxKeys: 2 }))
    .map(([known, more]) =>
      Object.fromEntries(Object.entries({ ...more, ...known }).filter(([, value]) => value !== ABSENT)),
    );
}

/** All fields of the contract, with each row of each list twice. */
export const doubledOf = (call: Call): unknown =>
  JSON.parse(JSON.stringify(sampleAnswer(call)), (_, value) =>
    Array.isArray(value) ? [...value, ...value] : value,
  );

/** The minimal answer of such a host: only the fields that the specification names. */
export function leastOf(call: Call): unknown {
  return least(call.answer, '', new Set(namedIn(call)));
}

function least(schema: Schema & Partial<Node>, path: string, needed: ReadonlySet<string>): unknown {
  const { type, entries, item, wrapped } = schema;
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (wrapped) return least(wrapped as Schema, path, needed);
  if (item) return [least(item as Schema, below('*'), needed)];
  if (type !== 'object' || !entries) return madeFor(schema as unknown as Node);
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, entry]) =>
      needed.has(below(name)) ? [[name, least(entry as unknown as Schema, below(name), needed)]] : [],
    ),
  );
}
