/** Makes of the settings what checks that forms come from people, and the auth providers. */
import { type AuthProvider, authProviders } from '../../../src/lib/contract/sign-in.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { systemClock } from '../../platform/clock.ts';
import { createOutgoing, originsOf } from '../../platform/outgoing.ts';
import { sharedSecret } from '../../platform/secrets.ts';
import { type Captcha, createAltcha, noCaptcha } from './captcha.ts';
import { createCaptchaService } from './captcha-services.ts';
import { appleSecret, createOpenIdProvider, type OpenIdKeys, openIdProviders } from './openid.ts';
import type { ProviderDeps, Providers } from './providers.ts';
import { createSteam } from './steam.ts';

type Log = (text: string) => void;

export async function captchaOf(config: Config, db: Database, log: Log): Promise<Captcha> {
  const { CAPTCHA: captcha, captchaKeys } = config;
  const ask = createOutgoing(originsOf(config));
  if (captcha === 'off') return noCaptcha;
  if (captcha === 'altcha')
    return createAltcha({
      db: db.drizzle,
      secret: await sharedSecret(db.drizzle, 'altcha'),
      clock: systemClock,
    });
  if (!captchaKeys) throw new Error(`${captcha} without its keys`);
  return createCaptchaService({
    service: captcha,
    ...captchaKeys,
    hostname: new URL(config.SITE_URL).hostname,
    log,
    ask,
  });
}

/**
 * For operators' log-ins: the work that a browser or the command line does by itself, whichever captcha players get. A service's widget
 * is nothing that a command line could show, and its script has no business beside an operator's password.
 */
export function operatorCaptchaOf(config: Config, db: Database, log: Log): Promise<Captcha> {
  return captchaOf(config.CAPTCHA === 'off' ? config : { ...config, CAPTCHA: 'altcha' }, db, log);
}

export function providersOf(config: Config, db: Database, log: Log): Providers {
  const { google, apple, discord, steam, PUBLIC_API_URL } = config;
  const ask = createOutgoing(originsOf(config));
  const deps = (name: AuthProvider): ProviderDeps => ({
    label: authProviders[name],
    redirectUrl: `${PUBLIC_API_URL}/login/${name}/callback`,
    log,
    ask,
  });
  const openId = (name: keyof typeof openIdProviders, keys: OpenIdKeys) =>
    createOpenIdProvider(openIdProviders[name], { ...keys, ...deps(name) });
  return {
    google: google && openId('google', google),
    apple: apple && openId('apple', { clientId: apple.clientId, clientSecret: appleSecret(apple) }),
    discord: discord && openId('discord', discord),
    steam: steam && createSteam({ db, ...steam, ...deps('steam') }),
  };
}
