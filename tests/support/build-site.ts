/** Builds the sites of the end-to-end tests, one for each that runs at once: `node tests/support/build-site.ts`. */
import { buildProduct, PRODUCTS } from './product.ts';

/** Playwright's global set-up. */
export default async function buildAll(): Promise<void> {
  for (let index = 0; index < PRODUCTS; index++) await buildProduct(index);
}

if (import.meta.main)
  try {
    await buildAll();
    console.log('The sites for the tests are up to date');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
