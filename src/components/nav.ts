import type { IconName } from '../lib/format/marks.ts';
import { extensions } from '../lib/host.ts';
import { hrefs, routes } from '../lib/routing/routes.ts';
import { site } from '../lib/site.ts';

export interface NavItem {
  readonly label: string;
  /** A shorter word for the tab bar. */
  readonly tab?: string;
  readonly href: string;
  readonly icon: IconName;
  /** Shown only to those who are signed in, or only to those who aren't. */
  readonly when?: 'in' | 'out';
  /** On the rail alone: a phone has room for five tabs, so there it is in the menu. */
  readonly rail?: true;
}

/** For what takes calls that aren't in the specification: none in a build without them. */
const ours = <T>(items: readonly T[]): readonly T[] => (extensions ? items : []);

const { userHome, userGames, userRewards, userContests, userCases, userOrders } = routes;
const { guestGames, guestRewards, guestContests, guestCases } = routes;

/** What the app areas lead to. The current one is found by its address. */
export const navs: Readonly<Record<'guest' | 'user', readonly NavItem[]>> = {
  user: [
    { label: 'Dashboard', tab: 'Home', href: userHome.pattern, icon: 'home' },
    { label: 'Games', href: userGames.pattern, icon: 'games' },
    { label: 'Rewards', href: userRewards.pattern, icon: 'rewards' },
    { label: 'Giveaways', href: userContests.pattern, icon: 'contests', rail: true },
    { label: 'Cases', href: userCases.pattern, icon: 'cases', rail: true },
    ...ours<NavItem>([{ label: 'My rewards', tab: 'Orders', href: userOrders.pattern, icon: 'orders' }]),
  ],
  guest: [
    { label: 'Games', href: guestGames.pattern, icon: 'games' },
    { label: 'Rewards', href: guestRewards.pattern, icon: 'rewards' },
    { label: 'Giveaways', href: guestContests.pattern, icon: 'contests', rail: true },
    { label: 'Cases', href: guestCases.pattern, icon: 'cases', rail: true },
    { label: 'Sign up', href: hrefs.signUp(), icon: 'join', when: 'out' },
    { label: 'Log in', href: hrefs.logIn(), icon: 'enter', when: 'out' },
    { label: 'Your account', tab: 'Account', href: userHome.pattern, icon: 'account', when: 'in' },
  ],
};

/** What My rewards is made of; the sections lead to the first. */
export const myRewards = [
  { text: 'Orders', href: userOrders.pattern },
  { text: 'Codes and items', href: routes.userInventory.pattern },
] as const;

export interface MenuLink {
  readonly text: string;
  readonly href: string;
  /** It is on the rail where there is one. */
  readonly phone?: true;
  /** Out of the app areas, so the page is loaded whole. */
  readonly out?: true;
}
export interface MenuGroup {
  readonly heading: string;
  readonly links: readonly MenuLink[];
}

const onRail = (area: 'guest' | 'user'): MenuLink[] =>
  navs[area].flatMap(({ label, href, rail }) => (rail ? [{ text: label, href, phone: true }] : []));

const about: readonly MenuLink[] = [
  { text: 'FAQ', href: site.faq, out: true },
  { text: 'About us', href: routes.aboutUs.pattern, out: true },
  { text: 'Terms and conditions', href: routes.terms.pattern, out: true },
  { text: 'Privacy data', href: routes.privacy.pattern, out: true },
];

/** The menu behind More: what one looks around in, what is one's own, who helps. */
export const menus: Readonly<Record<'guest' | 'user', readonly MenuGroup[]>> = {
  user: [
    {
      heading: 'Explore',
      links: [
        ...onRail('user'),
        ...ours([
          { text: 'Offers', href: routes.userOfferwalls.pattern },
          { text: 'Leaderboard', href: routes.userLeaderboard.pattern },
        ]),
        { text: 'Articles', href: hrefs.userArticle() },
        ...ours([
          { text: 'Write an article', href: routes.userCreateContent.pattern },
          { text: 'Social media', href: routes.userSocialMedia.pattern },
        ]),
      ],
    },
    {
      heading: 'Your stuff',
      links: [
        ...ours([
          { text: 'Messages', href: routes.userMessages.pattern },
          { text: 'Invite friends', href: routes.userInvite.pattern },
        ]),
        { text: 'Profile', href: hrefs.userProfile() },
        ...ours([{ text: 'Settings', href: routes.userSettings.pattern }]),
      ],
    },
    { heading: 'Help', links: [{ text: 'Contact', href: routes.userContact.pattern }, ...about] },
  ],
  guest: [
    {
      heading: 'Explore',
      links: [...onRail('guest'), ...ours([{ text: 'Articles', href: hrefs.guestArticle() }])],
    },
    { heading: 'Help', links: [{ text: 'Contact', href: routes.guestContact.pattern }, ...about] },
  ],
};
