/** The server's app in memory, called with the client's API functions, so tests prove contract, client and server together. */
import * as v from 'valibot';
import { expect, onTestFinished } from 'vitest';
import { createApp } from '../../server/app.ts';
import type { Database } from '../../server/db/database.ts';
import type { DomainEvent } from '../../server/db/events.ts';
import { noCaptcha } from '../../server/features/auth/captcha.ts';
import { readCatalogue } from '../../server/features/catalogue/files.ts';
import { rewardTexts } from '../../server/features/catalogue/import.ts';
import type { AppDeps } from '../../server/http/app-deps.ts';
import { type ComposedMail, composeMail, type SendComposed, type SendMail } from '../../server/mail/mail.ts';
import { type Background, createBackground } from '../../server/platform/background.ts';
import { createToken } from '../../server/platform/tokens.ts';
import { type CallInput, request as clientRequest, connectApi } from '../../src/lib/client/client.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { PLAY_BUDGET } from '../../src/lib/contract/limits.ts';
import { addAccount } from './accounts.ts';
import { callAt } from './calls.ts';
import { brokenIn, testDatabase } from './database.ts';
import { expectNoSecrets } from './log-secrets.ts';
import { addOperator, type TestOperator } from './operator.ts';
import { give } from './points.ts';
import { testVault } from './vault.ts';

