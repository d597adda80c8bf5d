import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { z } from 'astro/zod';
import { catalogueRewardSchema } from '../lib/contract/catalogue.ts';
import { readEntries } from './catalogue-loader.ts';
import type { Found, Page, Pages } from './pages-loader.ts';
import { HUB, pictureTooLarge, type rewardPageFields, rewardTextProblems } from './rules.ts';

export const REWARD_PAGES = 'src/content/rewards';

type RewardPageFields = z.output<typeof rewardPageFields>;
type RewardPage = Page<RewardPageFields>;

/** Checks what one reward page says of the catalogue, of the other pages and of files. */
export function rewardPageCheck(all: Pages<RewardPageFields>, root: URL): (page: RewardPage) => Found[] {
  const { entries: rewards, sentences } = readEntries(catalogueRewardSchema, root, 'rewards');
  const { resolve } = createRequire(new URL('package.json', root));

  const wrongPage = (from: RewardPage, slug: string) => {
    if (slug === from.id) return 'names this page itself';
    if (!all.has(slug)) return `names "${slug}", and there is no such page`;
    return all.get(slug)?.fields.retired ? `names "${slug}", which is retired` : undefined;
  };
  const wrongGlyph = (slug: string) => {
    try {
      resolve(`simple-icons/icons/${slug}.svg`);
      return undefined;
    } catch {
      return `is "${slug}", which simple-icons doesn't have`;
    }
  };
  const wrongPicture = (src: string) => {
    const file = new URL(src, new URL(`${REWARD_PAGES}/`, root));
    if (!existsSync(file)) return `names the file "${src}", which is not there`;
    return pictureTooLarge(statSync(file).size);
  };

  return (page) => {
    const { reward, related, glyph, picture, retired } = page.fields;
    // Which may be one that is wrong itself: the catalogue's own loader says so.
    const unknown: Found[] = rewards.has(reward)
      ? []
      : [
          {
            field: 'reward',
            words: `is ${reward}, and the catalogue has no such reward`,
            isFatal: true,
            isToldElsewhere: sentences.length > 0,
          },
        ];
    // A retired page is shown nowhere: what it says of others may grow old.
    const shown = retired ? [] : related.map((slug) => ['related', wrongPage(page, slug)] as const);
    const fatal: readonly (readonly [string, string | undefined])[] = [
      ['glyph', glyph && wrongGlyph(glyph)],
      ['picture.src', picture && wrongPicture(picture.src)],
    ];
    const minor: typeof fatal = [
      ...shown,
      ['retired', retired && retired !== HUB ? wrongPage(page, retired) : undefined],
    ];
    return [
      ...unknown,
      ...fatal.flatMap(([field, words]) => (words ? [{ field, words, isFatal: true }] : [])),
      ...minor.flatMap(([field, words]) => (words ? [{ field, words }] : [])),
      ...(retired ? [] : rewardTextProblems(page.body)),
    ];
  };
}
