/** Plays a running round in its page, frame by frame, at a pace that doesn't depend on the machine. */

export interface PlayedFrames {
  readonly frames: number;
  readonly acts: number;
}

interface Wanted {
  readonly game?: 'merge' | 'tower';
  /** How long to play. */
  readonly ms?: number;
  /** How many acts to make. On a busy machine they take longer. */
  readonly acts?: number;
}

/** Runs in the page, so it uses nothing from outside. It slides tiles, drops tickets over the tower, or only counts frames. */
export function playFrames({ game, ms = Infinity, acts: most = Infinity }: Wanted): Promise<PlayedFrames> {
  /** Milliseconds between two acts, so that the first one's animations are over. */
  const apart = 350;
  const keys = { merge: ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown'], tower: [' '] };
  const boxOf = (selector: string) => document.querySelector(`.tower ${selector}`)?.getBoundingClientRect();
  const isTime = () => {
    if (game === 'merge') return true;
    const [tower, slide, guide] = [boxOf('.world'), boxOf('.slide .paper'), boxOf('.guide')];
    return tower && slide && guide && Math.abs(slide.left - guide.left) <= (1.5 * tower.width) / 64;
  };
  return new Promise((done) => {
    let [frames, acts] = [0, 0];
    const first = performance.now();
    let last = first;
    const look = () => {
      const now = performance.now();
      frames += 1;
      if (now - first >= ms || (acts >= most && now - last >= apart)) return done({ frames, acts });
      if (game && now - last >= apart && isTime()) {
        const key = keys[game][acts % keys[game].length] ?? '';
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
        acts += 1;
        last = now;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
