/**
 * How another host's answers are read. A schema describes our own host exactly; of another one only what the specification names is
 * needed. Everything else that is missing or odd is absent: an absent text is '', an absent list [], what our own host may leave out is
 * left out, and anything else is null. client/read.ts does what the types here say.
 */
import * as v from 'valibot';

type Schema = v.GenericSchema;

/** Marks a field without which the object that it belongs to can't be read. */
/* @__NO_SIDE_EFFECTS__ */
export function needed<S extends Schema>(schema: S) {
  return { ...schema, needed: true } as const;
}

/** Marks an object that is read whole or not at all. */
/* @__NO_SIDE_EFFECTS__ */
export function whole<S extends Schema>(schema: S) {
  return { ...schema, whole: true } as const;
}

/** Marks a value that is handed on as it came. */
/* @__NO_SIDE_EFFECTS__ */
export function raw<S extends Schema>(schema: S) {
  return { ...schema, raw: true } as const;
}

/** A name; what has none is called by its id: "Reward 84". */
/* @__NO_SIDE_EFFECTS__ */
export function named(noun: string) {
  return { ...v.string(), noun };
}

/** Turns forms that other hosts use into ours. `page` is the page that was asked for. */
export type Adapt = (given: unknown, page: number) => unknown;

/* @__NO_SIDE_EFFECTS__ */
export function adapted<S extends Schema>(schema: S, adapt: Adapt): S {
  return { ...schema, adapt };
}

export const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** A page as Laravel's paginators, its API resources and plain lists give it → { data, next_page_url, current_page, … }. */
export const adaptPage: Adapt = (given, page) => {
  if (Array.isArray(given)) return { data: given, current_page: page };
  if (!isObject(given)) return given;
  if (isObject(given.data)) return adaptPage(given.data, page);
  const { meta, links } = given;
  return {
    ...(isObject(meta) && meta),
    ...(isObject(links) && { next_page_url: links.next }),
    ...given,
    current_page: page,
  };
};

/** '2024-05-01 12:30:11' → '2024-05-01T12:30:11Z' */
export const adaptTime: Adapt = (given) =>
  typeof given === 'string' ? given.replace(/^(\d{4}-\d\d-\d\d) ([\d:]{8})$/, '$1T$2Z') : given;

interface Needed {
  readonly needed: true;
}
interface Whole {
  readonly whole: true;
}
interface Optional<S extends Schema = Schema> {
  readonly type: 'optional';
  readonly wrapped: S;
}

type Simplify<T> = { [K in keyof T]: T[K] };
type ReadEntries<E> = Simplify<
  {
    -readonly [K in keyof E as E[K] extends Optional ? never : K]:
      | Read<E[K]>
      | (E[K] extends Needed | { type: 'array' } | PlainText ? never : null);
  } & {
    -readonly [K in keyof E as E[K] extends Optional ? K : never]?: E[K] extends Optional<infer W>
      ? Read<W> | undefined
      : never;
  }
>;
/** A text that may be any, not one of a form: those have a pipe. */
type PlainText = { readonly type: 'string'; readonly pipe?: never };

/** What is read of a value that this schema describes. */
export type Read<S> = S extends { readonly raw: true }
  ? unknown
  : S extends Whole
    ? S extends Schema
      ? v.InferOutput<S>
      : never
    : S extends { readonly type: 'object'; readonly entries: infer E }
      ? ReadEntries<E>
      : S extends { readonly type: 'array'; readonly item: infer I }
        ? Read<I>[]
        : S extends { readonly type: 'nullable'; readonly wrapped: infer W }
          ? Read<W> | null
          : S extends Schema
            ? v.InferOutput<S>
            : never;
