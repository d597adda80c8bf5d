/**
 * The effects that all wins share: flying tally strokes, vibration, and sounds. It draws on its own canvas, so a frame causes no
 * layout. It is loaded when a round begins or something is won, and nothing runs while nothing flies.
 */
import { type Blip, playBlip } from './blips.ts';
import { $sound, isAudible } from './feel-store.ts';
import './strokes.css';

/** A place on an element, as fractions of its width and height. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

interface Stroke {
  x: number;
  y: number;
  /** Pixels per second. */
  vx: number;
  vy: number;
  readonly turn: number;
  angle: number;
  /** Seconds until it disappears, and its whole lifetime. */
  left: number;
  readonly life: number;
  readonly length: number;
  /** Whether it is the fifth of a bundle, which has the slash's colour. */
  readonly crosses: boolean;
}

/** How many strokes fly up from a place: whole bundles. */
const STROKES = { act: 0, good: 5, great: 15, refused: 0, bad: 0, end: 0, win: 10 } as const satisfies Record<
  Blip,
  number
>;
/** The most strokes at a time. Nobody would notice more. */
const MOST = 90;
/** Pixels per second, per second. */
const GRAVITY = 900;
/** Vibration patterns: milliseconds of buzz and pause in turn. */
const BUZZ: Readonly<Partial<Record<Blip, readonly number[]>>> = {
  good: [8],
  great: [12, 30, 20],
  refused: [15],
  bad: [45],
  end: [20],
  win: [20, 60, 20, 60, 40],
};
/** A celebration: when strokes fly up, and when it is over, in milliseconds. The sound begins after the one for the end. */
const VOLLEYS = [0, 240, 480];
const CELEBRATION_MS = 1_500;
const AFTER_THE_END = 0.52;
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function buzz(blip: Blip): void {
  const pattern = BUZZ[blip];
  // Some browsers don't support it.
  if (pattern && 'vibrate' in navigator) navigator.vibrate([...pattern]);
}

/** Throws a sound's strokes up from places on an element. `more`: how many to add. */
export function throwUp(over: Element, blip: Blip, at: readonly Place[], more: number): void {
  layerOver(over)?.throwUp(at, STROKES[blip] + more);
}

export function sound(blip: Blip, how: { readonly combo?: number; readonly after?: number }): void {
  const volume = $sound.get();
  if (isAudible(volume)) playBlip(blip, { ...how, volume });
}

/**
 * Celebrates a result, of a round or a redemption: a fanfare, and strokes that fly up from its top, more for more wins. Any key
 * or press skips it. Returns a function that ends it.
 */
export function celebrate(result: HTMLElement, wins: number): () => void {
  sound('win', { after: AFTER_THE_END });
  if (isStill()) return () => {};
  buzz('win');
  const layer = layerOver(result);
  const strokes = STROKES.win + 5 * Math.min(wins, 3);
  const timers = VOLLEYS.map((at, index) =>
    setTimeout(() => layer?.throwUp([{ x: [0.2, 0.75, 0.45][index] ?? 0, y: 0.16 }], strokes), at),
  );
  const skip = new AbortController();
  const end = () => {
    skip.abort();
    timers.forEach(clearTimeout);
    layer?.clear();
    // One without an end can't be finished.
    for (const animation of result.getAnimations({ subtree: true }))
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  };
  timers.push(setTimeout(end, CELEBRATION_MS));
  for (const event of ['pointerdown', 'keydown'])
    document.addEventListener(event, end, { signal: skip.signal });
  return end;
}

interface Layer {
  throwUp(at: readonly Place[], count: number): void;
  clear(): void;
}
const layers = new WeakMap<Element, Layer>();

/** Returns the canvas over this element, creating it if needed. */
function layerOver(element: Element): Layer | undefined {
  const known = layers.get(element);
  if (known) return known;
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  canvas.className = 'strokes';
  canvas.ariaHidden = 'true';
  element.append(canvas);
  const layer = createLayer(canvas, pen);
  layers.set(element, layer);
  return layer;
}

function createLayer(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D): Layer {
  const scale = Math.min(devicePixelRatio, 2);
  let size = { width: canvas.clientWidth, height: canvas.clientHeight };
  const resize = () => {
    canvas.width = size.width * scale;
    canvas.height = size.height * scale;
  };
  resize();
  // Observes size changes instead of reading the size in every frame.
  new ResizeObserver(([entry]) => {
    if (!entry) return;
    size = { width: entry.contentRect.width, height: entry.contentRect.height };
    resize();
  }).observe(canvas);

  let strokes: Stroke[] = [];
  let last = 0;
  let colours = { stroke: '', slash: '' };

  function begin(now: number): void {
    // The theme may have changed. Asked of the root: for an element on the board, the page would be laid out first.
    const { color: stroke, outlineColor: slash } = getComputedStyle(document.documentElement);
    colours = { stroke, slash };
    last = now;
    frame(now);
  }

  function frame(now: number): void {
    const seconds = Math.min(0.05, (now - last) / 1000);
    last = now;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, size.width, size.height);
    pen.lineCap = 'round';
    pen.lineWidth = 3;
    for (const stroke of strokes) {
      fly(stroke, seconds);
      draw(stroke);
    }
    strokes = strokes.filter(({ left }) => left > 0);
    if (strokes.length > 0) requestAnimationFrame(frame);
    else pen.clearRect(0, 0, size.width, size.height);
  }

  function draw({ x, y, angle, length, left, life, crosses }: Stroke): void {
    const [dx, dy] = [(Math.sin(angle) * length) / 2, (Math.cos(angle) * length) / 2];
    // Strokes fade in their last third.
    pen.globalAlpha = Math.max(0, Math.min(1, (3 * left) / life));
    pen.strokeStyle = crosses ? colours.slash : colours.stroke;
    pen.beginPath();
    pen.moveTo(x - dx, y - dy);
    pen.lineTo(x + dx, y + dy);
    pen.stroke();
  }

  return {
    clear() {
      strokes = [];
    },
    throwUp(at, count) {
      const isResting = strokes.length === 0;
      for (const place of at)
        for (let one = 0; one < count && strokes.length < MOST; one++)
          strokes.push(strokeFrom(place.x * size.width, place.y * size.height, one % 5 === 4));
      if (isResting) requestAnimationFrame(begin);
    },
  };
}

function strokeFrom(x: number, y: number, crosses: boolean): Stroke {
  const toward = (Math.random() - 0.5) * Math.PI * 1.1;
  const speed = 160 + Math.random() * 240;
  const life = 0.5 + Math.random() * 0.3;
  return {
    x,
    y,
    vx: Math.sin(toward) * speed,
    vy: -Math.cos(toward) * speed,
    turn: (Math.random() - 0.5) * 14,
    angle: crosses ? Math.PI / 3 : 0,
    left: life,
    life,
    length: crosses ? 20 : 14,
    crosses,
  };
}

function fly(stroke: Stroke, seconds: number): void {
  stroke.x += stroke.vx * seconds;
  stroke.y += stroke.vy * seconds;
  stroke.vy += GRAVITY * seconds;
  stroke.angle += stroke.turn * seconds;
  stroke.left -= seconds;
}
