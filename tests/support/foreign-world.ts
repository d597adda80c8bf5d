/** What another host of the specification has (see foreign-host.ts): a few things, with the fields that section 7 names. */
export type Json = Record<string, unknown>;

export interface Reply {
  readonly status: number;
  readonly body: Json | string;
}
export const ok = (body: Json): Reply => ({ status: 200, body });
export const invalid = (errors: Record<string, string[]>): Reply => ({
  status: 422,
  body: { message: 'The given data was invalid.', errors },
});

export const ME = '5';

export interface Thing {
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
export function paged(rows: readonly unknown[], query: URLSearchParams, standard = 15): Json {
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
export function createWorld() {
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
      // The specification names no amounts: one reward has them, the other is bought whole.
      reward: { ...card([id, one]), ...(id === '7' && { amounts: [{ id: '71' }, { id: '72' }] }) },
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

export type World = ReturnType<typeof createWorld>;
