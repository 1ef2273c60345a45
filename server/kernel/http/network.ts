/** The network that a request comes from, for limits. */
import { isIPv6 } from 'node:net';

/** IPv4 by address; IPv6 by its /64, because a client with one address of a /64 has all of them. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0]!.toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [front = '', back] = plain.split('::');
  const head = front === '' ? [] : front.split(':');
  // An IPv4 address at the end takes the place of two groups.
  const tail = back ? back.split(':').flatMap((group) => (group.includes('.') ? ['', ''] : [group])) : [];
  const missing = back === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/64`;
}
