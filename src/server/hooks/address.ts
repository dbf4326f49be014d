import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Some proxies write the client's port into `X-Forwarded-For`. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/i;

/** The rate-limited part of an address: all of an IPv4 address, the first 64 bits of an IPv6 one. */
export function networkOf(client: string): string {
  const [, bracketed, dotted] = WITH_PORT.exec(client) ?? [];
  const address = bracketed ?? dotted ?? client;
  const [, mapped] = MAPPED_IPV4.exec(address) ?? [];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [left = '', right] = address.split('::');
  const groups = left === '' ? [] : left.split(':');
  // `::` stands for zeros; only the first four groups matter.
  const inside = right === undefined ? 0 : 8 - groups.length - right.split(':').length;
  const all = [
    ...groups,
    ...Array<string>(Math.max(inside, 0)).fill('0'),
    ...(right ?? '').split(':'),
  ];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':');
}
