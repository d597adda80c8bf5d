/** Reads compose.yaml and .env.example like Docker Compose, so that tests run what is written there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import * as v from 'valibot';

const ROOT = join(import.meta.dirname, '../..');
const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const serviceSchema = v.object({
  environment: v.optional(v.record(v.string(), text), {}),
  /** `.env`, or none. */
  env_file: v.optional(v.union([v.literal('.env'), v.tuple([])])),
  build: v.optional(v.object({ target: v.string(), args: v.optional(v.record(v.string(), text), {}) })),
  ports: v.optional(v.array(v.string()), []),
  command: v.optional(v.array(v.string()), []),
  volumes: v.optional(v.array(v.string()), []),
  secrets: v.optional(v.array(v.string()), []),
});
const composeSchema = v.object({
  services: v.record(v.string(), serviceSchema),
  secrets: v.record(v.string(), v.object({ file: v.string() })),
});

type Service = v.InferOutput<typeof serviceSchema>;

export const readProject = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The `NAME=value` lines of .env.example, including commented ones. */
export function exampleEnv(): { values: Record<string, string>; names: string[] } {
  const lines = readProject('.env.example').matchAll(/^(#?)([A-Z_]+)=(.*)$/gm);
  const found = [...lines].map(([, off, name = '', value = '']) => ({ off, name, value }));
  return {
    values: Object.fromEntries(found.filter(({ off }) => !off).map(({ name, value }) => [name, value])),
    names: found.map(({ name }) => name),
  };
}

/** The services with `env` filled in. Throws with a variable's name if it is required (`:?`) and empty. */
export const composeServices = (env: Readonly<Record<string, string>>): Record<string, Service> =>
  composeFile(env).services;

/** The whole of it. */
export function composeFile(env: Readonly<Record<string, string>>): v.InferOutput<typeof composeSchema> {
  const { services, secrets } = v.parse(composeSchema, filledIn(load(readProject('compose.yaml')), env));
  const withFile = Object.entries(services).map(([name, service]) => {
    const file = service.env_file === '.env' ? env : {};
    return [name, { ...service, environment: { ...file, ...service.environment } }] as const;
  });
  return { services: Object.fromEntries(withFile), secrets };
}

/** The names that compose.yaml uses. */
export function composeNames(): Set<string> {
  const names = [...readProject('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
  return new Set(names);
}

/** '${A:-b}' is b if A is empty, and '${A:?why}' is then an error. Other forms that Compose knows are errors here. */
function filledIn(value: unknown, env: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(value)) return value.map((one) => filledIn(one, env));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, env)]));
  if (typeof value !== 'string') return value;
  return value.replace(/\$(?:\{([A-Z_]+):([-?])([^}]*)\}|.)/g, (whole, name, kind, rest) => {
    if (name === undefined) throw new Error(`compose.yaml has ${whole}, which this reads no further`);
    if (env[name]) return env[name];
    if (kind === '?') throw new Error(`${name} is needed: ${rest}`);
    return rest;
  });
}
