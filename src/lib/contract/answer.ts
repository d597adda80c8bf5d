/**
 * How another host's answers are read. A schema describes our own host exactly. From another host, only the fields that the
 * specification names are needed. Any other field that is missing or malformed counts as absent: a string becomes '', a list
 * becomes [], a field that our own host may omit is omitted, and everything else becomes null. client/read.ts implements these
 * rules.
 */
import * as v from 'valibot';

type Schema = v.GenericSchema;

/** Marks a required field. If it is missing or malformed, the object it belongs to can't be read. */
/* @__NO_SIDE_EFFECTS__ */
export function needed<S extends Schema>(schema: S) {
  return { ...schema, needed: true } as const;
}

/** Marks an object that is read completely or not at all. */
/* @__NO_SIDE_EFFECTS__ */
export function whole<S extends Schema>(schema: S) {
  return { ...schema, whole: true } as const;
}

/** Marks a value that is passed through unchanged. */
/* @__NO_SIDE_EFFECTS__ */
export function raw<S extends Schema>(schema: S) {
  return { ...schema, raw: true } as const;
}

/** A name. If it is missing, the noun and the id replace it: "Reward 84". */
/* @__NO_SIDE_EFFECTS__ */
export function named(noun: string) {
  return { ...v.string(), noun };
}

/** Converts other hosts' formats to ours. `page` is the page that was requested. */
export type Adapt = (given: unknown, page: number) => unknown;

/* @__NO_SIDE_EFFECTS__ */
export function adapted<S extends Schema>(schema: S, adapt: Adapt): S {
  return { ...schema, adapt };
}

export const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** Converts a page from Laravel's paginators, API resources or a plain list → { data, next_page_url, current_page, … }. */
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
/** A free text. Texts with a fixed format have a pipe. */
type PlainText = { readonly type: 'string'; readonly pipe?: never };

/** The type that the client reads from a value with this schema. */
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
