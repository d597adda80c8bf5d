import settings from '../content/site.json' with { type: 'json' };

/** The product's name and links, from src/content/site.json, which an owner can change without touching code. */
export const site = {
  ...settings,
  message: "Don't Miss Out! Start Earning Points Now!",
};

/** Whether an address leads to another site: ('https://x.com/playtally') → true, ('/help') → false. */
export const isOutside = (address: string): boolean => !address.startsWith('/');

/** 1,000 points are one US dollar (product.md, "Numbers a rewards business runs on"). */
export const POINTS_PER_DOLLAR = 1000;
