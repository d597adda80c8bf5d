/**
 * Compares the app areas' pages with pages that only use React (./peer.tsx): when the content from the API is shown, on a slow
 * line and a slow processor. Both come from the same server and call the same API. It also measures the time from page to page,
 * and the frames that a game drops.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { demoAccount } from '../../../server/db/seed.ts';
import { type Chrome, launch } from './bare-page.ts';
import { compareFrames } from './frames.ts';
import { type Visit, visit } from './measure.ts';
import { navigations } from './navigate.ts';
import { type AppPage, peerOf, writePeers } from './peers.ts';

/** The limit for showing content, as a multiple of the peer's time, and the one for pages with a player's own data. */
const LIMIT = 1.05;
const LIMIT_OF_OWN = 0.9;
/** A reward that the demo account can afford more than once. */
const ORDERED = 12;
const MOST_BLOCKING = 50;
/** Milliseconds until the largest paint of pages whose content is public. */
const MOST_LCP = 1_200;
/** Milliseconds from a press until its effect is painted, on the slow processor. */
const MOST_TO_ANSWER = 100;
/** The limit in milliseconds from pressing a link until the page is shown, without the API's time. */
const MOST_ON_THE_WAY = 50;

const pages: readonly AppPage[] = [
  { path: '/guest/gameslist', file: 'guest/gameslist.html', screen: 'Games', content: '.own-game' },
  { path: '/guest/reward/84/Robux', file: 'guest/reward.html', screen: 'Reward', content: '.redeem .amount' },
  { path: '/user', file: 'user.html', screen: 'Dashboard', content: '.today h2, .dashboard .row a' },
  { path: '/user/order-history', file: 'user/order-history.html', screen: 'Orders', content: '.order h2' },
  { path: '/user/games', file: 'user/games.html', screen: 'Games', content: '.own-game' },
];
const OWN = new Set(['/user', '/user/order-history']);

interface Ports {
  readonly api: number;
  readonly realtime: number;
  /** A port with nothing behind it. */
  readonly other: number;
}

interface Setting {
  /** The built site. */
  readonly site: string;
  readonly siteUrl: string;
  readonly ports: Ports;
  readonly rounds: number;
  readonly browserPath: string | undefined;
  /** Serves a folder at `siteUrl`. */
  serve(folder: string): Promise<{ stop(): void }>;
}

/** Returns whether every page is within the limits, and prints the figures. */
export async function compareApp({
  site,
  siteUrl,
  ports,
  rounds,
  browserPath,
  serve,
}: Setting): Promise<boolean> {
  const apiUrl = `http://localhost:${ports.api}`;
  const folder = mkdtempSync(join(tmpdir(), 'playtally-app-'));
  const api = await startApi(ports, siteUrl, join(folder, 'data'));
  const pagesFolder = join(folder, 'site');
  cpSync(site, pagesFolder, { recursive: true });
  await writePeers(pagesFolder, pages, apiUrl);
  const server = await serve(pagesFolder);
  const chrome = await launch(browserPath);
  try {
    const session = await sessionOfDemo(apiUrl);
    for (let order = 1; order <= 3; order++) await redeem(apiUrl, session.token, `bench-order-${order}`);
    const reached: boolean[] = [];
    for (const page of pages) reached.push(await compare(chrome, { page, siteUrl, rounds, session }));
    reached.push(await goAround(chrome, { siteUrl, apiUrl, session, rounds: rounds * 4 }));
    reached.push(await compareFrames(chrome, siteUrl, rounds));
    return reached.every(Boolean);
  } finally {
    await chrome.browser.close();
    server.stop();
    await api.stop();
    rmSync(folder, { recursive: true });
  }
}

