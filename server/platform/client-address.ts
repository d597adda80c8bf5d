/** Where a request comes from, for limits, for the log and for signs of second accounts. */
import ipaddr from 'ipaddr.js';

/** An address, or a network as `networkOf` writes it; null for anything else. `1.2.3`, which C libraries read, is none. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const plain = address.replace(/\/64$/, '');
  if (!ipaddr.IPv4.isValidFourPartDecimal(plain) && !ipaddr.IPv6.isValid(plain)) return null;
  return ipaddr.process(plain);
}

/**
 * The caller's address as limits count it: an IPv4 address, or the first half of an IPv6 one, since the holder of one of those has all
 * 2^64 of its network. 'unknown' for what is none.
 * '::ffff:192.0.2.7' → '192.0.2.7', '2001:db8:0:1:a::b' → '2001:db8:0:1::/64'
 */
export function networkOf(address: string): string {
  const ip = parse(address);
  if (ip === null) return 'unknown';
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  // Written out and not shortened, as the database has it from before.
  const front = ip.parts.slice(0, 4).map((group) => group.toString(16));
  return `${front.join(':')}::/64`;
}

/**
 * As the log keeps it: near enough to see that many tries have one source, and nobody's own.
 * '192.0.2.7' → '192.0.2.0/24', '2001:db8:0:1::/64' → '2001:db8::/48'
 */
export function coarseNetwork(network: string): string {
  const ip = parse(network);
  if (ip === null) return network;
  return ip instanceof ipaddr.IPv4
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${ip}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/48`)}/48`;
}

const PRIVATE_RANGES = ['loopback', 'unspecified', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/** Loopback, private networks and what isn't an address: they say nothing of who is behind them (a proxy of our own, a test). */
export function isPublicAddress(address: string): boolean {
  const ip = parse(address);
  return ip !== null && !PRIVATE_RANGES.includes(ip.range());
}

/**
 * Who is behind `proxies` proxies of ours: each adds the address that it was called from at the end of X-Forwarded-For, and what
 * comes before those is whatever the caller wrote. Without proxies the header counts for nothing.
 */
export function callerAddress(socket: string, forwardedFor: string | undefined, proxies: number): string {
  if (proxies === 0) return networkOf(socket);
  const addresses = (forwardedFor ?? '').split(',').map((part) => part.trim());
  const address = addresses.at(-proxies) ?? '';
  // [2001:db8::1]:443 and 192.0.2.7:443 are how some proxies write it.
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  const network = networkOf(bare);
  // A request that came past the proxies, or a header that none of them wrote.
  return network === 'unknown' ? networkOf(socket) : network;
}
