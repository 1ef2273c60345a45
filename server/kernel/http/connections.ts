/** Limits the connections of clients, from one address and in all, so that descriptors are left for the database and files. */
import { readFileSync } from 'node:fs';
import { BlockList, isIPv6, type Server, type Socket } from 'node:net';
import { networkOf } from '#kernel/http/network.ts';
import { SharedCount } from '#kernel/siblings/siblings.ts';
import { Tally } from '#kernel/work/tally.ts';

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
  // Otherwise a supervisor offers the connection to one full process after another, without end.
  Object.assign(server, { dropMaxConnection: true });
  // One address never gets all connections, whatever the setting.
  const perAddress = Math.min(options.perAddress, Math.floor(server.maxConnections / 2));
  const proxies = networksOf(options.trustProxy);
  const counts = new Tally();
  const elsewhere = new Tally();
  const shared = new SharedCount('held', 'connections', (network, by) => elsewhere.add(network, by));
  const count = (network: string, by: number) => {
    counts.add(network, by);
    shared.add(network, by);
  };
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
    if (proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    const network = networkOf(address);
    if (counts.of(network) + elsewhere.of(network) >= perAddress) return void socket.destroy();
    count(network, 1);
    socket.once('close', () => count(network, -1));
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
