import type { Hono } from 'hono';
import { Refusal } from '../domain/refusal.ts';
import { userOfToken } from '../domain/tokens.ts';
import { authorizeChannel } from '../realtime/channel-auth.ts';
import { type ApiEnv, bearerToken } from './route.ts';

/** Where pusher-js asks whether a browser may listen to a private channel. Its form is the protocol's, not the contract's. */
export function realtimeRoutes(app: Hono<ApiEnv>): void {
  app.post('/broadcasting/auth', async (c) => {
    const { parts } = c.var;
    const token = bearerToken(c);
    const userId = token === null ? null : await userOfToken(parts.db, token, parts.clock());
    if (userId === null) throw new Refusal('unauthenticated');
    const form = new URLSearchParams(await c.req.text());
    const allowed = authorizeChannel(
      { userId, socketId: form.get('socket_id') ?? '', channel: form.get('channel_name') ?? '' },
      parts.realtimeKeys,
    );
    if (!allowed) throw new Refusal('forbidden');
    return c.json(allowed);
  });
}
