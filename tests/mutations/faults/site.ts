import type { Area } from '../fault.ts';

const policy = ['tests/unit/scripts/site/policy.test.ts'];
const hosts = ['tests/unit/scripts/site/hosts.test.ts'];
const site = ['tests/server/static-site/site.test.ts'];
const errors = ['tests/server/http/errors.db.test.ts'];

/** The built site, its headers, and the files for other hosts. */
export const siteFaults: Area = {
  name: 'site',
  faults: [
    {
      id: 'policy-inline-unhashed',
      file: 'scripts/site/policy.ts',
      find: "isActive(element) && !element.attributes.has('src')",
      replace: "isActive(element) && element.attributes.has('src')",
      effect: 'Browsers refuse the page’s own inline scripts.',
      proveWith: policy,
    },
    {
      id: 'policy-line-ends',
      file: 'scripts/site/policy.ts',
      find: "text.replaceAll('\\r\\n', '\\n')",
      replace: 'text',
      effect: 'A site that was built on Windows runs none of its inline scripts.',
      proveWith: policy,
    },
    {
      id: 'settings-socket-plain',
      file: 'server/config/config.ts',
      find: "s.PUBLIC_REALTIME_TLS ?? protocol === 'https:'",
      replace: 's.PUBLIC_REALTIME_TLS ?? false',
      effect: 'The pages of an encrypted site open a plain socket, which browsers refuse.',
      proveWith: ['tests/unit/server/config/site.test.ts'],
    },
    {
      id: 'policy-frames-anywhere',
      file: 'scripts/site/policy.ts',
      find: "frame-ancestors 'none'; object-src 'none'\"",
      replace: "object-src 'none'\"",
      effect: 'Any site can frame ours and have its buttons pressed.',
      proveWith: [...policy, ...hosts, ...site],
    },
    {
      id: 'headers-cached',
      file: 'server/http/headers.ts',
      find: "'Cache-Control': 'no-store'",
      replace: "'Cache-Control': 'public, max-age=60'",
      effect: 'A proxy hands one player’s balance to another.',
      proveWith: errors,
    },
    {
      id: 'cors-anybody',
      file: 'server/http/headers.ts',
      find: "if (allowed) c.header('Access-Control-Allow-Origin', origin);",
      replace: "c.header('Access-Control-Allow-Origin', from ?? origin);",
      effect: 'Any page may read the API’s answers.',
      proveWith: [...errors, 'tests/server/operators/origin.db.test.ts'],
    },
    {
      id: 'site-operator-on-players',
      file: 'server/static-site/site.ts',
      find: 'files: only((path) => !pages.has(path)),',
      replace: 'files: all,',
      effect: 'The operators’ page lies on the players’ site.',
      proveWith: site,
    },
    {
      id: 'site-tag-ignored',
      file: 'server/static-site/site.ts',
      find: 'accepted, name)) : undefined',
      replace: "'br', name)) : undefined",
      effect: 'Browsers get an encoding that they didn’t ask for.',
      proveWith: site,
    },
    {
      id: 'site-immutable-pages',
      file: 'server/static-site/site-rules.ts',
      find: "const REVALIDATE = 'no-cache';",
      replace: "const REVALIDATE = 'public, max-age=31536000';",
      effect: 'Players see the old site for a year after a deploy.',
      proveWith: [...site, ...hosts],
    },
    {
      id: 'hosts-headers-dropped',
      file: 'scripts/site/hosts.ts',
      find: "${addedHeaders(headers).join(' ')} add_header Cache-Control",
      replace: 'add_header Cache-Control',
      effect: 'Scripts that nginx serves come without security headers.',
      proveWith: hosts,
    },
    {
      id: 'hosts-not-found-status',
      file: 'scripts/site/hosts.ts',
      find: '`error_page 404 ${missing}.html;`',
      replace: '`error_page 404 =200 ${missing}.html;`',
      effect: 'Search engines list pages that don’t exist.',
      proveWith: hosts,
    },
  ],
};
