import { hrefs, routes } from '../../lib/routing/routes.ts';

export type Area = 'guest' | 'user';

export const places = {
  user: {
    pattern: routes.userArticle.pattern,
    list: hrefs.userArticle(),
    href: hrefs.userArticle,
    game: hrefs.userGame,
  },
  guest: {
    pattern: routes.guestArticle.pattern,
    list: hrefs.guestArticle(),
    href: hrefs.guestArticle,
    game: hrefs.guestGame,
  },
} as const;
