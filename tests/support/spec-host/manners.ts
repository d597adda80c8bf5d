/** Four styles of hosts of the specification: each has its fields, and everything that it leaves open differs. */
import type { Json, Opinion, Thing } from './world.ts';

export const mannerNames = ['bare', 'simple', 'full', 'resource'] as const;
export type MannerName = (typeof mannerNames)[number];

interface Asked {
  readonly page: number;
  readonly size: number;
  /** '…/api/user/rewards' */
  readonly address: string;
}

export interface Manner {
  /** Whether guests may look at lists and details that have only a user path. */
  readonly letsGuestsLook: boolean;
  /** The format of a plain value: a number, yes or no, a time. */
  say(value: number | boolean | Date): unknown;
  page(rows: readonly unknown[], asked: Asked): unknown;
  /** Wraps each successful answer. */
  whole(answer: unknown): unknown;
  /** 401, 404, or 422 without a field. */
  refusal(text: string): unknown;
  invalid(field: string, text: string): unknown;
  /** The answer to an address that isn't in section 7. */
  readonly unknown: { readonly status: number; readonly body: unknown };
  /** The reward that the user plays for. */
  goal(reward: Thing | undefined): unknown;
  /** The fields of a user besides `id` and `myreward`. */
  readonly user: Json;
  readonly countries: unknown;
  /** The fields of a reward, game or article besides those of the specification. */
  readonly more: Json;
  status(isDone: boolean): unknown;
  written(opinion: Opinion): unknown;
  /** `list`: the specification's list of liked ones. */
  liked(list: string, liked: readonly number[], opinion: Opinion): unknown;
  /** `info`: the whole reward info. */
  bought(info: Json): unknown;
  checked(goal: unknown): Json;
}

const iso = (value: Date) => value.toISOString().replace('Z', '000Z');
const plain = (value: number | boolean | Date) => (value instanceof Date ? iso(value) : value);
const same = (answer: unknown) => answer;
const laravel = {
  refusal: (text: string) => ({ message: text }),
  invalid: (field: string, text: string) => ({
    message: 'The given data was invalid.',
    errors: { [field]: [text] },
  }),
};

const slice = (rows: readonly unknown[], { page, size }: Asked) => rows.slice((page - 1) * size, page * size);
const lastOf = (rows: readonly unknown[], { size }: Asked) => Math.max(1, Math.ceil(rows.length / size));
const link = (rows: readonly unknown[], asked: Asked, page: number) =>
  page < 1 || page > lastOf(rows, asked) ? null : `${asked.address}?page=${page}`;
const next = (rows: readonly unknown[], asked: Asked) => link(rows, asked, asked.page + 1);
const previous = (rows: readonly unknown[], asked: Asked) => link(rows, asked, asked.page - 1);

/** Laravel's simplePaginate: no total, no last page. */
const simplePage = (rows: readonly unknown[], asked: Asked) => ({
  current_page: asked.page,
  data: slice(rows, asked),
  first_page_url: link(rows, asked, 1),
  from: (asked.page - 1) * asked.size + 1,
  next_page_url: next(rows, asked),
  path: asked.address,
  per_page: asked.size,
  prev_page_url: previous(rows, asked),
  to: Math.min(asked.page * asked.size, rows.length),
});
/** Laravel's LengthAwarePaginator. */
const fullPage = (rows: readonly unknown[], asked: Asked) => ({
  ...simplePage(rows, asked),
  last_page: lastOf(rows, asked),
  last_page_url: link(rows, asked, lastOf(rows, asked)),
  total: rows.length,
});

