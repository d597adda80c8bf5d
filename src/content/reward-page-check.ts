import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'astro/zod';
import { catalogueRewardSchema } from '../lib/contract/catalogue/catalogue.ts';
import { isShown } from '../lib/contract/catalogue/schedule.ts';
import { redirects } from '../lib/routing/route-table.ts';
import { hrefs } from '../lib/routing/routes.ts';
import { ownQuests, readEntries } from './catalogue-loader.ts';
import { drawings, glyphFile, scenes as sceneNames } from './glyph-files.ts';
import type { Found, Page, Pages } from './pages-loader.ts';
import { PICTURE_HEAD, pictureMissing, pictureWords } from './picture-rules.ts';
import { HUB, type Problem, periodProblems, type rewardPageFields } from './rules.ts';
import { rewardTextProblems } from './text-rules.ts';

export const REWARD_PAGES = 'src/content/rewards';

type RewardPageFields = z.output<typeof rewardPageFields>;
type RewardPage = Page<RewardPageFields>;

/** Checks a reward page's references to the catalog, to other pages and to files. */
export function rewardPageCheck(all: Pages<RewardPageFields>, root: URL): (page: RewardPage) => Found[] {
  const { entries: rewards, sentences } = readEntries(catalogueRewardSchema, root, 'rewards');

  const wrongPage = (from: RewardPage, slug: string) => {
    if (slug === from.id) return 'names this page itself. Choose another';
    if (!all.has(slug)) return `names "${slug}", but there is no such page`;
    return all.get(slug)?.fields.retired ? `names "${slug}", which is retired. Choose another` : undefined;
  };
  // An expired page leads on to the list of rewards.
  const notYet = (slug: string) => {
    const { draft, publish_on } = all.get(slug)?.fields ?? {};
    return isShown({ draft, publish_on })
      ? undefined
      : `names "${slug}", which isn't on the site yet. Publish it first, or choose another`;
  };
  const wrongPicture = (src: string) => {
    const file = new URL(src, new URL(`${REWARD_PAGES}/`, root));
    if (!existsSync(file)) return pictureMissing(src);
    return pictureWords(src, statSync(file).size, () => headOf(file));
  };
  const quests = ownQuests(root);
  const drawn = sceneNames(fileURLToPath(root));
  const wrongScenes = (scenes: readonly string[], steps: number) => {
    const unknown = scenes.find((name) => !drawn.includes(name));
    if (unknown !== undefined)
      return `names "${unknown}", which isn't one of our pictures. They are ${drawn.join(', ')}`;
    return scenes.length === 0 || scenes.length === steps
      ? undefined
      : `has ${scenes.length} ${scenes.length === 1 ? 'picture' : 'pictures'}, but the reward has ${steps} steps in the catalog`;
  };

  return (page) => {
    const { reward, related, glyph, scenes, picture, retired, publish_on, expires_on } = page.fields;
    // That may be the result of an invalid entry, which the catalog's own loader reports.
    const unknown: Found[] = rewards.has(reward)
      ? []
      : [
          {
            field: 'reward',
            words: `is ${reward}, but the catalog has no such reward`,
            isFatal: true,
            isReportedElsewhere: sentences.length > 0,
          },
        ];
    // A retired page isn't shown, so its references may be out of date.
    const shown = retired ? [] : related.map((slug) => ['related', wrongPage(page, slug)] as const);
    const fatal: readonly (readonly [string, string | undefined])[] = [
      ['picture.src', picture && wrongPicture(picture.src)],
    ];
    const minor: typeof fatal = [
      ...shown,
      ['scenes', scenes && wrongScenes(scenes, rewards.get(reward)?.data.steps.length ?? scenes.length)],
      ['retired', retired && retired !== HUB ? (wrongPage(page, retired) ?? notYet(retired)) : undefined],
      ['the address', takenBy(hrefs.rewardPage(page.id))],
    ];
    return [
      ...unknown,
      ...(glyph === undefined ? [] : glyphProblem(root, glyph)).map((found) => ({ ...found, isFatal: true })),
      ...fatal.flatMap(([field, words]) => (words ? [{ field, words, isFatal: true }] : [])),
      ...minor.flatMap(([field, words]) => (words ? [{ field, words }] : [])),
      ...periodProblems('publish_on', publish_on, expires_on),
      ...(retired ? [] : rewardTextProblems(page.body, quests)),
    ];
  };
}

/** Returns what is wrong with an address that a fixed redirect has: nobody could reach the page. */
const takenBy = (address: string): string | undefined =>
  redirects[address] && `${address} already leads to ${redirects[address]}. Choose another name for the file`;

/** Returns the first bytes of a file. */
function headOf(file: URL): Uint8Array {
  const head = new Uint8Array(PICTURE_HEAD);
  const opened = openSync(file, 'r');
  readSync(opened, head);
  closeSync(opened);
  return head;
}

/** Returns what is wrong with the name of one of our drawings. Lists show only these, because logos are much larger. */
export function drawingProblem(root: URL, name: string): Problem[] {
  const drawn = drawings(fileURLToPath(root));
  return drawn.includes(name)
    ? []
    : [
        {
          field: 'glyph',
          words: `is "${name}", which isn't one of our drawings. They are ${drawn.join(', ')}`,
        },
      ];
}

/** Returns what is wrong with a glyph's name. */
export function glyphProblem(root: URL, slug: string): Problem[] {
  return glyphFile(fileURLToPath(root), slug)
    ? []
    : [
        {
          field: 'glyph',
          words: `is "${slug}", but neither our drawings nor simple-icons have it`,
        },
      ];
}
