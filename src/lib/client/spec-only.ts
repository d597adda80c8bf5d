/** For a build without extensions: what of a call may leave for a host that knows the specification alone. */
import { type Call, isOurs, type Schema } from '../contract/call.ts';
import { clientError, type LooseInput, NOT_OFFERED } from './client.ts';

interface Fields extends Schema {
  readonly entries?: Readonly<Record<string, object>>;
  readonly wrapped?: Fields;
}

/** The call's input with what the specification names. Throws an ApiError, not_offered, for a call that it doesn't have. */
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
