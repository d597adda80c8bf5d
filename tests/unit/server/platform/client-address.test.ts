import { describe, expect, test } from 'vitest';
import { callerAddress, networkOf, networksOf } from '../../../../server/platform/client-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1::/64'],
  ['2001:DB8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
  ['localhost', 'unknown'],
  ['1.2.3', 'unknown'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));

test('the 2^64 addresses of one customer count as one, and those of the next as another', () => {
  expect(networkOf('2001:db8:0:1::1')).toBe(networkOf('2001:db8:0:1:ffff::9'));
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8:0:2::1'));
});

test('an IPv6 network also counts as part of the /48 around it', () => {
  expect(networksOf('2001:db8:7:1::/64')).toEqual([
    { network: '2001:db8:7:1::/64', times: 1 },
    { network: '2001:db8:7::/48', times: 4 },
  ]);
  for (const network of ['192.0.2.7', 'unknown'])
    expect(networksOf(network)).toEqual([{ network, times: 1 }]);
});

describe('behind proxies', () => {
  const socket = '10.0.0.9';

  test('without a configured proxy the header is ignored, because anyone could write it', () => {
    expect(callerAddress('198.51.100.4', '192.0.2.7', 0)).toBe('198.51.100.4');
  });

  test.each<[number, string, string]>([
    [1, '192.0.2.7', '192.0.2.7'],
    // The part before is the caller's own text.
    [1, '203.0.113.1, 192.0.2.7', '192.0.2.7'],
    [1, 'unknown, 1.1.1.1,192.0.2.7 ', '192.0.2.7'],
    [2, '203.0.113.1, 192.0.2.7, 10.0.0.8', '192.0.2.7'],
    [1, '192.0.2.7:51234', '192.0.2.7'],
    [1, '[2001:db8:0:1::5]:443', '2001:db8:0:1::/64'],
    [1, '2001:db8:0:1::5', '2001:db8:0:1::/64'],
  ])('%i: “%s” is from %s', (proxies, header, address) =>
    expect(callerAddress(socket, header, proxies)).toBe(address),
  );

  test.each([undefined, '', 'nonsense', '192.0.2.7, nonsense'])(
    'if %s was written, the caller is the proxy itself',
    (header) => expect(callerAddress(socket, header, 1)).toBe('10.0.0.9'),
  );

  test('with fewer addresses than proxies, the caller is the connecting address', () =>
    expect(callerAddress(socket, '192.0.2.7', 2)).toBe('10.0.0.9'));
});
