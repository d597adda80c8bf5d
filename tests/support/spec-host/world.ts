/** The content of a host of the specification: a small world in memory, in plain values. The styles format them (manners.ts). */

export type Json = Readonly<Record<string, unknown>>;

export interface Opinion {
  readonly id: number;
  readonly opinion: string;
  likes: number;
  readonly created_at: Date;
}

/** An item with ratings and opinions. */
export interface Thing {
  readonly id: number;
  readonly name: string;
  rate: number;
  rate_count: number;
  isRated: boolean;
  opinions: Opinion[];
  liked: number[];
}

/** A counter; each host has its own. */
function counter(from: number): () => number {
  let last = from;
  return () => ++last;
}

/** '2024-05-01 12:30:11' and the minutes after. */
const dayOne = Date.UTC(2024, 4, 1, 12, 30, 11);
const minute = (at: number) => new Date(dayOne + at * 60_000);

/** More than one page, whatever size the site requests. */
const MANY = 23;
const many = <T>(make: (at: number) => T): T[] => Array.from({ length: MANY }, (_, at) => make(at));

export const ME = 5;

/** Makes a new world for each host. */
export function createWorld() {
  const nextOpinion = counter(1000);
  const thing = (id: number, name: string): Thing => ({
    ...{ id, name, rate: 4, rate_count: 3, isRated: false, liked: [] },
    opinions: many((at) => ({
      id: nextOpinion(),
      opinion: `Said about ${name}, ${at + 1}.`,
      likes: 2,
      created_at: minute(at),
    })),
  });
  const named = (...names: (readonly [id: number, name: string])[]) =>
    new Map(names.map(([id, name]) => [id, thing(id, name)]));
  const quest = (id: number, name: string, isDone: boolean) => ({ id, name, isDone });

  return {
    /** The reward that the user plays for. */
    goal: null as number | null,
    rewards: named(
      [907, 'Harbour credits'],
      [908, 'Lantern card'],
      [84, 'Robux'],
      ...many((at): [number, string] => [910 + at, `Rope ${at + 1}`]),
    ),
    /** The amounts of the first reward; the others are redeemed whole. */
    amounts: new Map([[907, [71, 72]]]),
    soldOut: 72,
    games: named(
      [903, 'Distant harbour'],
      [904, 'Far lantern'],
      ...many((at): [number, string] => [930 + at, `Voyage ${at + 1}`]),
    ),
    articles: named(
      [921, 'How the harbour pays'],
      [922, 'News of the lantern'],
      ...many((at): [number, string] => [960 + at, `Letter ${at + 1}`]),
    ),
    contests: many((at) => ({ id: 950 + at, name: `Harbour draw ${at + 1}`, ends_at: minute(at) })),
    cases: many((at) => ({ id: 980 + at, name: `Harbour box ${at + 1}` })),
    quests: [quest(31, 'Cast off', false), quest(32, 'Make fast', true)],
    registrationQuest: quest(30, 'Come aboard', false),
    transactions: many((at) => ({ id: 41 + at, points: 100 + at, created_at: minute(at) })),
    /** What was bought: { amount_id: 71 }, or nothing for the whole reward. */
    orders: [] as { readonly reward: number; readonly amount?: number }[],

    /** A new opinion goes before the others. */
    write(one: Thing, opinion: string): Opinion {
      const written = { id: nextOpinion(), opinion, likes: 0, created_at: minute(0) };
      one.opinions = [written, ...one.opinions];
      return written;
    },
    rate(one: Thing, stars: number): void {
      Object.assign(one, { rate: stars, rate_count: one.rate_count + (one.isRated ? 0 : 1), isRated: true });
    },
    /** A second like undoes the first, and so does a dislike. Null if there is no such opinion. */
    like(
      things: Map<number, Thing>,
      id: number,
      isDislike: boolean,
    ): { one: Thing; opinion: Opinion } | null {
      for (const one of things.values()) {
        const opinion = one.opinions.find((written) => written.id === id);
        if (!opinion) continue;
        const before = one.liked.includes(id);
        const after = !before && !isDislike;
        one.liked = [...one.liked.filter((other) => other !== id), ...(after ? [id] : [])];
        opinion.likes += Number(after) - Number(before);
        return { one, opinion };
      }
      return null;
    },
  };
}

export type World = ReturnType<typeof createWorld>;
