/** `npm run bench:build` builds a copy of the project with generated pages. Whatever would stop that build fails here. */
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { pages } from '../../../src/content/kinds.ts';
import { checkFolder } from '../../../src/content/pages-loader.ts';
import { writePages } from '../../bench/pages/markdown.ts';
import { copyRewardPages } from '../../bench/pages/projects.ts';
import { folderWith } from '../scripts/temp.ts';

test('the generated pages of the build benchmark follow the rules of reward pages', () => {
  const folder = folderWith({});
  copyRewardPages(folder);
  writePages(`${folder}/src/content/rewards`, 60);
  expect(checkFolder(pages.rewards, pathToFileURL(`${folder}/`)).sentences).toEqual([]);
});
