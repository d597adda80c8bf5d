/** An OpenID 2.0 provider like Steam, on this machine: it signs its answers and verifies them when asked. */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { startHttpHost } from './http-host.ts';

const NS = 'http://specs.openid.net/auth/2.0';
const SIGNED = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle';

export interface SteamHost {
  /** 'http://127.0.0.1:41234/openid/login' */
  readonly endpoint: string;
  /** Its verification requests, oldest first. */
  readonly asked: URLSearchParams[];
  /** The user logged in there, by the number in their address; null: they press "cancel". */
  player: string | null;
  /** How it answers verification requests. */
  mood: 'honest' | 'refuses' | 'broken' | 'silent';
  /** A signed answer to this return_to; `change` is applied before signing. */
  answer(returnTo: string, change?: Record<string, string>): URLSearchParams;
  close(): Promise<void>;
}

export async function startSteamHost(): Promise<SteamHost> {
  const key = randomBytes(32);
  const asked: URLSearchParams[] = [];
  const sign = (answer: URLSearchParams) => {
    const text = (answer.get('openid.signed') ?? '')
      .split(',')
      .map((name) => `${name}:${answer.get(`openid.${name}`) ?? ''}\n`);
    return createHmac('sha256', key).update(text.join('')).digest('base64');
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', host.endpoint);
    if (request.method === 'GET') {
      const returnTo = url.searchParams.get('openid.return_to') ?? '';
      const back = new URL(returnTo);
      const answer =
        host.player === null
          ? new URLSearchParams({ 'openid.ns': NS, 'openid.mode': 'cancel' })
          : host.answer(returnTo);
      for (const [name, value] of answer) back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    const question = new URLSearchParams(body);
    asked.push(question);
    if (host.mood === 'silent') return;
    if (host.mood === 'broken') return void response.writeHead(500).end('<h1>Sorry</h1>');
    const isValid = host.mood === 'honest' && question.get('openid.sig') === sign(question);
    response.end(`ns:${NS}\nis_valid:${isValid}\n`);
  });
  const { origin, close } = await startHttpHost(server);
  const home = `${origin}/openid`;
  const host: SteamHost = {
    endpoint: `${home}/login`,
    asked,
    player: '76561198000000001',
    mood: 'honest',
    answer(returnTo, change = {}) {
      const id = `${home}/id/${host.player}`;
      const answer = new URLSearchParams({
        'openid.ns': NS,
        'openid.mode': 'id_res',
        'openid.op_endpoint': host.endpoint,
        'openid.claimed_id': id,
        'openid.identity': id,
        'openid.return_to': returnTo,
        'openid.response_nonce': `${new Date().toISOString().slice(0, 19)}Z${randomBytes(9).toString('base64')}`,
        'openid.assoc_handle': '1234567890',
        'openid.signed': SIGNED,
        ...change,
      });
      answer.set('openid.sig', sign(answer));
      return answer;
    },
    close,
  };
  return host;
}
