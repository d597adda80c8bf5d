/**
 * `npm run partner`: a demo partner on this machine, whose page plays the advertiser. Offers of the demo partner lead to it with
 * their click, and the page's buttons send real signed reports to the running server. It needs that server and nothing else.
 */
import { createServer, type Server } from 'node:http';
import { ConfigError, getConfig } from '../server/config/config.ts';
import { readOffers } from '../server/features/offers/files.ts';
import { createPartner } from './partner/partner.ts';
import { portsInWords } from './ports.ts';
import { giveUp } from './preflight.ts';
import { onEnding } from './shutdown.ts';

/** Both forms of "localhost", and nothing that another machine can reach. */
const LOOPBACK = ['127.0.0.1', '::1'];

/** Returns whether it is listening. A machine without IPv6 has no "::1". */
function listen(server: Server, port: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(port, host, () => done(true));
  });
}

try {
  const { PARTNER_PORT: port, PUBLIC_API_URL, SITE_URL, production } = getConfig(process.env);
  if (production) throw new ConfigError('The demo partner is for development. Production doesn’t have one.');
  const trouble = await portsInWords([{ port, setting: 'PARTNER_PORT' }]);
  if (trouble) throw new ConfigError(trouble);
  const partner = createPartner({ apiUrl: PUBLIC_API_URL, siteUrl: SITE_URL, offers: readOffers().offers });
  const servers = LOOPBACK.map((host) => ({ host, server: createServer(partner) }));
  const listening = await Promise.all(servers.map(({ host, server }) => listen(server, port, host)));
  if (!listening.includes(true))
    throw new ConfigError(`Port ${port} is in use or not allowed: set PARTNER_PORT to another one.`);
  console.log(`Demo partner  http://localhost:${port}   (reports to ${PUBLIC_API_URL}/postback/demo)`);
  console.log(`Start with an offer of the demo partner: ${SITE_URL}/user/offerwalls`);
  onEnding(() => {
    for (const { server } of servers) {
      server.close();
      server.closeAllConnections();
    }
    process.exit(0);
  });
} catch (error) {
  giveUp(error);
}
