import type { User } from '../../src/lib/contract/account.ts';
import type { OrderLine } from '../../src/lib/contract/orders.ts';
import type { Order, RewardCard, RewardInfo } from '../../src/lib/contract/rewards.ts';

/** A host with hand-made answers for sign-in, rewards and orders: what it was sent stands in `sent`. */
export interface Host {
  readonly fetch: typeof globalThis.fetch;
  readonly sent: Sent[];
  /** Answers calls of this method and path prefix, in place of what was set before; the longest prefix wins. */
  on(call: string, answer: (sent: Sent) => Answer | Promise<Answer>): void;
  /** What was sent to calls that begin like this: 'POST /api/user/rewards/84/buy'. */
  calls(prefix: string): Sent[];
}
export interface Sent {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly key: string | null;
}
type Answer = Response | object;

export function rewardHost(): Host {
  const sent: Sent[] = [];
  const answers = new Map<string, (sent: Sent) => Answer | Promise<Answer>>();
  const host: Host = {
    sent,
    on: (call, answer) => answers.set(call, answer),
    calls: (prefix) => sent.filter(({ call }) => call.startsWith(prefix)),
    async fetch(input, init) {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const text = await request.text();
      const one: Sent = {
        call: `${request.method} ${url.pathname}`,
        query: url.searchParams,
        body: text === '' ? undefined : JSON.parse(text),
        key: request.headers.get('idempotency-key'),
      };
      sent.push(one);
      const [found] = [...answers.keys()]
        .filter((prefix) => one.call.startsWith(prefix))
        .sort((a, b) => b.length - a.length);
      const answer = found === undefined ? undefined : await answers.get(found)?.(one);
      if (answer === undefined) return refusal(404, 'not_found', 'There is nothing at this address.');
      return answer instanceof Response ? answer : Response.json(answer);
    },
  };
  host.on('GET /api/captcha', () => ({}));
  host.on('GET /api/user/get-countries', () => ({ countries: [] }));
  return host;
}

/** 409 and the like: { message, code }. */
export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ message, code }, { status });
}

/** 422: { message, errors, code }. */
export function fieldRefusal(field: string, text: string): Response {
  return Response.json({ message: text, errors: { [field]: [text] }, code: 'invalid' }, { status: 422 });
}

/** What a call gets whose connection breaks. */
export function brokenLine(): never {
  throw new TypeError('the line broke');
}

export function aUser(change: Partial<User> = {}): User {
  return {
    id: 5,
    name: 'player',
    email: 'player@example.com',
    myreward: null,
    birth_date: '1990-04-02',
    balance: { available: 6000, pending: 0, reserved: 0, debt: 0 },
    delivery_details: {},
    ...change,
  };
}

/** Signs this user in, or everybody out, as another tab would. */
export function storeUser(user: User | null): void {
  localStorage.clear();
  if (user !== null) {
    localStorage.setItem('token', '5|secret');
    localStorage.setItem('user_id', String(user.id));
    localStorage.setItem('user', JSON.stringify(user));
  }
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

export function aCard(change: Partial<RewardCard> = {}): RewardCard {
  return {
    id: 12,
    name: 'Steam key',
    slug: 'steam-key',
    kind: 'gift code',
    brand: 'Valve',
    game: 'Steam',
    glyph: 'steam',
    colour: '#1d2f45',
    summary: 'One PC game',
    points: 500,
    cents: 50,
    in_stock: true,
    paused: false,
    rate: null,
    rate_count: 0,
    ...change,
  };
}

/** A page of a list, in Laravel's shape. */
export function pageOf<T>(data: readonly T[], of: { page?: number; total?: number } = {}) {
  const { page = 1, total = data.length } = of;
  const last = Math.max(1, Math.ceil(total / 20));
  return {
    data,
    current_page: page,
    last_page: last,
    per_page: 20,
    total,
    next_page_url: page < last ? `/?page=${page + 1}` : null,
    prev_page_url: page > 1 ? `/?page=${page - 1}` : null,
  };
}

/** A code reward of two amounts, 500 and 9,000 points. */
export function anInfo(
  reward: Partial<RewardInfo['reward']> = {},
  rest: Partial<RewardInfo> = {},
): RewardInfo {
  return {
    reward: {
      ...aCard(),
      description: 'A key for one game.',
      steps: ['Open Steam.', 'Enter the key.'],
      regions: 'Everywhere.',
      min_age: 13,
      delivery: { kind: 'code' },
      amounts: [
        { id: 1201, label: 'One key', points: 500, cents: 50, stock: 3 },
        { id: 1202, label: 'Ten keys', points: 9000, cents: 900, stock: null },
      ],
      isRated: false,
      ...reward,
    },
    opinions: { ...pageOf([]), data: [] },
    similarRewards: [],
    likedOpinions: [],
    status: 'ready',
    ...rest,
  };
}

/** The delivery of a reward that an operator sends to an account. */
export const toAccount = {
  kind: 'account',
  field: 'steam_name',
  label: 'Steam name',
  hint: 'As in your profile.',
} as const;

export function anOrder(change: Partial<Order> = {}): Order {
  return {
    id: 41,
    reward: { id: 12, name: 'Steam key', glyph: 'steam', colour: '#1d2f45' },
    amount: 'One key',
    points: 500,
    cents: 50,
    state: 'delivered',
    code: 'SAMPLE-7KQ2-M4XD',
    details: null,
    created_at: '2026-01-05T10:00:00.000Z',
    delivered_at: '2026-01-05T10:00:01.000Z',
    ...change,
  };
}

/** An order as its owner's list shows it. */
export function anOrderLine(change: Partial<OrderLine> = {}): OrderLine {
  const { code: _, ...order } = anOrder();
  return {
    ...order,
    has_code: true,
    reference: null,
    processing_at: null,
    ended_at: null,
    ended_for: null,
    play_days: null,
    delivery_time: null,
    can_cancel: false,
    dispute_until: null,
    dispute: null,
    ...change,
  };
}
