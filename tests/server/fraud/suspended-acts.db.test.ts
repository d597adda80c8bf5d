import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { isAct, openToSuspended } from '../../../server/features/fraud/reject-suspended.ts';
import { suspendUser } from '../../../server/features/fraud/suspension.ts';
import { calls } from '../../../server/http/docs.ts';
import { startSession } from '../../../src/lib/contract/arcade/rounds.ts';
import { confirmEmail } from '../../../src/lib/contract/auth/confirmation.ts';
import { registerUser } from '../../../src/lib/contract/auth/sign-in.ts';
import { addressOf, type Call } from '../../../src/lib/contract/call.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { join, mailed, PASSWORD } from '../../support/app-players.ts';
import { callSample } from '../../support/call-samples.ts';

const WHY = 'Two accounts played from one device.';

const acts = Object.entries(calls).filter(([, call]) => isAct(call) && call.who !== 'operator');

async function suspend(api: TestApi, userId: number, reason = WHY): Promise<void> {
  const { id } = await api.addOperator();
  await suspendUser(api.db, { operatorId: id, userId, reason, now: api.now });
}

/** Sends the call like a browser with this token, with input that its schemas accept. */
function send(api: TestApi, call: Call, token: string): Promise<Response> {
  const parts: Record<string, string> = { key: crypto.randomUUID(), rate: '5', field: 'roblox' };
  const ids: Record<string, number> = {
    '/api/user/rewards/:id/buyAmount': 84,
    '/api/user/rewards/:id/buy': 84,
  };
  const path = addressOf(call, { ...parts, id: ids[call.path] ?? 1 });
  return api.raw(path, {
    method: call.method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    // Without a price, the buy takes the current one.
    ...(call.method !== 'GET' && {
      body: JSON.stringify({ ...(call.body && callSample(call.body)), points: undefined }),
    }),
  });
}

test('a suspended account can only write to support, secure itself and leave', async () => {
  const api = await testApi();
  const player = await api.addPlayer(20_000);
  await suspend(api, player.id);
  const refused: string[] = [];
  for (const [name, call] of acts) {
    const answer = await send(api, call, player.token);
    const { code, message } = await answer.json();
    if (code === 'suspended') {
      expect(answer.status, name).toBe(403);
      if (!name.startsWith('buy')) expect(message, name).toContain(WHY);
      refused.push(name);
    }
    // Its session may be one that the call ended.
    await api.db.drizzle.execute('UPDATE tokens SET revoked_at = NULL');
    await api.db.drizzle.update(users).set({ deletionDueAt: null }).where(eq(users.id, player.id));
  }
  const isOpen = (call: Call) => call.who !== 'user' || openToSuspended.includes(call);
  expect(refused).toEqual(acts.filter(([, call]) => !isOpen(call)).map(([name]) => name));
  const known: Call[] = acts.map(([, call]) => call);
  expect(openToSuspended.filter((call) => !known.includes(call))).toEqual([]);
});

test('a suspended account’s session doesn’t stop its browser from confirming another account’s address', async () => {
  const api = await testApi();
  const player = await api.addPlayer();
  await suspend(api, player.id);
  const { id } = await join(api);
  const [, token = ''] = /\/confirm-email\/([\w-]+)/.exec((await mailed(api)).at(-1)?.text ?? '') ?? [];
  api.actAs(player);
  await request(confirmEmail, { body: { token, password: PASSWORD } });
  const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, id));
  expect(row?.emailConfirmedAt).toEqual(api.now);
});

test('a reason without a full stop reads as a sentence of its own', async () => {
  const api = await testApi();
  const player = await api.addPlayer();
  await suspend(api, player.id, 'Two accounts of one person');
  api.actAs(player);
  await expect(request(startSession, { params: { id: 1 }, body: {} })).rejects.toThrow(
    'The reason: Two accounts of one person. If you think',
  );
  const [{ advice } = { advice: '' }] = (await request(checkRedemption, { query: {} })).blocks;
  expect(advice).toMatch(/^Two accounts of one person\. You keep/);
  const [news] = (await request(listNotifications, { query: {} })).data;
  expect(news?.body).toMatch(/^Two accounts of one person\. You can’t/);
});

test('a suspended account can’t invite anyone', async () => {
  const api = await testApi();
  const player = await api.addPlayer();
  await suspend(api, player.id);
  const form = { email: 'friend@test.example', password: 'correct horse 7', captcha: 'off' };
  const { user } = (await request(registerUser, { body: { ...form, reflink: String(player.id) } })).success;
  const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, user.id));
  expect(row?.invitedBy).toBeNull();
});
