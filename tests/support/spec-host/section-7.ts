/** Section 7 of the specification, line by line: everything that its hosts know. */

/** A call's input: the names in its query and its body. 'text': the body is the token itself. */
interface Payload {
  readonly query?: readonly string[];
  readonly body?: readonly string[] | 'text';
  /** Whether it works without a token. `list`: only on hosts that let guests browse. */
  readonly guests?: 'always' | 'list';
}

const LIST = ['page', 'game-name', 'sort-by', 'per_page'];

export const section7 = {
  'POST /api/login-user': { body: ['email', 'password', 'captcha'], guests: 'always' },
  'POST /api/registration-user': { body: ['email', 'password', 'captcha', 'reflink'], guests: 'always' },
  'POST /api/login/google/callback': { body: ['token'], guests: 'always' },
  'POST /api/login/steam/callback': { body: 'text', guests: 'always' },
  'POST /api/password/reset': {
    body: ['token', 'email', 'password', 'password_confirmation'],
    guests: 'always',
  },
  'GET /api/user/get-countries': {},
  'GET /api/user/specific-user/{id}': {},
  'GET /api/user/rewards': { query: LIST, guests: 'list' },
  'GET /api/user/rewards/{id}': { query: ['page'], guests: 'list' },
  'POST /api/user/rewards/{id}/like-or-dislike': { body: ['userId'] },
  'POST /api/user/rewards/{id}/create-opinion': { body: ['user_id', 'opinion'] },
  'POST /api/user/rewards/{id}/buy': {},
  'POST /api/user/rewards/{id}/buyAmount': { body: ['amount_id'] },
  'POST /api/user/rewards/rate-reward/{id}/{rate}': { body: ['user_id'] },
  'GET /api/user/reward-completion-check-the-reward/{id}': {},
  'GET /api/user/dashboard/weekly-quests': {},
  'GET /api/user/dashboard/articles': { query: ['type', 'page'] },
  'GET /api/user/dashboard/transactions': { query: ['page', 'per_page', 'type'] },
  'GET /api/user/games/{id}': { query: ['per_page', 'page'] },
  'POST /api/user/games/{id}/add-opinion': { body: ['user_id', 'opinion'] },
  'POST /api/user/opinions/{id}/like-or-dislike': { body: ['status'] },
  'GET /api/user/games/{id}/rewards': { query: ['page', 'per_page'] },
  'GET /api/user/games/{id}/articles/type/{type}': { query: ['page'] },
  'GET /api/user/games/{id}/show-articles/type/{type}/count/{n}': {},
  'GET /api/games/{id}': { query: ['per_page'], guests: 'always' },
  'GET /api/user/games': { query: ['page', 'per_page'], guests: 'list' },
  'GET /api/user/contests': { query: LIST, guests: 'list' },
  'GET /api/user/cases': { query: LIST, guests: 'list' },
  'GET /api/user/articles/{id}': { query: ['page'], guests: 'list' },
  'POST /api/user/articles/comments/{id}/like-or-dislike': { body: ['user_id'] },
  'POST /api/user/articles/{id}/add-comment': { body: ['comment'] },
  'POST /api/user/articles/previous-or-next': { body: ['status', 'current_id'] },
  'POST /api/user/articles/rate-article/{id}/{rate}': { body: ['user_id'] },
} as const satisfies Record<string, Payload>;

export type CallName = keyof typeof section7;
export const callNames = Object.keys(section7).filter((name): name is CallName => name in section7);
export const payloadOf = (name: CallName): Payload => section7[name];

/** Ids are numbers; 'previous-or-next' isn't an article's. */
const PARTS: Readonly<Record<string, string>> = { type: '(\\w+)', rate: '([1-5])' };
const patterns = callNames.map((name) => {
  const path = name.replace(/\{(\w+)\}/g, (_, part: string) => PARTS[part] ?? '(\\d+)');
  return { name, pattern: new RegExp(`^${path}$`) };
});

/** 'GET', '/api/games/3' → the call and the values in its path: ['3']; null for any other address. */
export function callAt(method: string, path: string): { name: CallName; parts: string[] } | null {
  for (const { name, pattern } of patterns) {
    const found = pattern.exec(`${method} ${path}`);
    if (found) return { name, parts: found.slice(1) };
  }
  return null;
}

/** A request as it came. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** As text; '' for none. */
  readonly body: string;
}

/** The headers that the page's script may set, and those that browsers and networks add. */
const HEADERS =
  /^(?:authorization|accept|content-type|content-length|host|connection|origin|referer|user-agent|dnt|pragma|cache-control|accept-(?:language|encoding)|sec-[\w-]+|access-control-request-[\w-]+|priority|upgrade-insecure-requests)$/;

/** The parts of a request that aren't in section 7, one per line; none if it conforms. */
export function outsideSection7({ method, path, query, headers, body }: Recorded): string[] {
  if (method === 'OPTIONS') {
    const asked = (headers['access-control-request-headers'] ?? '').split(',').map((one) => one.trim());
    return asked
      .filter((name) => name !== '' && !/^(?:authorization|accept|content-type)$/.test(name))
      .map((name) => `OPTIONS ${path} asks for the header ${name}`);
  }
  const at = `${method} ${path}`;
  const call = callAt(method, path);
  if (call === null) return [`${at} is no call of section 7`];
  const { query: mayAsk = [], body: mayCarry = [] } = payloadOf(call.name);
  return [
    ...Object.keys(query).flatMap((name) => (mayAsk.includes(name) ? [] : [`${at} has the query ${name}`])),
    ...Object.keys(headers).flatMap((name) => (HEADERS.test(name) ? [] : [`${at} has the header ${name}`])),
    ...bodyOutside(body, mayCarry).map((what) => `${at} ${what}`),
  ];
}

function bodyOutside(text: string, may: readonly string[] | 'text'): string[] {
  const body = parsed(text);
  if (may === 'text')
    return typeof body === 'string' && body !== '' ? [] : ['has another body than the token'];
  if (body === '' && may.length === 0) return [];
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [`has the body ${text}`];
  return [
    ...Object.keys(body).flatMap((name) => (may.includes(name) ? [] : [`sends ${name}`])),
    ...may.flatMap((name) => (name in body ? [] : [`doesn't send ${name}`])),
  ];
}

/** Parses JSON; other text stays text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
