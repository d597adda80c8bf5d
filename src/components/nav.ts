import type { IconName } from '../lib/format/marks.ts';
import { hrefs, routes } from '../lib/routes.ts';

export interface NavItem {
  readonly label: string;
  /** A shorter word for the tab bar. */
  readonly tab?: string;
  readonly href: string;
  readonly icon: IconName;
  /** Shown only to those who are signed in, or only to those who aren't. */
  readonly when?: 'in' | 'out';
}

/** What the app areas lead to. The current one is found by its address. */
export const navs: Readonly<Record<'guest' | 'user', readonly NavItem[]>> = {
  user: [
    { label: 'Dashboard', tab: 'Home', href: routes.userHome.pattern, icon: 'home' },
    { label: 'Games', href: routes.userGames.pattern, icon: 'games' },
    { label: 'Rewards', href: routes.userRewards.pattern, icon: 'rewards' },
    { label: 'Orders', href: routes.userOrders.pattern, icon: 'orders' },
  ],
  guest: [
    { label: 'Games', href: routes.guestGames.pattern, icon: 'games' },
    { label: 'Rewards', href: routes.guestRewards.pattern, icon: 'rewards' },
    { label: 'Sign up', href: hrefs.signUp(), icon: 'join', when: 'out' },
    { label: 'Log in', href: hrefs.logIn(), icon: 'enter', when: 'out' },
    { label: 'Your account', tab: 'Account', href: routes.userHome.pattern, icon: 'account', when: 'in' },
  ],
};
