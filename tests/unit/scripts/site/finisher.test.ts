import { afterEach, expect, test } from 'vitest';
import { finishContent } from '../../../../scripts/site/finish.ts';
import { openFinisher } from '../../../../scripts/site/finisher.ts';

const finisher = openFinisher();
afterEach(() => finisher.close());

const bytes = (text: string) => new TextEncoder().encode(text);
const page = (text: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><style>.lead{color:red}.gone{color:blue}</style></head><body><p class="lead">${text}</p></body></html>`;

test('pages come back finished and each to its own asker, those that load scripts with nothing, until it is closed', async () => {
  const texts = Array.from({ length: 40 }, (_, at) => page(`“Zażółć” ${at}`));
  const made = await Promise.all(texts.map((text) => finisher.finish(bytes(text))));
  expect(made.map((one) => one && { ...one, page: new TextDecoder().decode(one.page) })).toEqual(
    texts.map((text) => {
      const { html, ...found } = finishContent(text) ?? { html: '' };
      expect(html).not.toContain('.gone');
      return { page: html, ...found };
    }),
  );
  await expect(
    finisher.finish(bytes(page('<script type="module" src="/a.js"></script>'))),
  ).resolves.toBeUndefined();

  const late = expect(finisher.finish(bytes(page('late')))).rejects.toThrow('has ended');
  await finisher.close();
  await late;
  await expect(finisher.finish(bytes(page('later')))).rejects.toThrow('has ended');
});
