/** Limits the connections of clients, from one address and in all, so that descriptors are left for the database and files. */
import { readFileSync } from 'node:fs';
import { BlockList, isIPv6, type Server, type Socket } from 'node:net';
import { networkOf } from '#kernel/http/network.ts';

/** More connections would only cost memory. */
const MOST = 16_384;
const LEAST = 32;
/** The part of all descriptors that is reserved for pools, files and webhooks. */
const RESERVED = 0.3;

export function limitConnections(
  server: Server,
  options: { perAddress: number; trustProxy: boolean | string[] },
): void {
  server.maxConnections = mostConnections(descriptorLimit());
  // One address never gets all connections, whatever the setting.
  const perAddress = Math.min(options.perAddress, Math.floor(server.maxConnections / 2));
  const proxies = networksOf(options.trustProxy);
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
    if (proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    const network = networkOf(address);
    const count = counts.get(network) ?? 0;
    if (count >= perAddress) return void socket.destroy();
    counts.set(network, count + 1);
    socket.once('close', () => {
      const left = counts.get(network)! - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    });
  });
}

export const mostConnections = (descriptors: number): number =>
  Math.max(LEAST, Math.min(MOST, Math.floor(descriptors * (1 - RESERVED))));

function networksOf(trustProxy: boolean | string[]): BlockList {
  const networks = new BlockList();
  for (const each of Array.isArray(trustProxy) ? trustProxy : []) {
    const [address, prefix] = each.split('/') as [string, string | undefined];
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(prefix), family);
  }
  return networks;
}

function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Number.POSITIVE_INFINITY);
  } catch {
    // Only Linux reports the limit; elsewhere the usual one is assumed.
    return 1024;
  }
}
