/**
 * Parses and builds addresses from a route's pattern. Separate from routes.ts, because every page needs this and few need the
 * rest.
 */

const matchers = new Map<string, RegExp>();

function matcherOf(pattern: string): RegExp {
  const known = matchers.get(pattern);
  if (known) return known;
  const source = pattern
    .split('/')
    .slice(1)
    .map((part) => {
      if (part === '') return '';
      const name = /^\{(\w+)(\??)\}$/.exec(part);
      if (!name) return `/${part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}`;
      return name[2] ? `(?:/(?<${name[1]}>[^/]+))?` : `/(?<${name[1]}>[^/]+)`;
    })
    .join('');
  const made = new RegExp(`^${source || '/'}$`);
  matchers.set(pattern, made);
  return made;
}

/** Returns the parts of `path` by name, or null if it doesn't match: ('/user/game/{id?}', '/user/game/7') → { id: '7' } */
export function matchRoute(pattern: string, path: string): Record<string, string | undefined> | null {
  const found = matcherOf(pattern).exec(path);
  return found ? { ...found.groups } : null;
}

/**
 * Builds an address from a pattern and its parts. Missing parts are left out: ('/user/game/{id?}', { id: 7 }) → '/user/game/7'
 */
export function fillRoute(
  pattern: string,
  parts: Readonly<Record<string, string | number | undefined>> = {},
): string {
  return pattern.replace(/\/\{(\w+)\??\}/g, (_, name) =>
    parts[name] === undefined ? '' : `/${parts[name]}`,
  );
}
