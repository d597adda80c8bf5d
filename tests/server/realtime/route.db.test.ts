import { describe, expect, test } from 'vitest';
import { verifyChannel } from '../../../server/realtime/channel-auth.ts';
import { logoutUser } from '../../../src/lib/contract/account/account.ts';
import {
  loginUser,
  registerUser,
  requestPasswordReset,
  resetPassword,
} from '../../../src/lib/contract/auth/sign-in.ts';
import { userChannel } from '../../../src/lib/contract/channels.ts';
import {
  changePassword,
  deleteAccount,
  listDevices,
  revokeDevice,
  revokeOtherDevices,
} from '../../../src/lib/contract/settings/settings.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';

const keys = { key: 'test', secret: 'secret' };
const SOCKET = '123.456';

function ask(api: TestApi, player: Player | null, form: Record<string, string>): Promise<Response> {
  return api.raw('/broadcasting/auth', {
    method: 'POST',
    headers: player ? { authorization: `Bearer ${player.token}` } : {},
    body: new URLSearchParams(form),
  });
}

describe('the right to listen', () => {
  test('to the user’s own channel is signed only for that socket', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const channel = userChannel(player.id);
    const response = await ask(api, player, { socket_id: SOCKET, channel_name: channel });
    expect(response.status).toBe(200);
    const { auth } = await response.json();
    expect(verifyChannel(keys, auth, { socketId: SOCKET, channel })).toBe(true);
    expect(verifyChannel(keys, auth, { socketId: '123.457', channel })).toBe(false);
    expect(verifyChannel(keys, auth, { socketId: SOCKET, channel: userChannel(player.id + 1) })).toBe(false);
  });

  test('can be requested as JSON too', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const response = await api.raw('/broadcasting/auth', {
      method: 'POST',
      headers: { authorization: `Bearer ${player.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ socket_id: SOCKET, channel_name: userChannel(player.id) }),
    });
    expect(response.status).toBe(200);
  });

  test('to anything else is rejected', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const other = await api.addPlayer();
    const own = userChannel(player.id);
    const wrong: Record<string, string>[] = [
      { socket_id: SOCKET, channel_name: userChannel(other.id) },
      { channel_name: own },
      { socket_id: SOCKET },
      {},
    ];
    for (const form of wrong) {
      const response = await ask(api, player, form);
      expect(response.status, JSON.stringify(form)).toBe(403);
      expect(await response.json()).toEqual({ code: 'forbidden', message: expect.any(String) });
    }
    expect(api.logged).toEqual([]);
  });
});

/** Everything that ends sessions also disconnects their sockets, which have to request access again. */
describe('the sockets of an account are disconnected and have to request access again when', () => {
  const email = 'mira@test.example';
  const old_password = 'correct horse 7';
  const password = 'battery staple 8';
  const both = { password, password_confirmation: password };

  test.each<[string, (api: TestApi) => Promise<unknown>]>([
    ['it logs out', () => request(logoutUser, {})],
    [
      'it ends a device',
      async () =>
        request(revokeDevice, {
          params: { id: (await request(listDevices, {})).devices.at(-1)?.id ?? 0 },
          body: { password: old_password },
        }),
    ],
    ['it ends all others', () => request(revokeOtherDevices, { body: { password: old_password } })],
    ['it changes its password', () => request(changePassword, { body: { old_password, ...both } })],
    [
      'it is to be deleted',
      () => request(deleteAccount, { body: { proof: old_password, writings: 'keep' } }),
    ],
    [
      'its password is reset by mail',
      async (api) => {
        api.actAs(null);
        await request(requestPasswordReset, { body: { email, captcha: 'off' } });
        await api.background.idle();
        const token = /find\/([\w-]+)\?/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '';
        await request(resetPassword, { body: { token, email, ...both } });
      },
    ],
  ])('%s', async (_, end) => {
    const api = await testApi();
    const form = { email, password: old_password, captcha: 'off' };
    const { user } = (await request(registerUser, { body: form })).success;
    const { token } = (await request(loginUser, { body: form })).success;
    api.actAs({ id: user.id, email, token });
    expect(api.events).toEqual([]);
    await end(api);
    expect(api.events).toContainEqual({ kind: 'sessions', userId: user.id });
  });
});
