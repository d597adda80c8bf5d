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

interface Played {
  /** Frames as a share of a blank page's. */
  readonly share: number;
  readonly stutters: number;
  readonly acts: number;
}

/**
 * Plays each game so many rounds, and prints the median of its frames in ten seconds, as a share of a blank page's, the lowest
 * share, and the most stutters. Returns whether every game has nearly all frames.
 */
export async function compareFrames(chrome: Chrome, siteUrl: string, rounds: number): Promise<boolean> {
  const results = new Map<string, Played[]>();
  // All games in turn, because the machine's pace changes from minute to minute.
  for (let round = 0; round < rounds; round++)
    for (const [game, result] of await playAll(chrome, siteUrl))
      results.set(game, [...(results.get(game) ?? []), result]);
  const rows = [...results].map(([game, each]) => {
    const shares = each.map(({ share }) => share).sort((one, other) => one - other);
    return {
      game,
      acts: Math.min(...each.map(({ acts }) => acts)),
      'of a blank page': shares[Math.floor(shares.length / 2)] ?? Number.NaN,
      lowest: shares[0] ?? Number.NaN,
      stutters: Math.max(...each.map(({ stutters }) => stutters)),
    };
  });
  console.log(`\nFrames while a game is played, compared with a blank page, medians of ${rounds}`);
  console.table(
    rows.map((row) => ({
      ...row,
      'of a blank page': Number(row['of a blank page'].toFixed(3)),
      lowest: Number(row.lowest.toFixed(3)),
    })),
  );
  return rows.every((row) => row['of a blank page'] >= LEAST_FRAMES);
}

/** Plays each game once, as a new guest. */
async function playAll(chrome: Chrome, siteUrl: string): Promise<Map<string, Played>> {
  const page = await openPage(chrome, { width: 390, height: 844 });
  const play = (how: Parameters<typeof playFrames>[0]) =>
    page.evaluate<Awaited<ReturnType<typeof playFrames>>>(`(${playFrames})(${JSON.stringify(how)})`);
  try {
    await page.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const results = new Map<string, Played>();
    for (const [game, keys] of Object.entries(played)) {
      await page.goto('about:blank');
      const blank = await play({ ms: MS });
      await page.goto(`${siteUrl}/games/${game}/play/mobile`);
      await page.until(`${button('Play')} && !document.querySelector('astro-island[ssr]')`);
      // A phone has no mouse, below which a browser looks for an element after each layout.
      await page.touch(button('Play'), 'tap');
      await page.until(button('Pause'));
      const { frames, stutters, acts } = await play({ keys, ms: MS });
      results.set(game, { share: frames / blank.frames, stutters, acts });
    }
    return results;
  } finally {
    await page.close();
  }
}
