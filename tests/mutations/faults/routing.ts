import type { Area } from '../fault.ts';

const rewrites = ['tests/unit/scripts/dev-rewrites.test.ts'];
const site = ['tests/server/static-site/site.test.ts'];
const routes = ['tests/unit/routes.test.ts'];
const hosts = ['tests/unit/scripts/site/hosts.test.ts'];

/** Addresses and where they lead. */
export const routing: Area = {
  name: 'routing',
  faults: [
    {
      id: 'target-other-host',
      file: 'src/lib/routing/routes.ts',
      find: '!/^\\/(?![/\\\\])[\\x21-\\x7e]*$/.test(from)',
      replace: '!/^\\/[\\x21-\\x7e]*$/.test(from)',
      effect: 'A link to our sign-in sends people on to a stranger’s site.',
      proveWith: routes,
    },
    {
      id: 'target-login-loop',
      file: 'src/lib/routing/routes.ts',
      find: 'return from.startsWith(login.pattern) ? userHome.pattern : from;',
      replace: 'return from;',
      effect: 'Signing in leads back to the sign-in.',
      proveWith: routes,
    },
    {
      id: 'invitation-unescaped',
      file: 'src/lib/routing/routes.ts',
      find: '?ref=${encodeURIComponent(reflink)}#sign-up`',
      replace: '?ref=${reflink}`',
      effect: 'A friend’s link opens the sign-in in place of the sign-up.',
      proveWith: routes,
    },
    {
      id: 'route-optional-part',
      file: 'src/lib/routing/route-match.ts',
      find: 'return name[2] ? `(?:/(?<${name[1]}>[^/]+))?`',
      replace: 'return name[2] ? `/(?<${name[1]}>[^/]+)`',
      effect: 'Addresses without their optional part are not found.',
      proveWith: routes,
    },
    {
      id: 'route-part-of-path',
      file: 'src/lib/routing/route-match.ts',
      find: "new RegExp(`^${source || '/'}$`)",
      replace: "new RegExp(`^${source || '/'}`)",
      effect: 'Addresses that don’t exist show the page of a shorter one.',
      proveWith: routes,
    },
    {
      id: 'route-guard-open',
      file: 'src/lib/routing/route-table.ts',
      find: "  area: 'user',\n  guard: 'user',\n",
      replace: "  area: 'user',\n  guard: 'anyone',\n",
      effect: 'Players’ pages open for guests and show errors.',
      proveWith: routes,
    },
    {
      id: 'redirect-loses-query',
      file: 'server/static-site/site-rules.ts',
      find: "rule.to.startsWith('/') ? rule.to + query : rule.to",
      replace: 'rule.to',
      effect: 'A redirect forgets whose invitation it carried.',
      proveWith: [...rewrites, ...site],
    },
    {
      id: 'redirect-canonical-host',
      file: 'server/static-site/site-rules.ts',
      find: '/^(?:\\/[^/\\\\]+)+$/.test(canonical)',
      replace: "canonical !== ''",
      effect: 'An address with two slashes leads to another site.',
      proveWith: [...rewrites, ...site],
    },
    {
      id: 'hosts-shell-order',
      file: 'scripts/site/hosts.ts',
      find: "Number(a.form.includes('{')) - Number(b.form.includes('{'))",
      replace: "Number(b.form.includes('{')) - Number(a.form.includes('{'))",
      effect: 'On Cloudflare some pages answer with another page’s shell.',
      proveWith: hosts,
    },
    {
      id: 'hosts-operator-open',
      file: 'scripts/site/hosts.ts',
      find: "shell === undefined || (area === 'operator') !== isOperatorHost ? []",
      replace: 'shell === undefined ? []',
      effect: 'The operators’ pages answer on the players’ site.',
      proveWith: hosts,
    },
  ],
};
