import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 12;

/** Screens of the product in rows, in one picture. */
export class Film {
  readonly #frame: Size;
  readonly #columns: number;
  readonly #frames: Buffer[] = [];

  /** @param frame the size to which each screen is scaled, in pixels */
  constructor(frame: Size, columns: number) {
    this.#frame = frame;
    this.#columns = columns;
  }

  /** Adds the screen as it is now, with a ring around what will be tapped. */
  async take(page: Page, tapped?: Locator): Promise<void> {
    await tapped?.scrollIntoViewIfNeeded();
    const box = await tapped?.boundingBox();
    // As it is when its motion has ended.
    const picture = sharp(await page.screenshot({ animations: 'disabled' }));
    if (box) {
      const { width = 0, height = 0 } = await picture.metadata();
      const ring = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="${box.x - 5}" y="${box.y - 5}" width="${box.width + 10}" height="${box.height + 10}" rx="10" fill="none" stroke="#e11d74" stroke-width="6"/></svg>`;
      picture.composite([{ input: Buffer.from(ring) }]);
    }
    const { width, height } = this.#frame;
    this.#frames.push(
      await sharp(await picture.png().toBuffer())
        .resize(width, height)
        .png()
        .toBuffer(),
    );
  }

  /** Writes all frames, first to last. @param file a path that ends in `.webp` */
  async save(file: string): Promise<void> {
    const [width, height] = [this.#frame.width + GAP, this.#frame.height + GAP];
    const columns = Math.min(this.#columns, this.#frames.length);
    const rows = Math.ceil(this.#frames.length / columns);
    await sharp({
      create: {
        width: columns * width + GAP,
        height: rows * height + GAP,
        channels: 4,
        background: '#0000',
      },
    })
      .composite(
        this.#frames.map((input, at) => ({
          input,
          left: GAP + (at % columns) * width,
          top: GAP + Math.floor(at / columns) * height,
        })),
      )
      .webp({ quality: 82 })
      .toFile(file);
  }
}
