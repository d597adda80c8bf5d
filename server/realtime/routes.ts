import type { Hono } from 'hono';
import * as v from 'valibot';
import { joinChannel } from '../../src/lib/contract/channel-events.ts';
import type { ApiEnv } from '../http/app-deps.ts';
import { bearerToken } from '../http/route.ts';
import { DomainError } from '../platform/domain-error.ts';
import { userOfToken } from '../platform/tokens.ts';
import { authorizeChannel } from './channel-auth.ts';

/** pusher-js sends a form, other clients send JSON. Null if it is neither. */
function formOf(text: string, type: string | undefined): v.InferOutput<typeof joinChannel.body> | null {
  try {
    const given: unknown = type?.includes('json')
      ? JSON.parse(text)
      : Object.fromEntries(new URLSearchParams(text));
    const result = v.safeParse(joinChannel.body, given);
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

/** The route where pusher-js asks whether a browser may listen to a private channel. */
export function realtimeRoutes(app: Hono<ApiEnv>): void {
  app.post(joinChannel.path, async (c) => {
    const { parts } = c.var;
    const token = bearerToken(c);
    const userId =
      token === null ? null : await userOfToken(parts.db, token, parts.clock(), parts.sessionIdleDays);
    if (userId === null) throw new DomainError('unauthenticated');
    c.set('caller', { user: userId });
    const form = formOf(await c.req.text(), c.req.header('Content-Type'));
    const allowed =
      form &&
      authorizeChannel({ userId, socketId: form.socket_id, channel: form.channel_name }, parts.realtimeKeys);
    if (!allowed) throw new DomainError('forbidden');
    return c.json(allowed);
  });
}
