/** Players with a password and a confirmed address, and with a second factor. */
import { confirmEmail } from '../../src/lib/api/confirmation.ts';
import { confirmApp, setUpApp } from '../../src/lib/api/second-factor.ts';
import { register } from '../../src/lib/api/sign-in.ts';
import type { Player, TestApi } from './api.ts';
import { codeOf, secretOf } from './app-codes.ts';

export const PASSWORD = 'correct horse 7';

/** Joins with a password and confirms the address by the mail's link; the calls that follow are theirs. */
export async function joinConfirmed(api: TestApi, email = 'mira@test.example'): Promise<Player> {
  const { token, user } = await register({ email, password: PASSWORD, captcha: 'off' });
  await api.background.idle();
  const [, link = ''] = /confirm-email\/([\w-]{43})/.exec(api.mails.at(-1)?.text ?? '') ?? [];
  const player = { id: user.id, email, token };
  api.actAs(player);
  await confirmEmail(link);
  api.mails.length = 0;
  return player;
}

export interface WithApp extends Player {
  readonly secret: Buffer;
  readonly recoveryCodes: readonly string[];
}

/** The same, with the second factor on since a week ago: what is mailed at first, and can be undone at first, is past. */
export async function joinWithApp(api: TestApi, email?: string): Promise<WithApp> {
  const player = await joinConfirmed(api, email);
  const secret = secretOf((await setUpApp(PASSWORD)).secret);
  const { codes } = await confirmApp(codeOf(secret, api.now));
  await api.background.idle();
  api.mails.length = 0;
  api.now = new Date(api.now.getTime() + 7 * 86_400_000);
  return { ...player, secret, recoveryCodes: codes };
}