/** The real API with the demo data. Only the pages of `siteUrl` can call it. */
async function startApi(ports: Ports, siteUrl: string, data: string): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../server/main.ts')], {
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      DATA_DIR: data,
      CAPTCHA: 'off',
      RATE_LIMIT: 'off',
      SITE_URL: siteUrl,
      SITE_DIST: 'none',
      SITE_PORT: String(ports.other),
      API_PORT: String(ports.api),
      REALTIME_PORT: String(ports.realtime),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = () => {
    child.kill();
    return ended;
  };
  for (let tries = 0; tries < 600; tries++) {
    if ((await fetch(`http://localhost:${ports.api}/healthz`).catch(() => null))?.ok) return { stop };
    if (child.exitCode !== null) break;
    await pause(50);
  }
  await stop();
  throw new Error('The API could not be started.');
}

/** The session as the browser stores it. */
async function sessionOfDemo(apiUrl: string): Promise<{ token: string; user_id: string; user: string }> {
  const answer = await fetch(`${apiUrl}/api/login-user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...demoAccount, captcha: 'off' }),
  });
  const { success } = (await answer.json()) as { success: { token: string; user: { id: number } } };
  return { token: success.token, user_id: String(success.user.id), user: JSON.stringify(success.user) };
}

async function redeem(apiUrl: string, token: string, key: string): Promise<void> {
  const answer = await fetch(`${apiUrl}/api/user/rewards/${ORDERED}/buy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
  });
  if (!answer.ok) throw new Error(`The demo's order was answered ${answer.status}: ${await answer.text()}`);
}

async function compare(
  chrome: Chrome,
  given: { page: AppPage; siteUrl: string; rounds: number; session: Readonly<Record<string, string>> },
): Promise<boolean> {
  const { page, siteUrl, rounds } = given;
  const session = page.path.startsWith('/user') ? given.session : {};
  const visits = { page: [] as Visit[], peer: [] as Visit[] };
  const see = (which: 'page' | 'peer') =>
    visit(chrome, {
      url: siteUrl + (which === 'page' ? page.path : peerOf(page)),
      content: page.content,
      session,
    });
  // The server compresses each file once, so both are requested before measuring.
  for (const which of ['page', 'peer'] as const) await see(which);
  for (let round = 0; round < rounds; round++)
    for (const which of round % 2 === 0 ? (['page', 'peer'] as const) : (['peer', 'page'] as const))
      visits[which].push(await see(which));
  const [ours, theirs] = [medians(visits.page), medians(visits.peer)];
  const ratio = ours['content ms'] / theirs['content ms'];
  console.log(
    `\n${page.path} beside React alone, medians of ${rounds}, load average ${loadavg()[0]?.toFixed(1)}`,
  );
  console.table({ page: ours, peer: theirs });
  console.log(`Content ${ratio.toFixed(3)}×`);
  const isOwn = OWN.has(page.path);
  return (
    ratio <= (isOwn ? LIMIT_OF_OWN : LIMIT) &&
    (isOwn || ours['LCP ms'] <= MOST_LCP) &&
    ours['TBT ms'] <= MOST_BLOCKING &&
    ours['INP ms'] <= MOST_TO_ANSWER
  );
}

async function goAround(chrome: Chrome, given: Parameters<typeof navigations>[1]): Promise<boolean> {
  const ways = await navigations(chrome, given);
  console.log(`\nFrom page to page, besides the API's answer, of ${given.rounds} presses each`);
  const rows = ways.map(({ path, beyond }) => {
    const sorted = beyond.toSorted((a, b) => a - b).map(Math.round);
    return {
      path,
      'median ms': sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
      'most ms': sorted.at(-1),
    };
  });
  console.table(rows);
  return rows.every((row) => row['median ms'] <= MOST_ON_THE_WAY);
}

function medians(visits: readonly Visit[]) {
  const of = (pick: (one: Visit) => number) =>
    Math.round(visits.map(pick).sort((a, b) => a - b)[Math.floor(visits.length / 2)] ?? Number.NaN);
  return {
    'content ms': of(({ content }) => content),
    'LCP ms': of(({ lcp }) => lcp),
    'TBT ms': of(({ tbt }) => tbt),
    'INP ms': of(({ inp }) => inp),
    'script B': of(({ script }) => script),
  };
}
