/**
 * How many frames a game shows while it is played on a slow processor, and how many stutters, compared with a page that has
 * nothing to do. Both run in the same minute, because what else the machine does costs frames too.
 */
import { played, playFrames } from '../../support/play-frames.ts';
import { type Chrome, openPage } from './bare-page.ts';
import { SLOWDOWN } from './measure.ts';

const MS = 10_000;
/** The smallest share of a blank page's frames. A quiet machine differs by one in a hundred from run to run. */
const LEAST_FRAMES = 0.98;

const button = (name: string) =>
  `[...document.querySelectorAll('button')].find(({ textContent, ariaLabel }) => (ariaLabel ?? textContent).trim() === '${name}')`;

/**
 * Prints for each game its frames in ten seconds, as a share of a blank page's frames, and the stutters of both. Returns whether
 * every game has nearly all frames.
 */
export async function compareFrames(chrome: Chrome, siteUrl: string): Promise<boolean> {
  const page = await openPage(chrome, { width: 390, height: 844 });
  const play = (how: Parameters<typeof playFrames>[0]) =>
    page.evaluate<Awaited<ReturnType<typeof playFrames>>>(`(${playFrames})(${JSON.stringify(how)})`);
  try {
    await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const rows = [];
    let reached = true;
    for (const [game, keys] of Object.entries(played)) {
      await page.goto('about:blank');
      const blank = await play({ ms: MS });
      await page.goto(`${siteUrl}/games/${game}/play/mobile`);
      await page.until(`${button('Play')} && !document.querySelector('astro-island[ssr]')`);
      // A phone has no mouse, below which a browser looks for an element after each layout.
      await page.touch(button('Play'), 'tap');
      await page.until(button('Pause'));
      const { frames, stutters, acts } = await play({ keys, ms: MS });
      const share = frames / blank.frames;
      reached &&= share >= LEAST_FRAMES;
      rows.push({
        game,
        acts,
        frames,
        'of a blank page': Number(share.toFixed(3)),
        stutters,
        'stutters of it': blank.stutters,
      });
    }
    console.log('\nFrames while a game is played, compared with a blank page');
    console.table(rows);
    return reached;
  } finally {
    await page.close();
  }
}
