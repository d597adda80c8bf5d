/** What the product is called and where its outside links go: one place, so that an operator changes it once. */
export const site = {
  name: 'Playtally',
  tagline: 'Play, and keep an honest tally',
  message: "Don't Miss Out! Start Earning Points Now!",
  description:
    'Play games, finish quests and redeem your points for game credit, gift cards and skins. Every point is written down with its reason.',
  /** Who runs it and answers for it: the legal pages point to this line at the foot of the page. */
  operator: 'the Playtally project',
  /** Where the named routes lead (spec section 2, redirect rules): pages of our own, until an operator has a blog or a help desk elsewhere. */
  blog: '/articles',
  contact: '/guest/contact',
  faq: '/help',
  /** How else support is reached, and within how many working days it answers. */
  supportMail: 'support@playtally.example',
  supportDays: 2,
  social: [
    { name: 'YouTube', url: 'https://www.youtube.com/@playtally' },
    { name: 'X', url: 'https://x.com/playtally' },
    { name: 'Discord', url: 'https://discord.gg/playtally' },
  ],
} as const;

/** 1,000 points are one US dollar (product.md, "Numbers a rewards business runs on"). */
export const POINTS_PER_DOLLAR = 1000;
