/**
 * Mounts operators' calls of the contract as routes. It is separate from `handle`, so that a player's token never opens an
 * operator's call or the other way round.
 */
import type { Context, Hono } from 'hono';
import type * as v from 'valibot';
import type { Call } from '../../../src/lib/contract/call.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { onceByKey } from '../../http/idempotency.ts';
import { withPageLinks } from '../../http/page-links.ts';
import { bearerToken, type Given, jsonOf, readCall } from '../../http/route.ts';
import { withSoundRows } from '../../http/sound-rows.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { operatorOfToken, type SignedInOperator } from './sessions.ts';

type OperatorCall = Call & { readonly who: 'operator' };

export interface OperatorGiven<C extends Call> extends Omit<Given<C>, 'userId'> {
  readonly operator: SignedInOperator;
  readonly operatorId: number;
}

async function operatorOf(c: Context<ApiEnv>, now: Date): Promise<SignedInOperator> {
  const token = bearerToken(c);
  const operator = token === null ? null : await operatorOfToken(c.var.parts.db, token, now);
  if (!operator) throw new DomainError('unauthenticated');
  return operator;
}

/** Mounts an operator's call. Without an operator's session the answer is 401, before anything else is checked. */
export function handleOperator<C extends OperatorCall>(
  app: Hono<ApiEnv>,
  call: C,
  handler: (given: OperatorGiven<C>) => Promise<v.InferOutput<C['answer']>>,
): void {
  app.on(call.method, [call.path], async (c) => {
    const { parts } = c.var;
    const now = parts.clock();
    const operator = await operatorOf(c, now);
    c.set('caller', { operator: operator.id });
    const read = await readCall(call, c);
    const given = { ...read, operator, operatorId: operator.id, parts, now, c } as OperatorGiven<C>;
    const answer = async () => withPageLinks(call, withSoundRows(call, await handler(given)), given);
    return jsonOf(c, await onceByKey(c, call, `operator:${operator.id}`, answer));
  });
}

/** Mounts a call that is made before sign-in, so it reads no token. */
export function handleStranger<C extends Call & { readonly who: 'stranger' }>(
  app: Hono<ApiEnv>,
  call: C,
  handler: (given: Omit<Given<C>, 'userId'>) => Promise<v.InferOutput<C['answer']>>,
): void {
  app.on(call.method, [call.path], async (c) => {
    const { parts } = c.var;
    const read = await readCall(call, c);
    const answer = await handler({ ...read, parts, now: parts.clock(), c } as Omit<Given<C>, 'userId'>);
    return c.json(withSoundRows(call, answer));
  });
}
