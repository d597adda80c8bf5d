/**
 * Signs in with Steam. It uses OpenID 2.0 without an association, so each answer is verified by asking Steam (OpenID
 * Authentication 2.0, section 11).
 */
import { lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { spentNonces } from '../../db/schema.ts';
import { errorText } from '../../platform/error-text.ts';
import { MINUTE } from '../../platform/time.ts';
import {
  CLOCK_TOLERANCE,
  PROVIDER_TIMEOUT,
  type Provider,
  type ProviderDeps,
  rejectedAnswer,
  unreachable,
} from './providers.ts';

interface SteamOptions extends ProviderDeps {
  readonly db: Database;
  /** 'https://steamcommunity.com/openid/login' */
  readonly endpoint: string;
}

const NS = 'http://specs.openid.net/auth/2.0';
const SELECT = `${NS}/identifier_select`;
/** How old an answer may be, in milliseconds. Browsers bring it here right away. */
const MAX_AGE_MS = 10 * MINUTE;
/** The fields that the signature must cover, or anyone could add them (section 10.1). */
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];
/** The time in whole seconds, followed by anything that makes it unique (section 10.1). */
const nonceForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[\x21-\x7e]{0,230}$/;

/** Returns null if a parameter appears twice: Steam could check one and we could read the other. */
function openIdOf(query: URLSearchParams): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>();
  for (const [name, value] of query) {
    if (!name.startsWith('openid.')) continue;
    if (found.has(name)) return null;
    found.set(name, value);
  }
  return found;
}

export function createSteam({ db, endpoint, label, redirectUrl, log, ask }: SteamOptions): Provider {
  /** The prefix of each player's address: 'https://steamcommunity.com/openid/id/76561198000000001'. */
  const idsAt = new URL('id/', endpoint).href;
  const returnTo = (state: string) => `${redirectUrl}?${new URLSearchParams({ state })}`;

  /** Asks Steam whether it gave this answer. Errors: provider_unavailable. */
  async function isSteams(answer: ReadonlyMap<string, string>): Promise<boolean> {
    try {
      const asked = await ask(endpoint, {
        method: 'POST',
        body: new URLSearchParams([...new Map([...answer, ['openid.mode', 'check_authentication']])]),
        redirect: 'error',
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT * 1000),
      });
      if (!asked.ok) throw new Error(`it answers ${asked.status}`);
      const lines = new Set((await asked.text()).split(/\r?\n/));
      return lines.has(`ns:${NS}`) && lines.has('is_valid:true');
    } catch (error) {
      log(`signing in with ${endpoint}: ${errorText(error)}`);
      throw unreachable(label);
    }
  }

  /** Reads an answer and checks what can be checked without asking Steam. Null unless it is a current answer to this attempt. */
  function read(answer: ReadonlyMap<string, string>, state: string, now: Date) {
    const get = (name: string) => answer.get(`openid.${name}`) ?? '';
    const signed = new Set(get('signed').split(','));
    const id = get('claimed_id');
    const subject = id.startsWith(idsAt) ? id.slice(idsAt.length) : '';
    const nonce = get('response_nonce');
    const madeAt = new Date(nonceForm.exec(nonce)?.[1] ?? Number.NaN);
    const age = now.getTime() - madeAt.getTime();
    const holds =
      get('ns') === NS &&
      get('mode') === 'id_res' &&
      get('op_endpoint') === endpoint &&
      get('return_to') === returnTo(state) &&
      get('identity') === id &&
      /^\d{17}$/.test(subject) &&
      SIGNED.every((name) => signed.has(name)) &&
      age <= MAX_AGE_MS &&
      age >= -CLOCK_TOLERANCE * 1000;
    const expiresAt = new Date(madeAt.getTime() + MAX_AGE_MS + CLOCK_TOLERANCE * 1000);
    return holds ? { subject, nonce, expiresAt } : null;
  }

  /** Uses up an answer. Returns false if it was used before, under any state (section 11.3). */
  async function spend(nonce: string, expiresAt: Date, now: Date): Promise<boolean> {
    await db.drizzle.delete(spentNonces).where(lt(spentNonces.expiresAt, now));
    const spent = await db.drizzle
      .insert(spentNonces)
      .values({ provider: 'steam', nonce, expiresAt })
      .onConflictDoNothing()
      .returning({ nonce: spentNonces.nonce });
    return spent.length > 0;
  }

  return {
    async begin({ state }) {
      const url = new URL(endpoint);
      const query = {
        'openid.ns': NS,
        'openid.mode': 'checkid_setup',
        'openid.return_to': returnTo(state),
        'openid.realm': new URL(redirectUrl).origin,
        'openid.identity': SELECT,
        'openid.claimed_id': SELECT,
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url;
    },

    async finish({ state }, query, now) {
      if (query.get('openid.mode') === 'cancel') return null;
      const answer = openIdOf(query);
      const said = answer && read(answer, state, now);
      if (!answer || !said || !(await isSteams(answer)) || !(await spend(said.nonce, said.expiresAt, now)))
        throw rejectedAnswer(label);
      return { subject: said.subject, email: null, hostsEmail: false };
    },
  };
}
