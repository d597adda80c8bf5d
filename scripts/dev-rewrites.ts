import type { AstroIntegration } from 'astro';
import { findRoute } from '../src/lib/routes.ts';

/** In development: the addresses of a shell are answered by it, as server/site.ts does with the built site. */
export function devRewrites(): AstroIntegration {
  return {
    name: 'playtally:dev-rewrites',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, _response, next) => {
          if (request.url) request.url = rewritten(request.url);
          next();
        });
      },
    },
  };
}

/** The address that Astro should answer in place of this one: '/user/game/7?page=2' → '/user/game?page=2'. */
export function rewritten(url: string): string {
  const [path = '', ...query] = url.split('?');
  const shell = findRoute(path)?.shell;
  return shell === undefined ? url : [shell, ...query].join('?');
}
