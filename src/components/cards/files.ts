/** Caches cards between builds, under a name that is a hash of the picture. Runs only in the build. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Card } from './card.ts';
import { drawCard } from './picture.ts';

const FOLDER = join(process.cwd(), '.cache/cards');
/** Layout runs on Node's own thread; drawing and compression run on others. More parallel cards than this gain nothing. */
const AT_ONCE = 4;

/** Returns the card with this name (see `cardName`) as a PNG. Draws it if it isn't cached. */
export async function cardPicture(name: string, card: Card, folder = FOLDER): Promise<Buffer> {
  const file = join(folder, `${name}.png`);
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const drawn = await drawCard(card);
  await mkdir(dirname(file), { recursive: true });
  // Rename it only when it is complete, so that an interrupted build leaves no partial pictures.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, drawn);
  await rename(unfinished, file);
  return drawn;
}

/** Draws the missing cards, several in parallel. */
export async function drawCards(cards: ReadonlyMap<string, Card>, folder = FOLDER): Promise<void> {
  const queue = [...cards];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await cardPicture(...next, folder);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
