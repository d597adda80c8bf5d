/**
 * `node tests/bench/serve.ts <built folder> <port> <addresses>` serves a folder like `npm start`, in a separate process. Its
 * pages call the API at the addresses (PUBLIC_ADDRESSES, as `siteEnv` writes them).
 */
import { serve } from '@hono/node-server';
import { siteAddresses } from '../../server/config/site.ts';
import { createSite } from '../../server/static-site/site.ts';

const [dist = '', port = '', addresses] = process.argv.slice(2);
serve({ fetch: createSite({ dist, addresses: siteAddresses(addresses) }).fetch, port: Number(port) }, () =>
  process.send?.('ready'),
);
