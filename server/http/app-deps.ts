/**
 * What the API is given, and what each of its calls finds in its context. Types only, so that routes import nothing of the app
 * itself.
 */

import type { Call } from '../../src/lib/contract/call.ts';
import type { ErrorCode } from '../../src/lib/contract/errors.ts';
import type { Config, PlayBudget } from '../config/config.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Captcha } from '../features/auth/captcha.ts';
import type { PasskeySite } from '../features/auth/passkeys.ts';
import type { Providers } from '../features/auth/providers.ts';
import type { Texts } from '../features/catalogue/rewards.ts';
import type { SendMail } from '../mail/mail.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { ReportRowFault } from '../observability/row-faults.ts';
import type { GateLimits } from '../platform/admission.ts';
import type { Background } from '../platform/background.ts';
import type { Clock } from '../platform/clock.ts';
import type { Vault } from '../platform/encryption.ts';
import type { PushSender } from '../platform/push-sender.ts';
import type { Readiness } from '../platform/readiness.ts';

export interface AppDeps {
  db: Database;
  /** The rewards' texts, from the catalogue's files. */
  texts: Texts;
  /** Encrypts and decrypts what is stored encrypted. */
  vault: Vault;
  clock: Clock;
  captcha: Captcha;
  /** The captcha of operators, who also log in from a command line. */
  operatorCaptcha: Captcha;
  /** The auth providers that are configured. */
  providers: Providers;
  /** The site whose passkeys are accepted; null if passkeys are off. */
  passkeys: PasskeySite | null;
  /** Sends push notifications; null if push is off. */
  push: PushSender | null;
  sendMail: SendMail;
  /** Whether mails reach their readers. Without a mail server they only go to the outbox. */
  mailsArrive: boolean;
  background: Background;
  /** Signs subscriptions to private channels. */
  realtimeKeys: { key: string; secret: string };
  /** A session that isn't used for this many days ends. */
  sessionIdleDays: number;
  /** Whether players must have a second factor (features/auth/require-second-factor.ts). */
  secondFactor: 'optional' | 'required';
  rateLimit: boolean;
  /** How many of our own proxies a request passes through. */
  trustedProxies: number;
  /** Points that an operator may pay out alone within 24 hours. */
  operatorDailyLimit: number;
  /** Whether the demo partner's game has a page here. Never in production. */
  demoPartner: boolean;
  /** What our own games may pay. */
  playBudget: PlayBudget;
  /** How many accounts a network may create. */
  signUps: Config['signUps'];
  /** The only origin whose pages may make players' calls. Links in mails lead there too. */
  siteUrl: string;
  /** The only origin whose pages may make operators' calls. */
  operatorUrl: string;
  /** The URL at which browsers find this app. */
  publicApiUrl: string;
  log: Log;
  /** Logs each call, if set. */
  logCall?: Log;
  /** Logs security events: sign-ins, rejections, limits (http/security-log.ts). */
  logSecurity?: Log;
  metrics?: Metrics;
  /** The token for /metrics. Without it the path doesn't exist. */
  metricsToken?: string;
  /** Limits on concurrent calls that replace those of http/admission.ts. */
  gates?: Partial<Gates>;
  /** Whether the process was asked to stop. */
  isStopping?: () => boolean;
}

/** What calls are given: the parts above, and what the app made from them. */
export interface CallDeps extends AppDeps {
  readonly readiness: Readiness;
  readonly reportRowFault: ReportRowFault;
  /** Rejects actions that a suspended account may not do. */
  readonly admitAct: (db: Executor, call: Call, userId: number) => Promise<void>;
}

export interface Gates {
  readonly calls: GateLimits;
  readonly passwords: GateLimits;
  readonly operators: GateLimits;
}

export interface ApiEnv {
  Variables: {
    parts: CallDeps;
    requestId: string;
    /** The caller, once a token has identified them. */
    caller?: { readonly user?: number; readonly operator?: number };
    /** The session opens nothing yet, so calls that are open to guests treat it as a guest (require-second-factor.ts). */
    asGuest?: boolean;
    /** Why the call is rejected, for the log. */
    errorCode?: ErrorCode;
  };
}
