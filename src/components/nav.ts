import type * as icons from '../lib/format/icons.ts';
import { extensions } from '../lib/host.ts';
import { hrefs, routes } from '../lib/routing/routes.ts';
import { site } from '../lib/site.ts';

interface NavItem {
  readonly label: string;
  /** A shorter label for the tab bar. */
  readonly tab?: string;
  readonly href: string;
  readonly icon: keyof typeof icons;
  /** Shown only to signed-in users, or only to guests. */
  readonly when?: 'in' | 'out';
  /** Shown only on the rail. A phone has room for five tabs, so there it is in the menu. */
  readonly rail?: true;
}

/** Returns the items, or none in a build without our own calls. */
const ours = <T>(items: readonly T[]): readonly T[] => (extensions ? items : []);

const { userHome, userGames, userRewards, userContests, userCases, userOrders } = routes;
const { guestGames, guestRewards, guestContests, guestCases } = routes;

/** The main navigation of the app areas. The current item is found by its address. */
export const navs: Readonly<Record<'guest' | 'user', readonly NavItem[]>> = {
  user: [
    { label: 'Today', href: userHome.pattern, icon: 'home' },
    { label: 'Games', href: userGames.pattern, icon: 'games' },
    { label: 'Rewards', href: userRewards.pattern, icon: 'rewards' },
    { label: 'Giveaways', href: userContests.pattern, icon: 'contests', rail: true },
    { label: 'Cases', href: userCases.pattern, icon: 'cases', rail: true },
    ...ours<NavItem>([{ label: 'My rewards', href: userOrders.pattern, icon: 'orders' }]),
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

/** The parts of My rewards. The sections link to the first. */
export const myRewards = [
  { text: 'Orders', href: userOrders.pattern },
  { text: 'Codes and items', href: routes.userInventory.pattern },
] as const;

interface MenuLink {
  readonly text: string;
  readonly href: string;
  /** Shown only on phones, because the rail has it. */
  readonly phone?: true;
  /** Outside the app areas, so it needs a full page load. */
  readonly out?: true;
}
interface MenuGroup {
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

/** The menu behind More: pages to explore, the user's own pages, and help. */
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

/** Whether a section is reached through More: in the tab bar, which has few items, or on the rail. */
export const isInMore = (
  area: 'guest' | 'user',
  section: string | undefined,
  bar: 'tabs' | 'rail',
): boolean =>
  menus[area].some(({ links }) =>
    links.some(({ href, phone }) => href === section && (bar === 'tabs' || !phone)),
  );