export const manners: Readonly<Record<MannerName, Manner>> = {
  /** Minimal: only fields of the specification, and every value as from the database driver. */
  bare: {
    letsGuestsLook: true,
    say: (value) => {
      if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
      return typeof value === 'boolean' ? Number(value) : String(value);
    },
    page: (rows, asked) => ({ data: slice(rows, asked), next_page_url: next(rows, asked) }),
    whole: same,
    refusal: (text) => ({ error: text }),
    invalid: (field, text) => ({ error: { [field]: [text] } }),
    unknown: { status: 404, body: { error: 'Not found' } },
    goal: (reward) => reward?.id ?? null,
    user: {},
    countries: ['Côte d’Ivoire', 'Iceland'],
    more: {},
    status: (isDone) => isDone,
    written: same,
    liked: (_, liked) => liked,
    bought: ({ reward, status }) => ({ reward, status }),
    checked: (myreward) => ({ myreward }),
  },
  simple: {
    letsGuestsLook: false,
    say: plain,
    page: simplePage,
    whole: same,
    ...laravel,
    unknown: { status: 404, body: { message: '' } },
    goal: (reward) => reward?.id ?? 0,
    user: {
      name: 'Mira',
      email: 'mira@spec.example',
      country: 75,
      birth_date: '0000-00-00',
      balance: '12.50',
    },
    countries: [
      { id: 75, name: 'Côte d’Ivoire' },
      { id: 76, name: 'Iceland' },
    ],
    more: { description: 'Told in a line.', price: '5.00', deleted_at: null },
    status: (isDone) => (isDone ? 'completed' : 'not_started'),
    written: (comment) => ({ comment }),
    liked: (list, liked, { likes }) => ({ [list]: liked, likes }),
    bought: same,
    checked: (myreward) => ({ completed: false, missing_points: 120, myreward }),
  },
  full: {
    letsGuestsLook: true,
    say: plain,
    page: fullPage,
    whole: same,
    refusal: laravel.refusal,
    invalid: (field, text) => ({ [field]: [text] }),
    unknown: { status: 200, body: '<!doctype html><title>A page of another application</title>' },
    goal: (reward) => (reward ? { id: reward.id, name: reward.name } : []),
    user: { name: 'Mira', created_at: new Date(0), roles: [], avatar: null },
    countries: {
      countries: [
        { code: 'CI', name: 'Côte d’Ivoire' },
        { code: 'IS', name: 'Iceland' },
      ],
    },
    more: { summary: { en: 'Told in a line.' }, points: null, game: { id: 1, name: 'None' }, slug: null },
    status: (isDone) => ({ status: isDone ? 1 : 0 }),
    written: (opinion) => ({ opinion }),
    liked: (list, liked, opinion) => ({ [list]: liked, opinion }),
    bought: same,
    checked: (myreward) => ({ myreward, message: 'Not yet.' }),
  },
  /** API resources: everything is inside `data`. */
  resource: {
    letsGuestsLook: true,
    say: plain,
    page: (rows, asked) => ({
      data: slice(rows, asked),
      links: {
        first: link(rows, asked, 1),
        last: link(rows, asked, lastOf(rows, asked)),
        prev: previous(rows, asked),
        next: next(rows, asked),
      },
      meta: {
        current_page: asked.page,
        last_page: lastOf(rows, asked),
        total: rows.length,
        path: asked.address,
      },
    }),
    whole: (answer) =>
      typeof answer === 'object' && answer !== null && 'links' in answer ? answer : { data: answer },
    ...laravel,
    unknown: { status: 404, body: { message: 'The route could not be found.', exception: 'NotFound' } },
    goal: (reward) => (reward ? { data: { id: reward.id } } : null),
    user: { name: 'Mira', email: null },
    countries: { CI: 'Côte d’Ivoire', IS: 'Iceland' },
    more: { points: 1500, description: 'Told in a line.', tags: ['new'] },
    status: (isDone) => (isDone ? 'done' : 'open'),
    written: same,
    liked: (list, liked, { likes }) => ({ [list]: liked, likes }),
    bought: ({ reward, status }) => ({ reward, status }),
    checked: (myreward) => ({ completed: false, myreward }),
  },
};
