/**
 * Another host of the specification's calls (section 7), made from its text alone: the fields that it names and what they cannot be
 * without (an id, a name), whole numbers as texts, yes and no as 1 and 0, Laravel's forms for pages and errors. It has none of our own
 * additions: those are answered 404, as Laravel does, or with a page.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

type Json = Record<string, unknown>;

export interface ForeignHost {
  readonly url: string;
  readonly server: Server;
  /** 'POST /api/login-user', oldest first. */
  readonly asked: string[];
  /** The payloads of the same. */
  readonly sent: Json[];
  /** How an address that it doesn't know is answered. */
  missing: 'json' | 'page' | '501';
}

const TOKEN = '1|foreign-secret';
export const foreignAccount = { email: 'mira@foreign.example', password: 'a foreign password' };
const ME = '5';

interface Reply {
  readonly status: number;
  readonly body: Json | string;
}
const ok = (body: Json): Reply => ({ status: 200, body });
const invalid = (errors: Record<string, string[]>): Reply => ({
  status: 422,
  body: { message: 'The given data was invalid.', errors },
});
const gone: Reply = { status: 401, body: { message: 'Unauthenticated.' } };

interface Thing {
  readonly name: string;
  rate: string | null;
  rate_count: string;
  isRated: 0 | 1;
  readonly opinions: Json[];
  readonly liked: string[];
}

const thing = (name: string): Thing => ({
  name,
  rate: '4.0',
  rate_count: '3',
  isRated: 0,
  opinions: Array.from({ length: 5 }, (_, at) => ({
    id: `${name.length}${at + 1}`,
    opinion: `Said about ${name}, ${at + 1}`,
    likes: '2',
  })),
  liked: [],
});

/** One page in Laravel's form, whose per_page is a text where it came by the address. */
function paged(rows: readonly unknown[], query: URLSearchParams, standard = 15): Json {
  const per_page = query.get('per_page') ?? standard;
  const size = Number(per_page);
  const current_page = Number(query.get('page') ?? 1);
  const last_page = Math.max(1, Math.ceil(rows.length / size));
  const link = (page: number) =>
    page < 1 || page > last_page ? null : `http://foreign.example/?page=${page}`;
  return {
    current_page,
    data: rows.slice((current_page - 1) * size, current_page * size),
    first_page_url: link(1),
    from: rows.length === 0 ? null : 1,
    last_page,
    last_page_url: link(last_page),
    next_page_url: link(current_page + 1),
    path: 'http://foreign.example/',
    per_page,
    prev_page_url: link(current_page - 1),
    to: rows.length,
    total: rows.length,
  };
}

/** A world of a few things, anew for each host. */
function createWorld() {
  const user: Json = { id: ME, myreward: null };
  const rewards = new Map([
    ['7', thing('Harbour credits')],
    ['8', thing('Lantern card')],
  ]);
  const games = new Map([
    ['3', thing('Foreign harbour')],
    ['4', thing('Distant lantern')],
  ]);
  const articles = new Map([
    ['21', thing('How the harbour pays')],
    ['22', thing('News of the lantern')],
  ]);
  const bought: Json[] = [];

  const card = ([id, { name, rate, rate_count, isRated }]: [string, Thing]) => ({
    id,
    name,
    rate,
    rate_count,
    isRated,
  });
  const cards = (things: Map<string, Thing>) => [...things].map(card);
  const named = (things: Map<string, Thing>, query: URLSearchParams) => {
    const part = (query.get('game-name') ?? '').toLowerCase();
    return paged(
      cards(things).filter(({ name }) => name.toLowerCase().includes(part)),
      query,
    );
  };
  const titles = () => [...articles].map(([id, { name }]) => ({ id, title: name }));
  const quests = [
    { id: '31', completionStatus: 'not_started' },
    { id: '32', completionStatus: 'completed' },
  ];

  function rewardInfo(id: string, one: Thing, query: URLSearchParams): Json {
    return {
      reward: { ...card([id, one]), amounts: [{ id: `${id}1` }, { id: `${id}2` }] },
      opinions: paged(one.opinions, query, 3),
      similarRewards: cards(rewards).filter((other) => other.id !== id),
      likedOpinions: one.liked,
      status: '1',
    };
  }
  function gameInfo(id: string, one: Thing, query: URLSearchParams): Json {
    return {
      game: card([id, one]),
      opinions: paged(one.opinions, query, 3),
      userLikedOpinions: one.liked,
      quests,
      registration_quest: null,
      similar_games: cards(games).filter((other) => other.id !== id),
    };
  }
  const articleInfo = (id: string, one: Thing, query: URLSearchParams): Json => ({
    article: { ...card([id, one]), title: one.name, body: `<p>The text of ${one.name}.</p>` },
    opinions: paged(one.opinions, query, 3),
    likedOpinions: one.liked,
  });

  function rate(one: Thing, stars: string): Reply {
    Object.assign(one, {
      rate: Number(stars).toFixed(1),
      rate_count: String(Number(one.rate_count) + 1),
      isRated: 1,
    });
    return ok({ rate: one.rate, rate_count: one.rate_count, isRated: 1 });
  }
  function write(one: Thing, text: unknown, field: string): Reply {
    if (typeof text !== 'string' || text.length < 10)
      return invalid({ [field]: [`The ${field} must be at least 10 characters.`] });
    const opinion = { id: `9${one.opinions.length}`, opinion: text, likes: '0' };
    one.opinions.unshift(opinion);
    return ok({ opinion });
  }
  function like(things: Map<string, Thing>, opinionId: string, list: string): Reply {
    for (const one of things.values()) {
      const opinion = one.opinions.find(({ id }) => id === opinionId);
      if (!opinion) continue;
      const at = one.liked.indexOf(opinionId);
      if (at < 0) one.liked.push(opinionId);
      else one.liked.splice(at, 1);
      opinion.likes = String(Number(opinion.likes) + (at < 0 ? 1 : -1));
      return ok({ [list]: one.liked, opinion });
    }
    return { status: 404, body: { message: 'No query results for model [App\\Opinion].' } };
  }
  return {
    user,
    rewards,
    games,
    articles,
    bought,
    named,
    cards,
    titles,
    quests,
    rewardInfo,
    gameInfo,
    articleInfo,
    rate,
    write,
    like,
  };
}

