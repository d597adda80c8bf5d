/**
 * How many frames a game shows while it is played on a slow processor, and how many stutters, compared with a page that has
 * nothing to do. Both run in the same minute, because what else the machine does costs frames too.
 */
import type { Browser } from '@playwright/test';
import { played, playFrames } from '../../support/play-frames.ts';
import { SLOWDOWN } from './measure.ts';

const MS = 10_000;

/** Returns for each game its frames in ten seconds, as a share of a blank page's frames, and the stutters of both. */
export async function compareFrames(browser: Browser, siteUrl: string) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  try {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const rows = [];
    for (const [game, keys] of Object.entries(played)) {
      await page.goto('about:blank');
      const blank = await page.evaluate(playFrames, { ms: MS });
      await page.goto(`${siteUrl}/games/${game}/play/mobile`);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      const { frames, stutters, acts } = await page.evaluate(playFrames, { keys, ms: MS });
      rows.push({
        game,
        acts,
        frames,
        'of a blank page': Number((frames / blank.frames).toFixed(3)),
        stutters,
        'stutters of it': blank.stutters,
      });
    }
    return rows;
  } finally {
    await page.close();
  }
}
