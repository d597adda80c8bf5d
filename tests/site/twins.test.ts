/**
 * The pages that `npm run bench:site` compares ours with have the same text, because the comparison would otherwise be unfair.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder } from '../../scripts/files.ts';
import { SITE } from '../../scripts/test-site.ts';
import { writeTwins } from '../bench/twin/twins.ts';
import { folderWith } from '../unit/scripts/temp.ts';

test('each benchmark twin has the words of its page', async () => {
  const folder = join(folderWith({}), 'twins');
  writeTwins(SITE, folder);
  expect((await filesUnder(folder)).filter((name) => name.endsWith('.html'))).toHaveLength(2);
});