type World = ReturnType<typeof createWorld>;
interface Asked {
  readonly world: World;
  readonly part: (at: number) => string;
  readonly query: URLSearchParams;
  readonly body: Json;
}
type Answer = (asked: Asked) => Reply;

const noModel = (model: string): Reply => ({
  status: 404,
  body: { message: `No query results for model [App\\${model}] 4040` },
});

function one(
  things: (world: World) => Map<string, Thing>,
  then: (thing: Thing, asked: Asked, id: string) => Reply,
): Answer {
  return (asked) => {
    const id = asked.part(1);
    const found = things(asked.world).get(id);
    return found ? then(found, asked, id) : noModel('Thing');
  };
}
const rewardOf = (world: World) => world.rewards;
const gameOf = (world: World) => world.games;
const articleOf = (world: World) => world.articles;

const signIn: Answer = ({ world, body }) => {
  if (body.email !== foreignAccount.email || body.password !== foreignAccount.password)
    return invalid({ email: ['These credentials do not match our records.'] });
  if (!body.captcha) return invalid({ captcha: ['The captcha field is required.'] });
  return ok({ success: { token: TOKEN, user: world.user } });
};

/** Section 7, line by line: whether a token is needed, and the answer. */
const calls: readonly (readonly [string, RegExp, 'open' | 'user', Answer])[] = [
  ['POST', /^login-user$/, 'open', signIn],
  [
    'POST',
    /^registration-user$/,
    'open',
    ({ body, world }) =>
      body.email === foreignAccount.email
        ? invalid({ email: ['The email has already been taken.'] })
        : ok({ success: { token: TOKEN, user: world.user } }),
  ],
  ['GET', /^user\/get-countries$/, 'open', () => ok({ countries: [{ code: 'CI', name: 'Côte d’Ivoire' }] })],
  [
    'GET',
    /^user\/specific-user\/(\d+)$/,
    'user',
    ({ world, part }) => (part(1) === ME ? ok({ user: world.user }) : ok({ user: { id: part(1) } })),
  ],
  ['GET', /^user\/rewards$/, 'open', ({ world, query }) => ok(world.named(world.rewards, query))],
  [
    'GET',
    /^user\/rewards\/(\d+)$/,
    'open',
    one(rewardOf, (thing, { world, query }, id) => ok(world.rewardInfo(id, thing, query))),
  ],
  [
    'POST',
    /^user\/rewards\/(\d+)\/like-or-dislike$/,
    'user',
    ({ world, part }) => world.like(world.rewards, part(1), 'likedOpinions'),
  ],
  [
    'POST',
    /^user\/rewards\/(\d+)\/create-opinion$/,
    'user',
    one(rewardOf, (thing, { world, body }) => world.write(thing, body.opinion, 'opinion')),
  ],
  [
    'POST',
    /^user\/rewards\/(\d+)\/buyAmount$/,
    'user',
    one(rewardOf, (thing, { world, body, query }, id) => {
      if (String(body.amount_id) === `${id}2`)
        return invalid({ amount_id: ['The selected amount is sold out.'] });
      world.bought.push(body);
      return ok(world.rewardInfo(id, thing, query));
    }),
  ],
  [
    'POST',
    /^user\/rewards\/rate-reward\/(\d+)\/([1-5])$/,
    'user',
    one(rewardOf, (thing, { world, part }) => world.rate(thing, part(2))),
  ],
  [
    'GET',
    /^user\/reward-completion-check-the-reward\/(\d+)$/,
    'user',
    ({ world, part }) => {
      world.user.myreward = part(1);
      return ok({ completed: 0, missing_points: '120', myreward: part(1) });
    },
  ],
  ['GET', /^user\/dashboard\/weekly-quests$/, 'user', ({ world }) => ok({ weekly_quests: world.quests })],
  ['GET', /^user\/dashboard\/articles$/, 'user', ({ world, query }) => ok(paged(world.titles(), query))],
  [
    'GET',
    /^user\/dashboard\/transactions$/,
    'user',
    ({ query }) => ok(paged([{ id: '41' }, { id: '42' }], query)),
  ],
  [
    'GET',
    /^(?:user\/)?games\/(\d+)$/,
    'open',
    one(gameOf, (thing, { world, query }, id) => ok(world.gameInfo(id, thing, query))),
  ],
  [
    'POST',
    /^user\/games\/(\d+)\/add-opinion$/,
    'user',
    one(gameOf, (thing, { world, body }) => world.write(thing, body.opinion, 'opinion')),
  ],
  [
    'POST',
    /^user\/opinions\/(\d+)\/like-or-dislike$/,
    'user',
    ({ world, part }) => world.like(world.games, part(1), 'userLikedOpinions'),
  ],
  [
    'GET',
    /^user\/games\/(\d+)\/rewards$/,
    'open',
    ({ world, query }) => ok(paged(world.cards(world.rewards), query)),
  ],
  [
    'GET',
    /^user\/games\/(\d+)\/articles\/type\/(\w+)$/,
    'open',
    ({ world, query }) => ok(paged(world.titles(), query)),
  ],
  [
    'GET',
    /^user\/games\/(\d+)\/show-articles\/type\/(\w+)\/count\/(\d+)$/,
    'open',
    ({ world }) => ok({ articles: world.titles() }),
  ],
  ['GET', /^user\/games$/, 'open', ({ world, query }) => ok(paged(world.cards(world.games), query))],
  ['GET', /^user\/contests$/, 'open', ({ query }) => ok(paged([{ id: '51', name: 'Harbour draw' }], query))],
  ['GET', /^user\/cases$/, 'open', ({ query }) => ok(paged([{ id: '61', name: 'Harbour box' }], query))],
  [
    'GET',
    /^user\/articles\/(\d+)$/,
    'open',
    one(articleOf, (thing, { world, query }, id) => ok(world.articleInfo(id, thing, query))),
  ],
  [
    'POST',
    /^user\/articles\/comments\/(\d+)\/like-or-dislike$/,
    'user',
    ({ world, part }) => world.like(world.articles, part(1), 'likedOpinions'),
  ],
  [
    'POST',
    /^user\/articles\/(\d+)\/add-comment$/,
    'user',
    one(articleOf, (thing, { world, body }) => {
      const reply = world.write(thing, body.comment, 'opinion');
      return reply;
    }),
  ],
  [
    'POST',
    /^user\/articles\/previous-or-next$/,
    'user',
    ({ body }) => {
      const to: Record<string, string | null> = { next: '22', previous: null };
      return ok({
        next_or_previous_article_id:
          String(body.current_id) === '21' ? (to[String(body.status)] ?? null) : null,
      });
    },
  ],
  [
    'POST',
    /^user\/articles\/rate-article\/(\d+)\/([1-5])$/,
    'user',
    one(articleOf, (thing, { world, part }) => world.rate(thing, part(2))),
  ],
];

