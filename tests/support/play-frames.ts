/** Plays a running round in its page, frame by frame, at a pace that doesn't depend on the machine. */

/** The keys pressed in turn. Tower's one key waits for the ticket to be over the tower. */
export const played = {
  merge: ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowDown'],
  tower: [' '],
  parcels: ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'],
  hatch: ['ArrowRight', ' ', 'ArrowDown', 'x'],
  rungs: ['ArrowRight', ...'aeiourtlsnm'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

interface Playing {
  /** Nothing is pressed without them. */
  readonly keys?: readonly string[];
  /** How long to play. */
  readonly ms?: number;
  /** How many acts to make. On a busy machine they take longer. */
  readonly acts?: number;
}

interface PlayedFrames {
  readonly frames: number;
  /** How many frames came three refreshes of a 60 Hz screen after the one before, or later: what a player sees as a stutter. */
  readonly stutters: number;
  readonly acts: number;
}

/** Runs in the page, so it uses nothing from outside. Without keys it only counts frames. */
export function playFrames({
  keys = [],
  ms = Infinity,
  acts: most = Infinity,
}: Playing): Promise<PlayedFrames> {
  /** Milliseconds between two acts, so that the first one's animations are over. */
  const apart = 350;
  const stutter = 2.5 * (1000 / 60);
  const boxOf = (selector: string) => document.querySelector(`.tower ${selector}`)?.getBoundingClientRect();
  const isTime = () => {
    if (!document.querySelector('.tower')) return true;
    const [tower, slide, guide] = [boxOf('.world'), boxOf('.slide .paper'), boxOf('.guide')];
    return tower && slide && guide && Math.abs(slide.left - guide.left) <= (1.5 * tower.width) / 64;
  };
  return new Promise((done) => {
    let [frames, stutters, acts] = [0, 0, 0];
    const first = performance.now();
    let [last, before] = [first, first];
    const look = () => {
      const now = performance.now();
      frames += 1;
      if (now - before > stutter) stutters += 1;
      before = now;
      if (now - first >= ms || (acts >= most && now - last >= apart)) return done({ frames, stutters, acts });
      const key = keys[acts % keys.length];
      if (key !== undefined && now - last >= apart && isTime()) {
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
