/** Reading an address by a route's pattern; exported by routes.ts too. In a file of its own, since every page needs it and the rest few. */

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

/** The parts of `path` by name when it fits `pattern`, else null: ('/user/game/{id?}', '/user/game/7') → { id: '7' } */
export function matchRoute(pattern: string, path: string): Record<string, string | undefined> | null {
  const found = matcherOf(pattern).exec(path);
  return found ? { ...found.groups } : null;
}
