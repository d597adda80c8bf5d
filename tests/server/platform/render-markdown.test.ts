/** Texts that are slow to render on purpose: one thread renders them, with a time limit. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import {
  createRenderer,
  previewArticle,
  remember,
  renderArticle,
} from '../../../server/platform/render-markdown.ts';

const folder = mkdtempSync(join(tmpdir(), 'render-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A thread that handles each text according to its first word. */
const worker = pathToFileURL(join(folder, 'worker.mjs'));
writeFileSync(
  worker,
  `import { parentPort } from 'node:worker_threads';
   parentPort.on('message', (text) => {
     if (text.startsWith('hang')) for (;;);
     if (text.startsWith('die')) process.exit(1);
     if (text.startsWith('fail')) throw new Error('broken');
     setTimeout(() => parentPort.postMessage({ html: text.toUpperCase() }), text.startsWith('late') ? 1_100 : 0);
   });
   parentPort.postMessage('ready');`,
);

test.each(['hang', 'die', 'fail'])(
  'after a text that makes the worker %s, a new worker renders the next text',
  async (what) => {
    const render = createRenderer({ limit: 300, waiting: 4, worker });
    expect(await Promise.all([render('one'), render(what), render('two')])).toEqual(['ONE', null, 'TWO']);
  },
);

test('a text that has to wait for a busy processor isn’t taken for a slow one', async () => {
  const render = createRenderer({ limit: 1_000, waiting: 1, worker });
  expect(await render('late')).toBe('LATE');
});

test('a text over the queue’s limit is rejected immediately, and says when to try again', async () => {
  const render = createRenderer({ limit: 300, waiting: 2, worker });
  const begun = [render('hang 1'), render('hang 2'), render('hang 3')];
  await expect(render('hang 4')).rejects.toMatchObject({ code: 'overloaded', retryAfter: 2 });
  expect(await Promise.all(begun)).toEqual([null, null, null]);
  expect(await render('two')).toBe('TWO');
});

test('results and failures are cached, and the oldest are dropped first', async () => {
  const asked: string[] = [];
  const render = remember(async (text) => {
    asked.push(text);
    return text === 'bad' ? null : text;
  }, 2);
  for (const text of ['bad', 'bad', 'a', 'bad', 'b', 'a']) await render(text);
  expect(asked).toEqual(['bad', 'a', 'b', 'a']);
});

test('endlessly nested quotes can’t be previewed, and existing ones are shown as written', async () => {
  const text = '>'.repeat(20_000);
  await expect(previewArticle(text)).rejects.toMatchObject({
    code: 'invalid',
    fields: { body: [expect.stringMatching(/simpler/)] },
  });
  expect(await renderArticle(text)).toMatch(/^<p>(?:&gt;){100}/);
});

test('endless emphasis doesn’t block anything else', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await previewArticle('*a_'.repeat(6_666)).catch(() => {});
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});

test('ordinary texts are rendered', async () => {
  const text = `# Title\n\n${'Some *words* and [a link](https://play.example).\n\n'.repeat(380)}`;
  expect(await previewArticle(text)).toContain('<em>words</em>');
});
