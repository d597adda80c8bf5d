import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from './product.ts';

/** The mails to this address in the product's outbox, oldest first, with headers and text as in the file. */
export function mailsTo(product: Product, email: string): string[] {
  const folder = join(product.dataDir, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(`\nTo: ${email}\n`));
}
