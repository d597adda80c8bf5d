/** Builds the site as the end-to-end tests use it: `node tests/support/build-site.ts`. */
import { buildProduct, productEnv } from './product.ts';

try {
  await buildProduct(await productEnv());
  console.log('The site for the tests is up to date');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
