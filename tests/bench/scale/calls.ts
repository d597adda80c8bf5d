/** The measured calls. Each goes through the whole app in memory like a browser's call, as a random user. */
import { createApp } from '../../../server/app.ts';
import type { Database } from '../../../server/db/database.ts';
import { noCaptcha } from '../../../server/features/auth/captcha.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { rewardTexts } from '../../../server/features/catalogue/import.ts';
import { addCodes } from '../../../server/features/redemption/code-stock.ts';
import type { AppDeps } from '../../../server/http/app-deps.ts';
import { createBackground } from '../../../server/platform/background.ts';
import { PLAY_BUDGET } from '../../../src/lib/contract/limits.ts';
import { vault } from './databases.ts';
import { LONG_HISTORIES, LONG_HISTORY, SECRET_LENGTH } from './seed.ts';

interface Subject {
  readonly db: Database;
  readonly app: ReturnType<typeof createApp>;
  readonly users: number;
}

/** The reward that is bought: each user can afford a code of up to 2,500 points. */
const REWARD = { id: 12, amount: 1201 };
const PAGE = 20;

export interface Call {
  readonly name: string;
  /** Returns a request of user number `user`; `at` counts up. */
  readonly path: (at: number) => string;
  /** Only for users with a long history. */
  readonly long?: boolean;
  readonly body?: object;
}

const list = '/api/user/dashboard/transactions';
export const calls: readonly Call[] = [
  { name: 'balance', path: () => '/api/user/balance' },
  { name: 'dashboard: account stats', path: () => '/api/user/dashboard/stats' },
  { name: 'dashboard: weekly quests', path: () => '/api/user/dashboard/weekly-quests' },
  { name: 'ledger, first page', path: () => `${list}?per_page=${PAGE}` },
  {
    name: 'ledger, last page of many',
    path: () => `${list}?per_page=${PAGE}&page=${LONG_HISTORY / PAGE}`,
    long: true,
  },
  { name: 'ledger, what is pending', path: () => `${list}?type=pending` },
  { name: 'orders', path: () => '/api/user/orders' },
  { name: 'what is unread', path: () => '/api/user/unread' },
  { name: 'leaderboard of the week', path: () => '/api/user/leaderboard?span=week' },
  { name: 'rewards', path: (at) => `/api/user/rewards?per_page=${PAGE}&page=${1 + (at % 3)}` },
  { name: 'a reward', path: () => `/api/user/rewards/${REWARD.id}` },
  {
    name: 'buy',
    path: () => `/api/user/rewards/${REWARD.id}/buyAmount`,
    body: { amount_id: REWARD.amount },
  },
];

const texts = rewardTexts(readCatalogue());

export function subjectOf(db: Database, users: number): Subject {
  const log = (text: string) => console.error(text);
  // Never before the last seeded entry, which is on the day of the seeding.
  const noon = new Date().setUTCHours(12, 0, 0, 0);
  const parts: AppDeps = {
    db,
    texts,
    vault,
    clock: () => new Date(Math.max(Date.now(), noon)),
    captcha: noCaptcha,
    operatorCaptcha: noCaptcha,
    providers: {},
    passkeys: null,
    push: null,
    sendMail: async () => {},
    mailsArrive: false,
    background: createBackground(log),
    realtimeKeys: { key: 'bench', secret: 'secret' },
    demoPartner: false,
    rateLimit: false,
    trustedProxies: 0,
    sessionIdleDays: 14,
    secondFactor: 'optional',
    operatorDailyLimit: 5000,
    playBudget: PLAY_BUDGET,
    signUps: { hour: 10, day: 30 },
    siteUrl: 'http://site.test',
    operatorUrl: 'http://operator.test',
    publicApiUrl: 'http://api.test',
    log,
  };
  return { db, users, app: createApp(parts) };
}

let made = 0;

/** Enough codes for this many purchases, none of which existed before. */
export async function stockUp(db: Database, count: number): Promise<void> {
  const stamp = `${Date.now()}-${++made}`;
  const codes = Array.from({ length: count }, (_, at) => ({ code: `SCALE-${stamp}-${at}` }));
  for (let at = 0; at < count; at += 2000)
    await db.drizzle.transaction((tx) =>
      addCodes(tx, vault, { amountId: REWARD.amount, codes: codes.slice(at, at + 2000), now: new Date() }),
    );
}

/** A token's secret is its user's number (seed.ts). The part before it is ignored. */
const tokenOf = (user: number) => `1|${String(user).padStart(SECRET_LENGTH, '0')}`;

/** Makes one call as a random user and returns its milliseconds. Throws for any status except 200. */
export async function timeCall(subject: Subject, call: Call, at: number): Promise<number> {
  const user = 1 + Math.floor(Math.random() * (call.long ? LONG_HISTORIES : subject.users));
  const request = new Request(`http://api.test${call.path(at)}`, {
    headers: {
      authorization: `Bearer ${tokenOf(user)}`,
      ...(call.body && {
        'content-type': 'application/json',
        'idempotency-key': `scale-${process.pid}-${++made}`,
      }),
    },
    ...(call.body && { method: 'POST', body: JSON.stringify(call.body) }),
  });
  const began = performance.now();
  const answer = await subject.app.request(request);
  await answer.arrayBuffer();
  const took = performance.now() - began;
  if (answer.status !== 200) throw new Error(`${call.name} of user ${user}: ${answer.status}`);
  return took;
}
