import settings from '../content/site.json' with { type: 'json' };

/** What the product is called, and where its links lead: src/content/site.json, which an owner changes without touching code. */
export const site = {
  ...settings,
  message: "Don't Miss Out! Start Earning Points Now!",
};

/** ('https://x.com/playtally') → true, ('/help') → false: whether an address leads to another site. */
export const isOutside = (address: string): boolean => !address.startsWith('/');

/** 1,000 points are one US dollar (product.md, "Numbers a rewards business runs on"). */
export const POINTS_PER_DOLLAR = 1000;
