import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

/** Pixels of a frame: half of a phone's screen. */
const WIDTH = 195;
const HEIGHT = 422;
const GAP = 12;
const A_ROW = 8;

/** Pictures of a path through the product, one at each tap, in one file. */
export class Film {
  readonly #page: Page;
  readonly #frames: Buffer[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Adds the screen as it is now, with a ring around what will be tapped. */
  async take(tapped?: Locator): Promise<void> {
    await tapped?.scrollIntoViewIfNeeded();
    const box = await tapped?.boundingBox();
    // As it is after its motion.
    const picture = sharp(await this.#page.screenshot({ animations: 'disabled' }));
    if (box) {
      const { width = 0, height = 0 } = await picture.metadata();
      const { x, y } = box;
      const ring = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="${x - 5}" y="${y - 5}" width="${box.width + 10}" height="${box.height + 10}" rx="10" fill="none" stroke="#e11d74" stroke-width="6"/></svg>`;
      picture.composite([{ input: Buffer.from(ring) }]);
    }
    this.#frames.push(
      await sharp(await picture.png().toBuffer())
        .resize(WIDTH, HEIGHT)
        .png()
        .toBuffer(),
    );
  }

  /** Writes all frames in rows, first to last. @param file a path that ends in `.webp` */
  async save(file: string): Promise<void> {
    const columns = Math.min(A_ROW, this.#frames.length);
    const rows = Math.ceil(this.#frames.length / A_ROW);
    await sharp({
      create: {
        width: columns * (WIDTH + GAP) + GAP,
        height: rows * (HEIGHT + GAP) + GAP,
        channels: 3,
        background: '#808080',
      },
    })
      .composite(
        this.#frames.map((input, index) => ({
          input,
          left: GAP + (index % A_ROW) * (WIDTH + GAP),
          top: GAP + Math.floor(index / A_ROW) * (HEIGHT + GAP),
        })),
      )
      .webp({ quality: 82 })
      .toFile(file);
  }
}