async function bodyOf(request: IncomingMessage): Promise<Json> {
  let text = '';
  for await (const part of request) text += part;
  // The socket asks for its signature by a form.
  const isJson = request.headers['content-type']?.startsWith('application/json') === true;
  const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : {};
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

const missingReplies: Readonly<Record<ForeignHost['missing'], Reply>> = {
  json: { status: 404, body: { message: 'The route could not be found.' } },
  page: { status: 404, body: '<!doctype html><title>Not Found</title><h1>404</h1>' },
  '501': { status: 501, body: '' },
};

/** Starts it on a free port of this machine; `siteUrl` is the one origin that may call it. */
export async function startForeignHost(siteUrl: string): Promise<ForeignHost> {
  const world = createWorld();

  async function reply(request: IncomingMessage, url: URL): Promise<Reply> {
    const { pathname, searchParams: query } = url;
    const body = await bodyOf(request);
    host.asked.push(`${request.method} ${pathname}`);
    host.sent.push(body);
    const path = pathname.replace(/^\/api\//, '');
    for (const [method, pattern, who, answer] of calls) {
      const found = method === request.method ? pattern.exec(path) : null;
      if (!found) continue;
      if (who === 'user' && request.headers.authorization !== `Bearer ${TOKEN}`) return gone;
      return answer({ world, part: (at) => found[at] ?? '', query, body });
    }
    return missingReplies[host.missing];
  }

  function send(response: ServerResponse, { status, body }: Reply): void {
    const isPage = typeof body === 'string';
    response.writeHead(status, { 'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json' });
    response.end(isPage ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://foreign.example');
    response.setHeader('access-control-allow-origin', siteUrl);
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
      response.setHeader(
        'access-control-allow-headers',
        'authorization, content-type, accept, idempotency-key',
      );
      response.writeHead(204).end();
      return;
    }
    void reply(request, url).then((given) => send(response, given));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The foreign host has no port.');
  const host: ForeignHost = {
    url: `http://127.0.0.1:${address.port}`,
    server,
    asked: [],
    sent: [],
    missing: 'json',
  };
  return host;
}
