import { hrefs, routes } from '../../lib/routing/routes.ts';

export type Area = 'guest' | 'user';

export const places = {
  user: {
    pattern: routes.userArticle.pattern,
    href: hrefs.userArticle,
    game: hrefs.userGame,
  },
  guest: {
    pattern: routes.guestArticle.pattern,
    href: hrefs.guestArticle,
    game: hrefs.guestGame,
  },
} as const;
