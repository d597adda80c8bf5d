/** `node scripts/edit/tidy.ts` brings all pages into the form that the editor saves, for those written by hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { filesUnder } from '../files.ts';
import { editorsForm, hasText } from './form.ts';

const CONTENT = join(import.meta.dirname, '../../src/content');

const inForm = await editorsForm();
Object.assign(globalThis, { document: new Window().document });
for (const name of (await filesUnder(CONTENT)).filter(hasText)) {
  const file = join(CONTENT, name);
  const before = readFileSync(file, 'utf8');
  const after = inForm(before);
  if (after === before) continue;
  writeFileSync(file, after);
  console.log(`src/content/${name}`);
}
process.exit();
