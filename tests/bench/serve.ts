/** `node tests/bench/serve.ts <built folder> <port>`: a folder as `npm start` hands it out, in a process of its own. */
import { serve } from '@hono/node-server';
import { createSite } from '../../server/static-site/site.ts';

const [dist = '', port = ''] = process.argv.slice(2);
serve({ fetch: createSite({ dist }).fetch, port: Number(port) }, () => process.send?.('ready'));
