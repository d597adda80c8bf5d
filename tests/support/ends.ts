/** How calls end, as a word for comparing. */
import { DomainError } from '../../server/platform/domain-error.ts';
import { ApiError } from '../../src/lib/client/client.ts';

/** 'done', or the error code with the named fields: 'invalid: csv, day'. */
export async function endOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => null,
    (reason) => reason,
  );
  if (error === null) return 'done';
  if (!(error instanceof ApiError || error instanceof DomainError)) throw error;
  const fields = Object.keys(error.fields ?? {});
  return fields.length === 0 ? error.code : `${error.code}: ${fields.join(', ')}`;
}

/** The ends of concurrent calls. */
export const endsOf = (calls: readonly Promise<unknown>[]) => Promise.all(calls.map(endOf));
