/** What a setting may be, and how one is described. */
import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import * as v from 'valibot';

/** `words` follow "must be" in an error, and are the column "value" of docs/operators/settings.md. `read` answers undefined for what isn't one. */
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

/** As browsers know it, without a slash at its end. */
export const origin = kind('an origin like https://playtally.example, without a path', (given) => {
  const url = urlOf(given);
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
  return isOrigin ? url.origin : undefined;
});

/** As it is given: to an OpenID provider a slash at the end makes another address. */
export const address = kind(
  'an address that begins with https://, without a query, a hash or a password',
  (given) => {
    const url = urlOf(given);
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
    return isPlain ? given : undefined;
  },
);

/** What needs no escaping in an address or a signed text. */
export const plain = (words = 'letters, digits, dots, dashes and underscores') =>
  text(words, /^[\w.-]{1,100}$/);

/** With commas between. An error says which one is wrong. */
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
  /** One sentence, or two. */
  readonly about: string;
  /** What it may be. */
  readonly words: string;
  /** The default, where it depends on other settings or isn't ours to name. */
  readonly otherwise?: string;
  /** NAME_FILE may name a file that holds it, and no error repeats it. */
  readonly secret?: true;
  /** Enters the pages, so a change takes a build. */
  readonly builtIn?: true;
  /** Its former names, which are still read with a warning. */
  readonly formerly?: readonly string[];
  /** Why production doesn't start without it. */
  readonly required?: string;
  /** Who sets it when `.env` doesn't: compose.yaml, a developer, or a tool. */
  readonly by?: 'compose' | 'development' | 'tool';
  /** What compose.yaml sets in place of the default. */
  readonly composed?: string;
  /** For .env.example, where everybody has a value of their own. */
  readonly example?: string;
};

type Setting<T> = v.SchemaWithPipe<
  readonly [v.GenericSchema<string | undefined, T>, v.MetadataAction<T, Facts>]
>;
type Given = Omit<Facts, 'words'>;

/** One entry of the schema. `default` is written as it would be in the environment. */
export function setting<T>(of: Kind<T>, facts: Given & { readonly default: string }): Setting<T>;
export function setting<T>(of: Kind<T>, facts: Given): Setting<T | undefined>;
export function setting<T>(
  of: Kind<T>,
  { default: fallback, ...facts }: Given & { readonly default?: string },
): Setting<T | undefined> {
  return v.pipe(v.optional(of, fallback), v.metadata({ words: v.getMetadata(of).words, ...facts }));
}

/** Base64 of 32 bytes; undefined for anything else. */
export function keyOf(given: string): Buffer | undefined {
  const key = Buffer.from(given, 'base64');
  return key.length === 32 && key.toString('base64') === given ? key : undefined;
}

/** Nearly all of 32 bytes are a private key of P-256. */
export function pushKeyOf(given: string): Buffer | undefined {
  const key = keyOf(given);
  try {
    if (key) createECDH('prime256v1').setPrivateKey(key);
    return key;
  } catch {
    return undefined;
  }
}

/** A path behind it would have no effect. */
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
