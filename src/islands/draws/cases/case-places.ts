import { hrefs, routes } from '../../../lib/routing/routes.ts';

export type Area = 'guest' | 'user';

export const places = {
  user: { list: routes.userCases.pattern, pattern: routes.userCase.pattern, href: hrefs.userCase },
  guest: { list: routes.guestCases.pattern, pattern: routes.guestCase.pattern, href: hrefs.guestCase },
} as const;
