/** Players with a password, with a confirmed address, and with a second factor. */

import { confirmEmail } from '../../src/lib/contract/auth/confirmation.ts';
import { confirmApp, setUpApp } from '../../src/lib/contract/auth/second-factor.ts';
import { loginUser, registerUser } from '../../src/lib/contract/auth/sign-in.ts';
import type { Answer } from '../../src/lib/contract/call.ts';
import { type Player, request, type TestApi } from './api.ts';
import { codeOf, secretOf } from './app-codes.ts';

export const PASSWORD = 'correct horse 7';

const playerOf = ({ success: { token, user } }: Answer<typeof loginUser>): Player => ({
  id: user.id,
  email: user.email ?? '',
  token,
});

/** Signs up a player with a password and an unconfirmed address, who makes the later calls. */
export async function join(
  api: TestApi,
  email = 'mira@test.example',
  more: { password?: string; reflink?: string | null } = {},
): Promise<Player> {
  api.actAs(null);
  const body = { email, password: PASSWORD, captcha: 'off', ...more };
  const player = playerOf(await request(registerUser, { body }));
  api.actAs(player);
  return player;
}

/** The same, with the address confirmed by the mail's link. */
export async function joinConfirmed(api: TestApi, email?: string): Promise<Player> {
  const player = await join(api, email);
  await api.background.idle();
  const [, link = ''] = /confirm-email\/([\w-]{43})/.exec(api.mails.at(-1)?.text ?? '') ?? [];
  await request(confirmEmail, { body: { token: link } });
  api.mails.length = 0;
  return player;
}

/** Another session of the account with this address. */
export const logIn = async (email: string, more: { password?: string; code?: string } = {}) =>
  playerOf(await request(loginUser, { body: { email, password: PASSWORD, captcha: 'off', ...more } }));

/** The mails since the last call. */
export async function mailed(api: TestApi) {
  await api.background.idle();
  return api.mails.splice(0);
}

export async function addPlayers(api: TestApi, count: number, points?: number): Promise<Player[]> {
  const players: Player[] = [];
  while (players.length < count) players.push(await api.addPlayer(points));
  return players;
}

export interface WithApp extends Player {
  readonly secret: Buffer;
  readonly recoveryCodes: readonly string[];
}

/** The same, with a second factor that was turned on a week ago, so the first mails and the first days are past. */
export async function joinWithApp(api: TestApi, email?: string): Promise<WithApp> {
  const player = await joinConfirmed(api, email);
  const secret = secretOf((await request(setUpApp, { body: { password: PASSWORD } })).secret);
  const { recovery_codes: recoveryCodes } = await request(confirmApp, {
    body: { code: codeOf(secret, api.now) },
  });
  await mailed(api);
  api.now = new Date(api.now.getTime() + 7 * 86_400_000);
  return { ...player, secret, recoveryCodes };
}
