/** Where a request comes from, for limits and for signs of second accounts. */
import { isIPv4, isIPv6 } from 'node:net';

/**
 * The caller's address as limits count it: an IPv4 address, or the first half of an IPv6 one, since whoever has one of those has all
 * 2^64 of its network. 'unknown' for what is none.
 * '::ffff:192.0.2.7' → '192.0.2.7', '2001:db8:0:1:a::b' → '2001:db8:0:1::/64'
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const [head = '', tail] = plain.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  // An address in dots at the end stands for two groups.
  const after = groups(tail ?? '').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array.from({ length: gap }, () => '0'), ...after];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * As the log keeps it: near enough to see that many tries have one source, and nobody's own.
 * '192.0.2.7' → '192.0.2.0/24', '2001:db8:0:1::/64' → '2001:db8:0::/48'
 */
export function coarseNetwork(network: string): string {
  if (isIPv4(network)) return network.replace(/\d+$/, '0/24');
  const groups = network.split(':');
  return groups.length > 3 ? `${groups.slice(0, 3).join(':')}::/48` : network;
}

/**
 * Who is behind `proxies` proxies of ours: each adds the address that it was called from at the end of X-Forwarded-For, and what
 * stands before those is whatever the caller wrote. Without proxies the header counts for nothing.
 */
export function callerAddress(socket: string, forwardedFor: string | undefined, proxies: number): string {
  if (proxies === 0) return networkOf(socket);
  const told = (forwardedFor ?? '').split(',').map((part) => part.trim());
  const address = told.at(-proxies) ?? '';
  // [2001:db8::1]:443 and 192.0.2.7:443 are how some proxies write it.
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  const network = networkOf(bare);
  // A request that came past the proxies, or a header that none of them wrote.
  return network === 'unknown' ? networkOf(socket) : network;
}
