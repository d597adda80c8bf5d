/** How settings are read: a value, or a sentence that names the variable and what it may be. */

/** Its message is one sentence for the person who starts the product. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Env = Readonly<Record<string, string | undefined>>;

export function port(env: Env, name: string, standard: number): number {
  const given = env[name];
  if (given === undefined || given === '') return standard;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new ConfigError(`${name} must be a port from 1 to 65535, but is "${given}".`);
  return number;
}

/** Whether a host is this very machine, which nobody can listen on the way to. */
export const isLoopback = (hostname: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Whether browsers look for a host on this very machine: they take every name that ends so for one of its own. */
export const isBrowsersOwn = (hostname: string) => isLoopback(hostname) || hostname.endsWith('.localhost');

/** An address of ours as browsers know it. In production it is https, unless it is this machine's own. */
export function origin(env: Env, name: string, standard: string, production = false): string {
  const given = env[name] || standard;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError(
      `${name} must be an origin like https://playtally.example, without a path, but is "${given}".`,
    );
  if (production && url.protocol === 'http:' && !isBrowsersOwn(url.hostname))
    throw new ConfigError(
      `${name} must begin with https:// in production, but is "${given}": passwords and sessions would travel for all to read. Only an address of this machine, like http://localhost, goes without.`,
    );
  return url.origin;
}

export function choice<const T extends string>(env: Env, name: string, values: readonly [T, ...T[]]): T {
  const given = env[name] || values[0];
  const found = values.find((value) => value === given);
  if (found === undefined)
    throw new ConfigError(`${name} must be ${values.join(' or ')}, but is "${given}".`);
  return found;
}
