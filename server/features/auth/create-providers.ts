/** Creates the captcha and the auth providers from the settings. */
import { type AuthProvider, authProviders } from '../../../src/lib/contract/auth/sign-in.ts';
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
 * Returns the captcha for operators' logins. It is always the proof of work, which a browser or the command line does on its own.
 * A command line can't show a service's widget, and an outside script doesn't belong on a page with an operator's password.
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
