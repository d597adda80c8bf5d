/** The calls of section 7 as another host answers them (see foreign-host.ts), and nothing else. */
import { invalid, type Json, ME, ok, paged, type Reply, type Thing, type World } from './foreign-world.ts';

export const TOKEN = '1|foreign-secret';
export const foreignAccount = { email: 'mira@foreign.example', password: 'a foreign password' };

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

/** What a mailed link or another provider gives that this host knows. */
export const KNOWN = 'a-foreign-token';

/** Signs in by what came with the token, or names the field that is wrong. */
const byToken: Answer = ({ world, body }) =>
  body.token === KNOWN
    ? ok({ success: { token: TOKEN, user: world.user } })
    : invalid({ token: ['This token is invalid.'] });

/** Section 7, line by line: whether a token is needed, and the answer. */
export const calls: readonly (readonly [string, RegExp, 'open' | 'user', Answer])[] = [
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
  ['POST', /^login\/(?:google|steam)\/callback$/, 'open', byToken],
  [
    'POST',
    /^password\/reset$/,
    'open',
    (asked) =>
      String(asked.body.password).includes('common')
        ? invalid({ password: ['The given password is too common.'] })
        : byToken(asked),
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
    /^user\/rewards\/(\d+)\/buy$/,
    'user',
    one(rewardOf, (thing, { world, body, query }, id) => {
      world.bought.push(body);
      return ok(world.rewardInfo(id, thing, query));
    }),
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
    one(articleOf, (thing, { world, body }) => world.write(thing, body.comment, 'opinion')),
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
