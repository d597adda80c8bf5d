import { startProduct } from './product.ts';

/** Playwright's global set-up; what it answers is the tear-down. */
export default async function setUp(): Promise<() => Promise<void>> {
  const product = await startProduct();
  return () => product.stop();
}
