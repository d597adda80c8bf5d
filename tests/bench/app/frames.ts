/** How many frames a game shows while it is played on a slow processor, compared with a page that has nothing to do. */
import type { Browser } from '@playwright/test';
import { playFrames } from '../../support/play-frames.ts';
import { SLOWDOWN } from './measure.ts';

const MS = 10_000;

/** Returns each game's frames in ten seconds, as a share of a blank page's frames in the same run. */
export async function compareFrames(browser: Browser, siteUrl: string) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  try {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const blank = await page.evaluate(playFrames, { ms: MS });
    const rows = [];
    for (const game of ['merge', 'tower'] as const) {
      await page.goto(`${siteUrl}/games/${game}/play/mobile`);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      const { frames, acts } = await page.evaluate(playFrames, { game, ms: MS });
      rows.push({
        game,
        acts,
        frames,
        blank: blank.frames,
        ratio: Number((frames / blank.frames).toFixed(3)),
      });
    }
    return rows;
  } finally {
    await page.close();
  }
}
