/** Reads the files of the catalogue (src/content/catalogue). */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GenericSchema, InferOutput } from 'valibot';
import { parseEntry } from '../../src/lib/contract/catalogue/catalogue.ts';

export const catalogueFolder = fileURLToPath(new URL('../../src/content/catalogue', import.meta.url));

export function unusable(file: string, what: string): Error {
  return new Error(`${file} has a value that can't be used:\n  ${what}`);
}

interface Entry<T> {
  /** The path, for messages. */
  readonly file: string;
  /** The file name without ".json", as in URLs. */
  readonly slug: string;
  readonly entry: T;
}

/** Reads a folder's entries, ordered by file name. */
export function readFolder<S extends GenericSchema>(dir: string, schema: S): Entry<InferOutput<S>>[] {
  const names = readdirSync(dir).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const file = join(dir, name);
    let content: unknown;
    try {
      content = JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new Error(`${file} is not JSON: ${String(error)}`);
    }
    return { file, slug: basename(name, '.json'), entry: parseEntry(schema, file, content) };
  });
}
