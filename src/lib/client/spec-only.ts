/** For a build without extensions: removes everything from a call that a host of the specification doesn't know. */
import { type Call, isOurs, type Schema } from '../contract/call.ts';
import { clientError, type LooseInput, NOT_OFFERED } from './client.ts';

interface Fields extends Schema {
  readonly entries?: Readonly<Record<string, object>>;
  readonly wrapped?: Fields;
}

/** Returns the input with only the fields of the specification. Throws an ApiError with not_offered for a call of our own. */
export function specOnly(call: Call, { params, query, body }: LooseInput): LooseInput {
  if (call.source === 'ours') throw clientError('not_offered', NOT_OFFERED);
  const named = typeof body === 'string' ? body : specified(call.body, body);
  return { params, query: specified(call.query, query), body: named };
}

function specified(schema: Fields | undefined, given: object | undefined): object | undefined {
  if (schema?.wrapped) return specified(schema.wrapped, given);
  const entries = new Map(Object.entries(schema?.entries ?? {}));
  const isNamed = (name: string) => !isOurs(entries.get(name) ?? {});
  return given && Object.fromEntries(Object.entries(given).filter(([name]) => isNamed(name)));
}
