/**
 * Signing in with Steam: OpenID 2.0 without an association, so that each answer is verified by asking Steam back (OpenID
 * Authentication 2.0, section 11). The token that the browser hands in is the answer itself, as its query.
 */

import type { Database } from '../../db/database.ts';
import { errorText } from '../../platform/error-text.ts';
import { beginAttempt, enterByIdentity, isAwaited, stateHash } from './identities.ts';
import { answerRefused, CLOCK_TOLERANCE, PROVIDER_TIMEOUT, type Provider, unreachable } from './providers.ts';

export interface SteamOptions {
  readonly db: Database;
  /** 'https://steamcommunity.com/openid/login' */
  readonly endpoint: string;
  /** Our callback: 'https://api.playtally.example/login/steam/callback'. */
  readonly returnUrl: string;
  readonly log: (text: string) => void;
  /** How it is asked: server/platform/outgoing.ts. */
  readonly ask: typeof fetch;
}

const LABEL = 'Steam';
const NS = 'http://specs.openid.net/auth/2.0';
const SELECT = `${NS}/identifier_select`;
/** How old an answer may be, in milliseconds: it comes here right after. */
const MAX_AGE_MS = 10 * 60_000;
/** What must be under the signature, or it could have been put in by anybody (section 10.1). */
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];
/** The time in whole seconds, and whatever makes it unique (section 10.1). */
const nonceForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)[\x21-\x7e]{0,230}$/;

/** Every parameter once, or null: of two with a name, Steam could check the one and we read the other. */
function openIdOf(query: URLSearchParams): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>();
  for (const [name, value] of query) {
    if (!name.startsWith('openid.')) continue;
    if (found.has(name)) return null;
    found.set(name, value);
  }
  return found;
}

export function createSteam({ db, endpoint, returnUrl, log, ask }: SteamOptions): Provider {
  /** Each player's address there: 'https://steamcommunity.com/openid/id/76561198000000001'. */
  const idsAt = new URL('id/', endpoint).href;
  const returnTo = (state: string) => `${returnUrl}?${new URLSearchParams({ state })}`;

  /** Whether Steam says that it gave this answer. Errors: provider_unavailable. */
  async function isSteams(answer: ReadonlyMap<string, string>): Promise<boolean> {
    try {
      const asked = await ask(endpoint, {
        method: 'POST',
        body: new URLSearchParams([...new Map([...answer, ['openid.mode', 'check_authentication']])]),
        redirect: 'error',
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT),
      });
      if (!asked.ok) throw new Error(`it answers ${asked.status}`);
      const lines = new Set((await asked.text()).split(/\r?\n/));
      return lines.has(`ns:${NS}`) && lines.has('is_valid:true');
    } catch (error) {
      log(`signing in with ${endpoint}: asking back: ${errorText(error)}`);
      throw unreachable(LABEL);
    }
  }

  /** What an answer says, as far as that can be told without asking; null where it isn't one to us, now. */
  function read(answer: ReadonlyMap<string, string>, now: Date) {
    const get = (name: string) => answer.get(`openid.${name}`) ?? '';
    const signed = new Set(get('signed').split(','));
    const id = get('claimed_id');
    const subject = id.startsWith(idsAt) ? id.slice(idsAt.length) : '';
    const state = new URLSearchParams(get('return_to').split('?')[1]).get('state') ?? '';
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
    const until = new Date(madeAt.getTime() + MAX_AGE_MS + CLOCK_TOLERANCE * 1000);
    return holds ? { subject, state, once: { nonce, until } } : null;
  }

  return {
    label: LABEL,
    async begin({ state }, reflink, now) {
      await beginAttempt(db.drizzle, { provider: 'steam', state, reflink, now });
      const url = new URL(endpoint);
      const query = {
        'openid.ns': NS,
        'openid.mode': 'checkid_setup',
        'openid.return_to': returnTo(state),
        'openid.realm': new URL(returnUrl).origin,
        'openid.identity': SELECT,
        'openid.claimed_id': SELECT,
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url;
    },

    async finish(_attempt, answer) {
      if (answer.get('openid.mode') === 'cancel') return null;
      const openId = openIdOf(answer);
      if (!openId) throw answerRefused(LABEL);
      return new URLSearchParams([...openId]).toString();
    },

    async signIn(token, visit) {
      const answer = openIdOf(new URLSearchParams(token));
      const said = answer && read(answer, visit.now);
      if (!answer || !said) throw answerRefused(LABEL);
      const { subject, state, once } = said;
      const attempt = stateHash(state);
      // Steam stands for an answer once. One that has waited for a code since then is known by its hash.
      if (!(await isAwaited(db.drizzle, { attempt, token, now: visit.now })) && !(await isSteams(answer)))
        throw answerRefused(LABEL);
      const known = { provider: 'steam', subject, email: null, hostsEmail: false, once, attempt } as const;
      const signedIn = await enterByIdentity(db, { ...known, token }, visit);
      if (!signedIn) throw answerRefused(LABEL);
      return signedIn;
    },
  };
}
