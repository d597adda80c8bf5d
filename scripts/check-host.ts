/**
 * `npm run check-host -- https://play.example https://api.play.example [https://desk.play.example]`: looks at a deployment from outside, as a
 * browser would, and says what it finds, a line each. The last step of docs/operate.md, and worth a run each month. Needs Node alone.
 */
import { parseArgs } from 'node:util';
import type { Finding, Place } from './check-host/findings.ts';
import { aboutDesk, aboutHeaders, aboutInside, aboutMetrics, aboutPlain } from './check-host/http.ts';
import { aboutTls } from './check-host/tls.ts';

const USAGE = `npm run check-host -- <site> <API> [<operators’ desk>]
  Addresses as browsers know them: https://play.example https://api.play.example
  --at ADDRESS        ask there, whatever the names lead to: before they lead to a new machine
  --plain-port PORT   where plain http would be (80)
  --inside PORTS      what must be closed, with commas between (8000,6001,5432,8080,8081,8082)`;

/** As compose.yaml has them inside. */
const INSIDE: Readonly<Record<string, string>> = {
  8000: 'the API’s own',
  6001: 'the sockets’ own',
  5432: 'the database',
  8080: 'nginx without TLS',
  8081: 'nginx without TLS',
  8082: 'nginx without TLS',
};

function fail(words: string): never {
  console.error(`${words}\n\n${USAGE}`);
  process.exit(2);
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        at: { type: 'string' },
        'plain-port': { type: 'string', default: '80' },
        inside: { type: 'string', default: Object.keys(INSIDE).join(',') },
      },
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function portOf(text: string): number {
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : fail(`"${text}" is no port.`);
}

function placeOf(text: string, at: string | undefined): Place {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.pathname !== '/' || url.username || url.search)
    return fail(`"${text}" is no address like https://play.example.`);
  return { host: url.hostname, port: Number(url.port || 443), address: at ?? url.hostname };
}

const { values, positionals } = read();
if (positionals.length < 2 || positionals.length > 3) fail('Two or three addresses are needed.');
const places = positionals.map((text) => placeOf(text, values.at));
const plainPort = portOf(values['plain-port']);
const inside = values.inside.split(',').map(portOf);

/** The first is the site, the second the API, the third the operators' desk. */
async function look(place: Place, at: number): Promise<Finding[]> {
  const tls = await aboutTls(place);
  if (!tls) return [{ kind: 'wrong', words: `nothing speaks TLS at port ${place.port}` }];
  const isApi = at === 1;
  return [
    ...tls,
    await aboutPlain(place, plainPort, !isApi),
    ...(await aboutHeaders(place, isApi ? '/healthz' : at === 2 ? '/operator' : '/')),
    await aboutMetrics(place),
    ...(isApi ? [] : [await aboutDesk(place)]),
    ...(await Promise.all(inside.map((port) => aboutInside(place, port, INSIDE[port] ?? 'inside')))),
  ];
}

const SIGNS = { ok: 'ok   ', look: 'LOOK ', wrong: 'WRONG' };
let wrong = 0;
for (const [at, place] of places.entries())
  for (const { kind, words } of await look(place, at)) {
    console.log(`${SIGNS[kind]}  ${place.host}: ${words}`);
    if (kind === 'wrong') wrong++;
  }
console.log(wrong === 0 ? 'Nothing is wrong.' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`);
process.exitCode = wrong === 0 ? 0 : 1;
