/** What a host answers: its headers, and what it must not give out. Its certificate is looked at elsewhere, and nothing secret is sent here. */
import { type IncomingHttpHeaders, request as plain } from 'node:http';
import { type RequestOptions, request as secure } from 'node:https';
import { connect } from 'node:net';
import type { Finding, Place } from './findings.ts';

const WAIT_MS = 5000;
/** Of an address that answers nothing at all. */
const CLOSED_MS = 2000;
const YEAR_SECONDS = 31_536_000;
/** As much of a page as its head may take. */
const MAX_BODY = 512 * 1024;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function get(send: typeof plain | typeof secure, to: RequestOptions): Promise<Answer | undefined> {
  return new Promise((done) => {
    const how = { ...to, agent: false, timeout: WAIT_MS, rejectUnauthorized: false };
    const asked = send(how, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
        if (body.length > MAX_BODY) asked.destroy();
      });
      response.once('close', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => done(undefined)).end();
  });
}

/** By TLS, whoever vouches for it: that is said on a line of its own. */
const page = ({ host, port, address }: Place, path: string) =>
  get(secure, { host: address, port, path, servername: host, headers: { host } });

const no: Finding = { kind: 'wrong', words: 'it gives no answer' };

/** The headers by which browsers keep to TLS and run nothing of others'. */
export async function aboutHeaders(place: Place, path: string): Promise<Finding[]> {
  const answer = await page(place, path);
  if (!answer) return [no];
  const { status, headers } = answer;
  const seconds = Number(/max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1] ?? 0);
  return [
    status === 200
      ? { kind: 'ok', words: `${path} answers` }
      : { kind: 'wrong', words: `${path} answers with ${status}, not with 200` },
    seconds >= YEAR_SECONDS
      ? {
          kind: 'ok',
          words: 'browsers are told to come by https alone, for a year or more (Strict-Transport-Security)',
        }
      : {
          kind: 'wrong',
          words: `browsers aren’t told to come by https alone for a year (Strict-Transport-Security: ${headers['strict-transport-security'] ?? 'missing'})`,
        },
    headers['content-security-policy']
      ? { kind: 'ok', words: 'there is a Content-Security-Policy' }
      : { kind: 'wrong', words: 'there is no Content-Security-Policy' },
  ];
}

/** The figures are for who collects them, inside. */
export async function aboutMetrics(place: Place): Promise<Finding> {
  const answer = await page(place, '/metrics');
  if (!answer) return no;
  return answer.status === 404
    ? { kind: 'ok', words: '/metrics isn’t there' }
    : {
        kind: 'wrong',
        words: `/metrics answers with ${answer.status}, not with 404: the API is reached past the nginx of deploy/`,
      };
}

/** The operators' desk isn't for search engines. */
export async function aboutDesk(place: Place): Promise<Finding> {
  const answer = await page(place, '/operator');
  if (!answer) return no;
  if (answer.status === 404) return { kind: 'ok', words: '/operator isn’t at this host' };
  const isHidden =
    /noindex/.test(String(answer.headers['x-robots-tag'] ?? '')) ||
    /<meta name="robots" content="[^"]*noindex/.test(answer.body);
  return isHidden
    ? { kind: 'ok', words: '/operator is kept out of search engines' }
    : { kind: 'wrong', words: '/operator may be found by search engines: it says no noindex' };
}

/** @param isForPeople pages send whoever types http:// on; an API doesn't, so that a client that sends secrets that way is noticed. */
export async function aboutPlain(place: Place, port: number, isForPeople: boolean): Promise<Finding> {
  const { host, address } = place;
  const answer = await get(plain, { host: address, port, path: '/', headers: { host } });
  if (!answer) return { kind: 'ok', words: 'nothing answers without TLS' };
  const to = answer.headers.location ?? '';
  const isSentOn = [301, 302, 307, 308].includes(answer.status) && URL.canParse(to);
  if (isSentOn && new URL(to).protocol === 'https:' && new URL(to).hostname === host)
    return isForPeople
      ? { kind: 'ok', words: 'http:// is sent on to https://' }
      : {
          kind: 'look',
          words:
            'http:// is sent on to https://: for an API it is better to refuse it, so that a client’s slip is noticed',
        };
  if (answer.status >= 400) return { kind: 'ok', words: `without TLS there is ${answer.status} alone` };
  return {
    kind: 'wrong',
    words: `http:// answers with ${answer.status}, and isn’t sent on to https:// of the same name`,
  };
}

/** What is meant for the inside must not take connections from here. */
export function aboutInside({ address }: Place, port: number, what: string): Promise<Finding> {
  return new Promise((done) => {
    const socket = connect({ host: address, port });
    const end = (finding: Finding) => {
      socket.destroy();
      done(finding);
    };
    const closed: Finding = { kind: 'ok', words: `port ${port} (${what}) is closed` };
    socket.setTimeout(CLOSED_MS, () => end(closed));
    socket.once('error', () => end(closed));
    socket.once('connect', () =>
      end({ kind: 'wrong', words: `port ${port} (${what}) takes connections: publish it to nobody` }),
    );
  });
}
