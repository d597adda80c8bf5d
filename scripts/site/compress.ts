import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesUnder } from '../files.ts';

const TEXT = /\.(?:html|css|js|mjs|svg|json|xml|txt|webmanifest)$/;
/** In bytes. Below it the answer fits the first packet anyway. */
const SMALLEST = 1024;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes a .br and a .gz beside every text file of the folder that gets smaller by it. */
export async function compressFolder(folder: string): Promise<void> {
  const files = (await filesUnder(folder)).filter((file) => TEXT.test(file));
  await Promise.all(files.map((file) => compressFile(join(folder, file))));
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < SMALLEST) return;
  const [br, gz] = await Promise.all([
    brotli(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    deflate(content, { level: 9 }),
  ]);
  if (br.length < content.length) await writeFile(`${file}.br`, br);
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz);
}
