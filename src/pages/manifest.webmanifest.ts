import type { APIRoute } from 'astro';
import { routes } from '../lib/routing/routes.ts';
import { site } from '../lib/site.ts';

const icons = [192, 512].flatMap((width) =>
  // The mark keeps to the middle four fifths, which every home screen's shape shows.
  ['any', 'maskable'].map((purpose) => ({
    src: `/icon-${width}.png`,
    sizes: `${width}x${width}`,
    type: 'image/png',
    purpose,
  })),
);

/** What makes the site an app on a home screen. */
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
      // The ink theme's background, as tokens.css has it.
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
