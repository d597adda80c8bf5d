/**
 * The only file that listens. It opens the database, updates it, and serves site, API and realtime socket in one process. Run as
 * the entry point, it starts with the settings of the environment. `npm start` builds the site first and then calls `serve`.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createApp } from './app.ts';
import { type Config, ConfigError, getConfig, withSecretFiles } from './config/config.ts';
import type { Database } from './db/database.ts';
import { openDatabase } from './db/open-database.ts';
import { demoAccount, seed } from './db/seed.ts';
import { seedRounds } from './db/seed-rounds.ts';
import { countUnreadable } from './features/account/delivery-details.ts';
import { captchaOf, operatorCaptchaOf, providersOf } from './features/auth/create-providers.ts';
import { readCatalogue } from './features/catalogue/files.ts';
import { rewardTexts, shownOn, withoutDemo } from './features/catalogue/import.ts';
import { pushSenderOf } from './features/notifications/create-push.ts';
import { isStillWanted, unsubscribeUrlOf } from './features/notifications/unsubscribe.ts';
import { firstSetupCode } from './features/operators/setup.ts';
import { keepFirstOrderRules } from './features/redemption/first-orders.ts';
import { closeServer, lastArrivals, listen } from './http/listen.ts';
import { openTls, type Tls } from './http/tls.ts';
import { jobsOf, startJobs } from './jobs/jobs.ts';
import { composeMail, type SendComposed, type SendMail } from './mail/mail.ts';
import { createOutbox } from './mail/outbox.ts';
import { createMailQueue } from './mail/queue.ts';
import { createSmtp } from './mail/smtp.ts';
import { createLog, type Log } from './observability/log.ts';
import { createMetrics } from './observability/metrics.ts';
import { createBackground } from './platform/background.ts';
import { systemClock } from './platform/clock.ts';
import { dataKeys } from './platform/data-key.ts';
import { createVault, type Vault } from './platform/encryption.ts';
import { errorText, fatalText } from './platform/error-text.ts';
import { makesKnownDigests } from './platform/secrets.ts';
import { MINUTE } from './platform/time.ts';
import { type Live, liveOf } from './realtime/create-realtime.ts';
import { createSite } from './static-site/site.ts';

type Undo = () => Promise<void> | void;

export interface Running {
  /** What someone who just started it wants to know, one line each. */
  readonly notes: readonly string[];
  /** Reads the certificate of TLS_CERT_FILE again, for new connections. Problems with it are logged. */
  renew(): void;
  /** Finishes running requests, then closes everything. */
  close(): Promise<void>;
}

/**
 * Starts everything. Throws a ConfigError, one sentence, for problems that a person can correct, such as a used port or data
 * folder. With `rounds`, the demo's players have played before.
 */
