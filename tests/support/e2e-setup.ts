import { oidcClient, startOidcHost } from './oidc-host.ts';
import { operatorSetupCode } from './operator-session.ts';
import { productEnv, startProduct } from './product.ts';
import { startSteamHost } from './steam-host.ts';

/** Playwright's global set-up: the product, and who stands in for Google and Steam. What it answers is the tear-down. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { PUBLIC_API_URL } = await productEnv();
  const google = await startOidcHost(`${PUBLIC_API_URL}/login/google/callback`);
  const steam = await startSteamHost();
  const product = await startProduct({
    // One person's tries at one account in ten minutes would run out: most tests sign in to the same.
    RATE_LIMIT: 'off',
    OPERATOR_SETUP: operatorSetupCode,
    GOOGLE_CLIENT_ID: oidcClient.id,
    GOOGLE_CLIENT_SECRET: oidcClient.secret,
    GOOGLE_ISSUER: google.issuer,
    STEAM_SIGN_IN: 'on',
    STEAM_OPENID_URL: steam.endpoint,
  });
  return async () => {
    await product.stop();
    await google.close();
    await steam.close();
  };
}
