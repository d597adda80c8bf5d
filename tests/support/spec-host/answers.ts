/** The answers to each call of section 7, before a style formats them. */
import type { Manner } from './manners.ts';
import type { CallName } from './section-7.ts';
import { type Json, ME, type Opinion, type Thing, type World } from './world.ts';

export const account = { email: 'mira@spec.example', password: 'a password of the spec' };
/** The token of a mailed link or a provider that this host accepts. */
export const KNOWN_TOKEN = 'known-to-the-spec-host';
/** Part of a password that is rejected. */
export const COMMON = 'common';
/** The shortest accepted text. */
export const SHORTEST = 10;

interface Call {
  readonly world: World;
  readonly manner: Manner;
  /** The values in the path. */
  readonly parts: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Where the call went, without its query. */
  readonly address: string;
  /** Begins a session. */
  readonly enter: () => string;
}

/** A successful answer, or the error. */
type Answered =
  | { readonly answer: unknown }
  | { readonly missing: string }
  | { readonly field: string; readonly text: string };
type Answer = (call: Call) => Answered;

const ok = (answer: unknown): Answered => ({ answer });
const wrong = (field: string, text: string): Answered => ({ field, text });
const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;

const numberIn = (text: string | undefined, otherwise: number) => (text ? Number(text) : otherwise);

function page(rows: readonly unknown[], { manner, query, address }: Call, standard = 15): unknown {
  return manner.page(rows, {
    page: numberIn(query.page, 1),
    size: numberIn(query.per_page, standard),
    address,
  });
}

const kinds = {
  rewards: (world: World) => world.rewards,
  games: (world: World) => world.games,
  articles: (world: World) => world.articles,
};

/** The item whose id is first in the path. */
const one =
  (kind: keyof typeof kinds, then: (thing: Thing, call: Call) => Answered): Answer =>
  (call) => {
    const found = kinds[kind](call.world).get(Number(call.parts[0]));
    return found ? then(found, call) : { missing: `No query results for model [App\\${kind}].` };
  };

const card = ({ id, name, rate, rate_count, isRated }: Thing, { more }: Manner): Json => ({
  ...more,
  ...{ id, name, rate, rate_count, isRated },
});
const cards = (things: Iterable<Thing>, { manner }: Call) => [...things].map((thing) => card(thing, manner));
const titles = ({ world }: Call) => [...world.articles.values()].map(({ id, name }) => ({ id, title: name }));

function matching<T extends { readonly name: string }>(things: Iterable<T>, { query }: Call): T[] {
  const part = (query['game-name'] ?? '').toLowerCase();
  return [...things].filter(({ name }) => name.toLowerCase().includes(part));
}

const userOf = ({ world, manner }: Call): Json => ({
  ...manner.user,
  id: ME,
  myreward: manner.goal(world.goal === null ? undefined : world.rewards.get(world.goal)),
});
const session = (call: Call): Answered => ok({ success: { token: call.enter(), user: userOf(call) } });
const byToken = (call: Call, token: unknown): Answered =>
  token === KNOWN_TOKEN ? session(call) : wrong('token', 'This token is invalid.');

function rewardInfo(thing: Thing, call: Call): Json {
  const amounts = call.world.amounts.get(thing.id);
  return {
    reward: { ...card(thing, call.manner), ...(amounts && { amounts: amounts.map((id) => ({ id })) }) },
    opinions: page(thing.opinions, call, 5),
    similarRewards: cards(call.world.rewards.values(), call)
      .filter(({ id }) => id !== thing.id)
      .slice(0, 3),
    likedOpinions: thing.liked,
    status: call.manner.status(false),
  };
}

function gameInfo(thing: Thing, call: Call): Json {
  const { world, manner } = call;
  const quest = ({ id, name, isDone }: World['registrationQuest']) => ({
    ...{ id, name, completionStatus: manner.status(isDone) },
  });
  return {
    game: card(thing, manner),
    opinions: page(thing.opinions, call, 5),
    userLikedOpinions: thing.liked,
    quests: world.quests.map(quest),
    registration_quest: quest(world.registrationQuest),
    similar_games: cards(world.games.values(), call)
      .filter(({ id }) => id !== thing.id)
      .slice(0, 3),
  };
}

const articleInfo = (thing: Thing, call: Call): Json => ({
  article: { ...card(thing, call.manner), title: thing.name, body: `<p>The text of ${thing.name}.</p>` },
  opinions: page(thing.opinions, call, 5),
  likedOpinions: thing.liked,
});

const rated = (thing: Thing, { world, parts }: Call): Answered => {
  world.rate(thing, Number(parts[1]));
  const { rate, rate_count, isRated } = thing;
  return ok({ rate, rate_count, isRated });
};

function written(thing: Thing, text: unknown, { world, manner }: Call): Answered {
  if (typeof text !== 'string' || text.length < SHORTEST)
    return wrong('opinion', `The opinion must be at least ${SHORTEST} characters.`);
  return ok(manner.written(world.write(thing, text)));
}

function liked(kind: keyof typeof kinds, list: string, call: Call, isDislike = false): Answered {
  const done = call.world.like(kinds[kind](call.world), Number(call.parts[0]), isDislike);
  if (!done) return { missing: 'No query results for model [App\\Opinion].' };
  return ok(call.manner.liked(list, done.one.liked, done.opinion satisfies Opinion));
}

/** The user whose id is in the body's `field`; another user's is rejected. */
const mine =
  (field: string, then: Answer): Answer =>
  (call) =>
    Number(fieldOf(call.body, field)) === ME ? then(call) : wrong(field, 'This is another account.');

