/** Where a request comes from, for limits, logs and signs of second accounts. */
import ipaddr from 'ipaddr.js';

/**
 * Parses an address, or a network as `networkOf` writes it; null for anything else. `1.2.3`, which C libraries accept, is not an
 * address.
 */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const plain = address.replace(/\/64$/, '');
  if (!ipaddr.IPv4.isValidFourPartDecimal(plain) && !ipaddr.IPv6.isValid(plain)) return null;
  return ipaddr.process(plain);
}

/**
 * Returns the caller's address as limits count it: an IPv4 address, or the first half of an IPv6 address, because one customer
 * holds all 2^64 addresses of that network. 'unknown' if it isn't an address. '::ffff:192.0.2.7' → '192.0.2.7',
 * '2001:db8:0:1:a::b' → '2001:db8:0:1::/64'
 */
export function networkOf(address: string): string {
  const ip = parse(address);
  if (ip === null) return 'unknown';
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  // The long form, because older rows in the database have it.
  const front = ip.parts.slice(0, 4).map((group) => group.toString(16));
  return `${front.join(':')}::/64`;
}

/**
 * Returns the network for the log and for sign-ups: precise enough to see that many tries have one source, but not who it is.
 * '192.0.2.7' → '192.0.2.0/24', '2001:db8:0:1::/64' → '2001:db8::/48'
 */
export function coarseNetwork(network: string): string {
  const ip = parse(network);
  if (ip === null) return network;
  return ip instanceof ipaddr.IPv4
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${ip}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/48`)}/48`;
}

/** How much more than one IPv6 network the /48 around it may do. Many customers can share it, as they share an IPv4 address. */
const WIDER = 4;

/**
 * Returns the networks under which a caller is counted, from the narrowest, and how many times its limit applies to each. A
 * customer of an IPv6 provider may hold all 65,536 networks of a /48. '2001:db8:0:1::/64' → itself and '2001:db8::/48',
 * '192.0.2.7' → itself
 */
export const networksOf = (network: string): { network: string; times: number }[] => [
  { network, times: 1 },
  ...(network.endsWith('/64') ? [{ network: coarseNetwork(network), times: WIDER }] : []),
];

const PRIVATE_RANGES = ['loopback', 'unspecified', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/**
 * Returns whether an address identifies its user. Loopback, private networks and invalid addresses don't (our own proxy, a test).
 */
export function isPublicAddress(address: string): boolean {
  const ip = parse(address);
  return ip !== null && !PRIVATE_RANGES.includes(ip.range());
}

/**
 * Returns who is behind `proxies` proxies of ours. Each proxy appends the address that called it to X-Forwarded-For; everything
 * before those entries was written by the caller. Without proxies the header is ignored.
 */
export function callerAddress(socket: string, forwardedFor: string | undefined, proxies: number): string {
  if (proxies === 0) return networkOf(socket);
  const addresses = (forwardedFor ?? '').split(',').map((part) => part.trim());
  const address = addresses.at(-proxies) ?? '';
  // Some proxies write [2001:db8::1]:443 or 192.0.2.7:443.
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  const network = networkOf(bare);
  // The request bypassed the proxies, or none of them wrote the header.
  return network === 'unknown' ? networkOf(socket) : network;
}
