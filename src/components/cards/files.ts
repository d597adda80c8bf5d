/** Cards that were drawn before, kept between builds: a name is a hash of the picture. Runs in the build only. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Card } from './card.ts';
import { drawCard } from './picture.ts';

const FOLDER = join(process.cwd(), '.cache/cards');
/** Layout takes Node's own thread, drawing and packing take others: more at once than this gains nothing. */
const AT_ONCE = 4;

/** The card of this name (see `cardName`) as a PNG; drawn if it wasn't yet. */
export async function cardPicture(name: string, card: Card, folder = FOLDER): Promise<Buffer> {
  const file = join(folder, `${name}.png`);
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const drawn = await drawCard(card);
  await mkdir(dirname(file), { recursive: true });
  // Under its own name only when it is whole: a build that is ended halfway leaves no half pictures behind.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, drawn);
  await rename(unfinished, file);
  return drawn;
}

/** Draws what is missing of these cards, several at once. */
export async function drawCards(cards: ReadonlyMap<string, Card>, folder = FOLDER): Promise<void> {
  const queue = [...cards];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await cardPicture(...next, folder);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