export const answers: Readonly<Record<CallName, Answer>> = {
  'POST /api/login-user': (call) => {
    if (!fieldOf(call.body, 'captcha')) return wrong('captcha', 'The captcha field is required.');
    const isRight = Object.entries(account).every(([name, value]) => fieldOf(call.body, name) === value);
    return isRight ? session(call) : wrong('email', 'These credentials do not match our records.');
  },
  'POST /api/registration-user': (call) => {
    if (!fieldOf(call.body, 'captcha')) return wrong('captcha', 'The captcha field is required.');
    if (fieldOf(call.body, 'email') === account.email)
      return wrong('email', 'The email has already been taken.');
    return session(call);
  },
  'POST /api/login/google/callback': (call) => byToken(call, fieldOf(call.body, 'token')),
  'POST /api/login/steam/callback': (call) =>
    byToken(call, new URLSearchParams(String(call.body)).get('openid.sig')),
  'POST /api/password/reset': (call) =>
    String(fieldOf(call.body, 'password')).includes(COMMON)
      ? wrong('password', 'The given password is too common.')
      : byToken(call, fieldOf(call.body, 'token')),
  'GET /api/user/get-countries': ({ manner }) => ok(manner.countries),
  'GET /api/user/specific-user/{id}': (call) =>
    ok({ user: Number(call.parts[0]) === ME ? userOf(call) : { id: Number(call.parts[0]) } }),
  'GET /api/user/rewards': (call) => ok(page(cards(matching(call.world.rewards.values(), call), call), call)),
  'GET /api/user/rewards/{id}': one('rewards', (thing, call) => ok(rewardInfo(thing, call))),
  'POST /api/user/rewards/{id}/like-or-dislike': mine('userId', (call) =>
    liked('rewards', 'likedOpinions', call),
  ),
  'POST /api/user/rewards/{id}/create-opinion': mine(
    'user_id',
    one('rewards', (thing, call) => written(thing, fieldOf(call.body, 'opinion'), call)),
  ),
  'POST /api/user/rewards/{id}/buy': one('rewards', (thing, call) => {
    call.world.orders.push({ reward: thing.id });
    return ok(call.manner.bought(rewardInfo(thing, call)));
  }),
  'POST /api/user/rewards/{id}/buyAmount': one('rewards', (thing, call) => {
    const amount = Number(fieldOf(call.body, 'amount_id'));
    if (amount === call.world.soldOut) return wrong('amount_id', 'The selected amount is sold out.');
    call.world.orders.push({ reward: thing.id, amount });
    return ok(call.manner.bought(rewardInfo(thing, call)));
  }),
  'POST /api/user/rewards/rate-reward/{id}/{rate}': mine('user_id', one('rewards', rated)),
  'GET /api/user/reward-completion-check-the-reward/{id}': one('rewards', (thing, { world, manner }) => {
    world.goal = thing.id;
    return ok(manner.checked(manner.goal(thing)));
  }),
  'GET /api/user/dashboard/weekly-quests': ({ world, manner }) =>
    ok({
      weekly_quests: world.quests.map(({ isDone, ...quest }) => ({
        ...quest,
        completionStatus: manner.status(isDone),
      })),
    }),
  'GET /api/user/dashboard/articles': (call) => ok(page(titles(call), call)),
  'GET /api/user/dashboard/transactions': (call) => ok(page(call.world.transactions, call)),
  'GET /api/user/games/{id}': one('games', (thing, call) => ok(gameInfo(thing, call))),
  'POST /api/user/games/{id}/add-opinion': mine(
    'user_id',
    one('games', (thing, call) => written(thing, fieldOf(call.body, 'opinion'), call)),
  ),
  'POST /api/user/opinions/{id}/like-or-dislike': (call) =>
    liked('games', 'userLikedOpinions', call, fieldOf(call.body, 'status') === 'dislike'),
  'GET /api/user/games/{id}/rewards': (call) => ok(page(cards(call.world.rewards.values(), call), call)),
  'GET /api/user/games/{id}/articles/type/{type}': (call) => ok(page(titles(call), call)),
  'GET /api/user/games/{id}/show-articles/type/{type}/count/{n}': (call) =>
    ok({ articles: titles(call).slice(0, Number(call.parts[2])) }),
  'GET /api/games/{id}': one('games', (thing, call) => ok(gameInfo(thing, call))),
  'GET /api/user/games': (call) => ok(page(cards(call.world.games.values(), call), call)),
  'GET /api/user/contests': (call) => ok(page(matching(call.world.contests, call), call)),
  'GET /api/user/cases': (call) => ok(page(matching(call.world.cases, call), call)),
  'GET /api/user/articles/{id}': one('articles', (thing, call) => ok(articleInfo(thing, call))),
  'POST /api/user/articles/comments/{id}/like-or-dislike': mine('user_id', (call) =>
    liked('articles', 'likedOpinions', call),
  ),
  'POST /api/user/articles/{id}/add-comment': one('articles', (thing, call) =>
    written(thing, fieldOf(call.body, 'comment'), call),
  ),
  'POST /api/user/articles/previous-or-next': ({ world, body }) => {
    const ids = [...world.articles.keys()];
    const at = ids.indexOf(Number(fieldOf(body, 'current_id')));
    const to = ids[at + (fieldOf(body, 'status') === 'next' ? 1 : -1)];
    return ok({ next_or_previous_article_id: at < 0 ? null : (to ?? null) });
  },
  'POST /api/user/articles/rate-article/{id}/{rate}': mine('user_id', one('articles', rated)),
};
