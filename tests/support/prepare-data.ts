/** Run before the browser tests: prepares the data that each product starts with, so that only one migrates and seeds. */
import { prepareData } from './product.ts';

await prepareData();
