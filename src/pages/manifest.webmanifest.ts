import type { APIRoute } from 'astro';
import { routes } from '../lib/routing/routes.ts';
import { site } from '../lib/site.ts';

const icons = [192, 512].flatMap((width) =>
  // The logo stays within the middle 80 %, which every icon shape shows.
  ['any', 'maskable'].map((purpose) => ({
    src: `/icon-${width}.png`,
    sizes: `${width}x${width}`,
    type: 'image/png',
    purpose,
  })),
);

/** The web app manifest, which lets users install the site on a home screen. */
export const GET: APIRoute = () =>
  Response.json(
    {
      id: routes.userHome.pattern,
      name: site.name,
      short_name: site.name,
      description: site.tagline,
      start_url: routes.userHome.pattern,
      scope: '/',
      display: 'standalone',
      // The ink theme's background in tokens.css.
      background_color: '#0b0e15',
      theme_color: '#0b0e15',
      icons,
      shortcuts: [
        { name: 'Play', url: routes.userGames.pattern },
        { name: 'Rewards', url: routes.userRewards.pattern },
        { name: 'My rewards', url: routes.userOrders.pattern },
      ],
    },
    { headers: { 'Content-Type': 'application/manifest+json' } },
  );
