/** What the API is handed, and what each of its calls finds there. Types alone, so that routes need nothing of the app itself. */

import type { Call } from '../../src/lib/contract/call.ts';
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
  /** Opens and seals what is encrypted at rest. */
  vault: Vault;
  clock: Clock;
  captcha: Captcha;
  /** The one that operators meet, who log in from a command line too. */
  operatorCaptcha: Captcha;
  /** The other ways of signing in, where they are configured. */
  providers: Providers;
  /** Whose passkeys are taken; null: none are. */
  passkeys: PasskeySite | null;
  /** Sends notifications to devices; null: none are sent here. */
  push: PushSender | null;
  sendMail: SendMail;
  background: Background;
  /** Signs the right to listen to a private channel. */
  realtimeKeys: { key: string; secret: string };
  /** A session that wasn't used for so long has ended. */
  sessionIdleDays: number;
  /** Whether players must have a second factor (features/auth/require-second-factor.ts). */
  secondFactor: 'optional' | 'required';
  rateLimit: boolean;
  /** How many proxies of ours a request comes through. */
  trustedProxies: number;
  /** Points that one operator may pay out within 24 hours without a second one's approval. */
  operatorDailyLimit: number;
  /** Whether the demo partner's game has a page here: never in production. */
  demoPartner: boolean;
  /** What our own games may pay. */
  playBudget: PlayBudget;
  /** How many accounts a network may create. */
  signUps: Config['signUps'];
  /** The one origin whose pages may make players' calls, and where links in mails lead. */
  siteUrl: string;
  /** The one origin whose pages may make operators' calls. */
  operatorUrl: string;
  /** Where browsers find this app. */
  publicApiUrl: string;
  log: Log;
  /** Where each call is logged, if it is. */
  logCall?: Log;
  /** Where what concerns safety is logged: sign-ins, refusals, limits (http/security-log.ts). */
  logSecurity?: Log;
  metrics?: Metrics;
  /** What opens /metrics; without it there is none. */
  metricsToken?: string;
  /** How many calls are let in at once, where it isn't as in http/admission.ts. */
  gates?: Partial<Gates>;
  /** Whether the process was asked to end. */
  isStopping?: () => boolean;
}

/** What calls are handed: the app's parts, and what it made of them. */
export interface CallDeps extends AppDeps {
  readonly readiness: Readiness;
  readonly reportRowFault: ReportRowFault;
  /** Refuses what a suspended account may not do. */
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
    /** Who calls, once a token has identified them. */
    caller?: { readonly user?: number; readonly operator?: number };
    /** The session opens nothing yet: calls that are open to guests answer as to one (second-factor-door.ts). */
    asGuest?: boolean;
  };
}
