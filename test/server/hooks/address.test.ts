import { expect, test } from 'vitest';
import { networkOf } from '../../../src/server/hooks/address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:49152', '192.0.2.7'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]:49152', '2001:db8:1:2'],
  ['[::ffff:192.0.2.7]:49152', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1:2:3:4', 'fe80:0:0:0'],
  ['1:2:3::6:7:8', '1:2:3:0'],
  ['::', '0:0:0:0'],
])('networkOf takes of %s what one client has for itself: %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