export interface Player {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

export interface TestApi {
  readonly db: Database;
  /** The app's clock; set it to advance it. */
  now: Date;
  /** The events sent to browsers. */
  readonly events: DomainEvent[];
  /** The mails sent. The calls' background work is done when `background` is idle. */
  readonly mails: ComposedMail[];
  readonly background: Background;
  /** The server's log: tests without a server error expect none. */
  readonly logged: string[];
  /** Tokens that the client reported as invalid. */
  readonly unauthorized: string[];
  /**
   * A request that bypasses the client, for input that the client would never send. `env` is what Node's server passes on, such
   * as a socket.
   */
  raw(path: string, init?: RequestInit, env?: object): Promise<Response>;
  /** The same, with this token. */
  send(token: string, method: string, path: string, body?: unknown): Promise<Response>;
  /** A new user with this many available points. */
  addPlayer(points?: number): Promise<Player>;
  /** Sends later calls with this player's token, or null as a guest. */
  actAs(player: Player | null): void;
  /** A new operator with a session; with a player's address it is that player. */
  addOperator(email?: string): Promise<TestOperator>;
  /** Sends later operators' calls with this operator's token, or null without one. */
  operateAs(operator: { readonly token: string } | null): void;
  brokenInvariants(): Promise<string[]>;
}

const SITE = 'http://site.test';
/** Composes mails for this site, as main.ts does, before they are sent. */
export const composed =
  (send: SendComposed): SendMail =>
  (mail) =>
    send(composeMail(mail, SITE));

const texts = rewardTexts(readCatalogue());

const patient = { running: 64, waiting: 10_000, patience: 600_000 };

let players = 0;

/** The client's `request`, which reads our own server's answers strictly. */
export async function request<C extends Call>(
  call: C,
  input: CallInput<C>,
): Promise<v.InferOutput<C['answer']>> {
  return v.parse(call.answer, await clientRequest(call, input));
}

/** The client tolerates missing values, but our own server must answer exactly as in the contract. */
async function expectExact({ method, url }: Request, response: Response): Promise<void> {
  const { call } = callAt(method, new URL(url).pathname);
  const body = await response.json().catch(() => undefined);
  expect(body, `${method} ${call.path}`).toEqual(v.parse(call.answer, body));
}

/** An app with its own database. When the test ends, its invariants are checked and its log is searched for secrets. */
export async function testApi(change: Partial<AppDeps> = {}): Promise<TestApi> {
  const db = change.db ?? (await testDatabase());
  let token: string | null = null;
  let operatorToken: string | null = null;
  // The complete log, because tests empty `logged`.
  const lines: string[] = [];
  const secrets = new Set<string>();
  const toLog = (text: string, ...more: unknown[]) => {
    lines.push(text, JSON.stringify(more));
    api.logged.push(text);
  };
  const api: TestApi = {
    db,
    now: new Date('2026-11-18T12:00:00Z'),
    events: [],
    mails: [],
    background: createBackground(toLog),
    logged: [],
    unauthorized: [],
    raw: async (path, init, env) => app.request(path, init, env),
    async send(by, method, path, body) {
      const headers = { authorization: `Bearer ${by}` };
      return app.request(path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    },
    async addPlayer(points = 0) {
      const email = `player-${++players}@test.example`;
      const id = await addAccount(db.drizzle, email, api.now);
      if (points > 0) await give({ db, now: api.now }, id, points);
      // Ignores what happened during a test's setup.
      api.events.length = 0;
      const made = { id, email, token: await createToken(db.drizzle, id, 'a test', api.now) };
      secrets.add(made.email).add(made.token);
      return made;
    },
    actAs(player) {
      token = player?.token ?? null;
    },
    async addOperator(email) {
      const made = await addOperator(db, api.now, email);
      secrets.add(made.email).add(made.token);
      return made;
    },
    operateAs(operator) {
      operatorToken = operator?.token ?? null;
    },
    brokenInvariants: () => brokenIn(db),
  };
  db.onEvent((event) => void api.events.push(event));
  const app = createApp({
    db,
    texts,
    vault: testVault,
    clock: () => api.now,
    captcha: noCaptcha,
    operatorCaptcha: noCaptcha,
    providers: {},
    push: null,
    passkeys: { rpId: 'site.test', origin: 'http://site.test' },
    sendMail: composed(async (mail) => void api.mails.push(mail)),
    mailsArrive: true,
    background: api.background,
    realtimeKeys: { key: 'test', secret: 'secret' },
    // Tokens stay valid in tests that let weeks pass, unless the test is about that.
    sessionIdleDays: 30,
    secondFactor: 'optional',
    demoPartner: false,
    rateLimit: false,
    // No call may time out on a busy machine.
    gates: { calls: patient, passwords: patient, operators: patient },
    trustedProxies: 0,
    operatorDailyLimit: 5000,
    playBudget: PLAY_BUDGET,
    signUps: { hour: 10, day: 30 },
    siteUrl: SITE,
    operatorUrl: 'http://operator.test',
    publicApiUrl: 'http://api.test',
    log: toLog,
    ...change,
  });
  connectApi({
    baseUrl: 'http://api.test',
    fetch: async (input, init) => {
      const asked = new Request(input, init);
      const response = await app.request(asked);
      if (response.ok) await expectExact(asked, response.clone());
      return response;
    },
    token: () => token,
    operatorToken: () => operatorToken,
    onUnauthorized: (gone) => gone !== null && void api.unauthorized.push(gone),
    // Files share modules, and one of them may have loaded the browser's session, which leads to other pages.
    onFactorNeeded: () => {},
    onOperatorUnauthorized: () => {},
  });
  onTestFinished(async () => {
    await api.background.idle();
    const broken = await api.brokenInvariants();
    expectNoSecrets(lines.join('\n'), secrets);
    if (broken.length > 0) throw new Error(`Invariants are broken after the test:\n${broken.join('\n')}`);
  });
  return api;
}

/** The same, with a new player who makes the calls. */
export async function playerApi(
  points = 0,
  change: Partial<AppDeps> = {},
): Promise<{ api: TestApi; player: Player }> {
  const api = await testApi(change);
  const player = await api.addPlayer(points);
  api.actAs(player);
  return { api, player };
}

/** The same, with an operator who reviews what the player sends. */
export async function reviewApi(): Promise<{ api: TestApi; me: Player; operator: TestOperator }> {
  const { api, player: me } = await playerApi();
  return { api, me, operator: await api.addOperator() };
}
