/** The types of settings, and how a setting is described. */
import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import * as v from 'valibot';

/**
 * Creates a type. `words` follow "must be" in an error and fill the column "value" in docs/operators/settings.md. `read` returns
 * undefined for an invalid value.
 */
export const kind = <T>(words: string, read: (text: string) => T | undefined) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, T>(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value);
      if (value !== undefined) return value;
      addIssue({ message: words });
      return NEVER;
    }),
    v.metadata({ words }),
  );

type Kind<T> = ReturnType<typeof kind<T>>;

export const text = (words: string, pattern = /./) =>
  kind(words, (given) => (pattern.test(given) ? given : undefined));

export const whole = (least: number, most: number, words = `a whole number from ${least} to ${most}`) =>
  kind(words, (given) => {
    const number = Number(given);
    return /^(?:0|[1-9]\d{0,6})$/.test(given) && number >= least && number <= most ? number : undefined;
  });

export const port = whole(1, 65_535, 'a port from 1 to 65535');

export const oneOf = <const T extends readonly string[]>(...values: T) =>
  kind<T[number]>(values.join(', ').replace(/, ([^,]*)$/, ' or $1'), (given) =>
    values.find((value) => value === given),
  );

export const onOff = kind('on or off', (given) =>
  given === 'on' ? true : given === 'off' ? false : undefined,
);

const urlOf = (given: string) => (URL.canParse(given) ? new URL(given) : undefined);

/** In the form that browsers use, without a trailing slash. */
export const origin = kind('an origin like https://playtally.example, without a path', (given) => {
  const url = urlOf(given);
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
  return isOrigin ? url.origin : undefined;
});

/** Kept as it is given: to an OpenID provider, a trailing slash makes a different URL. */
export const address = kind(
  'an address that begins with https://, without a query, a hash or a password',
  (given) => {
    const url = urlOf(given);
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
    return isPlain ? given : undefined;
  },
);

/** Needs no escaping in a URL or a signed text. */
export const plain = (words = 'letters, digits, dots, dashes and underscores') =>
  text(words, /^[\w.-]{1,100}$/);

/** Separated by commas. An error says which item is wrong. */
export const list = <T>(words: string, of: Kind<T>) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, T[]>(({ dataset, addIssue, NEVER }) => {
      const read = dataset.value.split(',').map((one) => v.safeParse(of, one.trim()));
      const wrong = read.findIndex(({ success }) => !success);
      if (wrong >= 0) {
        addIssue({ message: `${words}, but number ${wrong + 1} isn't` });
        return NEVER;
      }
      return read.flatMap(({ success, output }) => (success ? [output] : []));
    }),
    v.metadata({ words }),
  );

export type Facts = {
  /** One or two sentences. */
  readonly about: string;
  /** What values it can have. */
  readonly words: string;
  /** Describes the default if it depends on other settings or isn't ours to name. */
  readonly otherwise?: string;
  /** NAME_FILE may name a file with the value, and no error message repeats it. */
  readonly secret?: true;
  /** It is built into the pages, so a change needs a build. */
  readonly builtIn?: true;
  /** Former names. They still work, with a warning. */
  readonly formerly?: readonly string[];
  /** Why production doesn't start without it. */
  readonly required?: string;
  /** What sets it if `.env` doesn't: compose.yaml, a developer, or a tool. */
  readonly by?: 'compose' | 'development' | 'tool';
  /** What compose.yaml sets instead of the default. */
  readonly composed?: string;
  /** An example for .env.example, if everyone has their own value. */
  readonly example?: string;
};

type Setting<T> = v.SchemaWithPipe<
  readonly [v.GenericSchema<string | undefined, T>, v.MetadataAction<T, Facts>]
>;
type Given = Omit<Facts, 'words'>;

/** Creates an entry of the schema. `default` is written as in the environment. */
export function setting<T>(of: Kind<T>, facts: Given & { readonly default: string }): Setting<T>;
export function setting<T>(of: Kind<T>, facts: Given): Setting<T | undefined>;
export function setting<T>(
  of: Kind<T>,
  { default: fallback, ...facts }: Given & { readonly default?: string },
): Setting<T | undefined> {
  return v.pipe(v.optional(of, fallback), v.metadata({ words: v.getMetadata(of).words, ...facts }));
}

/** Decodes base64 of 32 bytes; undefined for anything else. */
export function keyOf(given: string): Buffer | undefined {
  const key = Buffer.from(given, 'base64');
  return key.length === 32 && key.toString('base64') === given ? key : undefined;
}

/** Almost any 32 bytes are a private key of P-256, so the curve must accept them. */
export function pushKeyOf(given: string): Buffer | undefined {
  const key = keyOf(given);
  try {
    if (key) createECDH('prime256v1').setPrivateKey(key);
    return key;
  } catch {
    return undefined;
  }
}

/** A path would have no effect, so it is rejected. */
function mailServerOf(given: string): string | undefined {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isServer = url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length < 2;
  return isServer ? given : undefined;
}

export const database = text(
  'an address like postgres://role:password@host:5432/playtally',
  /^postgres(?:ql)?:\/\//,
);

export const mailServer = kind(
  'an address like smtp://user:password@mail.example:587, or smtps://…:465',
  mailServerOf,
);

export const sender = text(
  'an address like Playtally <no-reply@playtally.example>',
  /^(?:[^<>@,;:\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@,\s]+@[^<>@,\s]+)$/,
);

export const ipAddress = kind(
  'an IP address of this machine, like 127.0.0.1, or :: for all of them',
  (given) => (isIP(given) ? given : undefined),
);

export const file = text('the path of a file');

export const listen = text('an address and a port');