export async function serve(
  config: Config,
  write: (line: string) => void,
  { rounds = false } = {},
): Promise<Running> {
  const log = createLog({ format: config.LOG, write, now: systemClock });
  let isStopping = false;
  const undo: Undo[] = [];
  async function close(): Promise<void> {
    for (const step of undo.splice(0).reverse()) await step();
  }
  try {
    for (const warning of config.warnings) log(warning);
    const tls = config.tls && openTls(config.tls);
    const opened = await openDatabase(config, log);
    const { db, work } = opened;
    undo.push(() => opened.close());
    const files = shownOn(readCatalogue());
    const catalogue = config.production ? withoutDemo(files) : files;
    const vault = createVault(dataKeys(config));
    // Processes that start at the same time do this one after another, so the second finds everything in place.
    await work.alone(() => bringUpToDate(config, work, { catalogue, vault, rounds }));

    const live = await liveOf(config, db, log, tls);
    const { broadcast } = live;
    undo.push(() => broadcast.close());
    // With PGlite both are the same database.
    for (const one of new Set([db, work])) one.onEvent(broadcast.publish);
    const background = createBackground(log);
    undo.push(() => background.idle());
    const mails = createMailQueue({
      db: db.drizzle,
      vault,
      send: mailerOf(config, log),
      isWanted: (unsubscribe) => isStillWanted(db.drizzle, vault, unsubscribe),
      clock: systemClock,
      log,
    });
    const sendMail: SendMail = (mail) => mails.send(composeMail(mail, config.SITE_URL));
    const push = pushSenderOf(config);
    const jobs = [
      ...jobsOf({
        db: work,
        sendMail,
        unsubscribeUrl: unsubscribeUrlOf(vault, config.PUBLIC_API_URL),
        push: push && { ...push, idleDays: config.SESSION_IDLE_DAYS },
        log,
      }),
      { name: 'waiting mails', every: MINUTE, run: mails.retry },
    ];
    const { METRICS_TOKEN: metricsToken } = config;
    const metrics =
      metricsToken !== undefined &&
      createMetrics({
        db,
        sockets: live.stats,
        clock: systemClock,
        log,
        jobs: jobs.map(({ name }) => name),
        ...(tls && { certificateEnds: tls.ends }),
      });
    const app = createApp({
      db,
      texts: rewardTexts(catalogue),
      vault,
      clock: systemClock,
      captcha: await captchaOf(config, db, log),
      operatorCaptcha: await operatorCaptchaOf(config, db, log),
      providers: providersOf(config, db, log),
      passkeys: config.passkeys,
      push,
      sendMail,
      mailsArrive: config.MAIL_URL !== undefined,
      background,
      realtimeKeys: live.keys,
      demoPartner: !config.production,
      sessionIdleDays: config.SESSION_IDLE_DAYS,
      secondFactor: config.SECOND_FACTOR,
      rateLimit: config.RATE_LIMIT,
      trustedProxies: config.TRUSTED_PROXIES,
      operatorDailyLimit: config.OPERATOR_DAILY_LIMIT,
      playBudget: config.playBudget,
      signUps: config.signUps,
      siteUrl: config.SITE_URL,
      operatorUrl: config.OPERATOR_URL,
      publicApiUrl: config.PUBLIC_API_URL,
      log,
      ...(config.LOG === 'json' && { logCall: log }),
      ...((config.production || config.LOG === 'json') && { logSecurity: log }),
      ...(metrics && { metrics, metricsToken }),
      isStopping: () => isStopping,
    });

    await listenAll(config, { api: app.fetch, live, tls }, undo);
    undo.push(startJobs(work, jobs, log, metrics ? metrics.jobFailed : undefined));
    return {
      notes: [...notesOf(config), ...(await operatorNote(db, config))],
      renew: () => renew(tls, log),
      async close() {
        isStopping = true;
        // Load balancers must see that it isn't ready before it stops accepting calls.
        await pause(config.STOP_DELAY * 1000);
        await lastArrivals();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Brings tables, keys and catalogue to this version. Throws a ConfigError if someone has to do something first. */
async function bringUpToDate(
  config: Config,
  db: Database,
  {
    catalogue,
    vault,
    rounds,
  }: { catalogue: ReturnType<typeof readCatalogue>; vault: Vault; rounds: boolean },
): Promise<void> {
  await db.migrate();
  const unreadable = await countUnreadable(db.drizzle, vault);
  if (unreadable > 0)
    throw new ConfigError(
      `DATA_KEYS has no key for ${unreadable} of the saved addresses and account names: put back the key that encrypted them, after the newest.`,
    );
  if (!(await makesKnownDigests(db.drizzle, vault)))
    throw new ConfigError(
      'DATA_KEYS must end with the same key as before, because that key recognizes codes that were added before: put the oldest key back at the end, and new ones in front.',
    );
  await seed(db, catalogue, {
    demo: !config.production,
    rounds,
    pauseNew: config.production,
    vault,
    partnerPort: config.PARTNER_PORT,
    now: systemClock(),
  });
  if (rounds && !config.production) await seedRounds(db, { budget: config.playBudget, now: systemClock() });
  await keepFirstOrderRules(db.drizzle, {
    playDays: config.FIRST_ORDER_DAYS,
    playMinutes: config.FIRST_ORDER_MINUTES,
    siteDaily: config.SITE_DAILY_POINTS,
  });
}

function renew(tls: Tls | undefined, log: Log): void {
  try {
    tls?.renew();
    if (tls) log(`the certificate was reloaded; it expires on ${tls.ends().toISOString().slice(0, 10)}`);
  } catch (error) {
    log(`the old certificate stays in use: ${errorText(error)}`);
  }
}

function mailerOf({ MAIL_URL: url, MAIL_FROM, DATA_DIR }: Config, log: Log): SendComposed {
  const from = MAIL_FROM ?? 'Playtally <no-reply@localhost>';
  if (url) return createSmtp({ url, from });
  return createOutbox({ folder: join(DATA_DIR, 'outbox'), from, clock: systemClock, log });
}

type Fetch = Parameters<typeof listen>[0];

async function listenAll(
  config: Config,
  parts: { api: Fetch; live: Live; tls: Tls | undefined },
  undo: Undo[],
): Promise<void> {
  const host = config.LISTEN_HOST;
  const api = await listen(parts.api, { host, port: config.API_PORT, setting: 'API_PORT' }, parts.tls);
  undo.push(() => closeServer(api));
  await parts.live.listen();
  undo.push(() => parts.live.close());
  // In development Astro's own server serves the site, so nothing is built.
  const dist = process.env.SITE_DIST || fileURLToPath(new URL('../dist', import.meta.url));
  if (process.env.SITE_DIST === 'none' || !existsSync(dist)) return;
  const site = await listen(
    createSite({
      dist,
      operatorHost: new URL(config.OPERATOR_URL).host,
      addresses: config.addresses,
    }).fetch,
    { host, port: config.SITE_PORT, setting: 'SITE_PORT' },
  );
  undo.push(() => closeServer(site));
}

/**
 * Returns how the first operator gets in: in development with a code shown here, in production with the code from the settings.
 */
async function operatorNote(
  db: Database,
  { production, OPERATOR_SETUP, OPERATOR_URL }: Config,
): Promise<string[]> {
  if (production && OPERATOR_SETUP === undefined) return [];
  const code = await firstSetupCode(db, OPERATOR_SETUP, systemClock());
  return code === null ? [] : [`Operator  ${OPERATOR_URL}/operator/setup, setup code ${code}`];
}

function notesOf(config: Config): string[] {
  return [
    `Site      ${config.SITE_URL}`,
    `Operators ${config.OPERATOR_URL}`,
    `API       ${config.PUBLIC_API_URL}   (docs: ${config.PUBLIC_API_URL}/docs)`,
    `Realtime  ${config.pusher ? config.pusher.origin : `${config.tls ? 'wss' : 'ws'}://localhost:${config.REALTIME_PORT}`}`,
    ...(config.production ? [] : [`Demo      ${demoAccount.email}, password ${demoAccount.password}`]),
    `Mail      ${config.MAIL_URL ? new URL(config.MAIL_URL).host : join(config.DATA_DIR, 'outbox')}`,
    `Data      ${config.DATABASE_URL ? new URL(config.DATABASE_URL).host : join(config.DATA_DIR, 'db')}`,
  ];
}

function giveUp(error: unknown): never {
  console.error(fatalText(error));
  process.exit(1);
}

/** Starts with the settings of the environment, and stops on a signal. A second signal ends it immediately. */
async function main(): Promise<void> {
  // Node itself would print everything in an error, including a statement's values.
  process.on('uncaughtException', giveUp);
  try {
    const config = getConfig(withSecretFiles(process.env));
    const running = await serve(config, (text) => console.error(text));
    for (const note of running.notes) console.log(note);
    let ending = false;
    const end = async () => {
      if (ending) process.exit(1);
      ending = true;
      await running.close();
      process.exit(0);
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
    // Without a certificate the signal keeps its usual meaning: the terminal was closed.
    if (config.tls) process.on('SIGHUP', () => running.renew());
  } catch (error) {
    giveUp(error);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
