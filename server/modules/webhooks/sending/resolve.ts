/**
 * Finds the addresses of a name. lookup() of Node would hold one of the two threads that a process has for it until the name server
 * answers, and new connections to the database need them too; so the name servers are asked directly, without a thread.
 */
import { Resolver } from 'node:dns/promises';
import { type Addresses, isLocalName } from './address.ts';
import { codeOf } from './failures.ts';
import { findInHosts } from './hosts-file.ts';
import { createSystemLookup } from './system-lookup.ts';

export type Resolve = (hostname: string, tenantId: string) => Promise<Addresses>;

/** The first wait for a name server; each repetition doubles it. */
const PATIENCE = { timeout: 2_000, tries: 3 };
/** As long as a delivery may take: a tenant has no more look-ups under way than attempts. */
const LONGEST_MS = 10_000;
/** Some name servers never answer for IPv6: with an answer for one family, the other one is worth this wait. */
const OTHER_FAMILY_MS = 500;

const LOOPBACK: Addresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Without servers, uses those of the machine. As getaddrinfo() does, the file of hosts comes first. */
export function createResolve(servers: string[] = [], lookup = createSystemLookup()): Resolve {
  return async (hostname, tenantId) => {
    // Few resolvers know *.localhost, although it can only mean loopback (RFC 6761).
    const isLocal = isLocalName(hostname);
    const name = isLocal ? 'localhost' : hostname.replace(/\.$/, '').toLowerCase();
    const known = await findInHosts(name);
    if (known !== undefined) return known;
    if (isLocal) return LOOPBACK;
    return askServers(name, servers).catch((error: unknown) => {
      // A search domain, mDNS or a directory of this machine may know the name.
      if (codeOf(error) === 'ENOTFOUND') return lookup(name, tenantId, error);
      throw error;
    });
  };
}

async function askServers(name: string, servers: string[]): Promise<Addresses> {
  // One for each look-up: it reads the machine's servers anew, and can be cancelled alone.
  const resolver = new Resolver(PATIENCE);
  if (servers.length > 0) resolver.setServers(servers);
  let timer = setTimeout(() => resolver.cancel(), LONGEST_MS);
  const ipv4 = resolver.resolve4(name).then(ofFamily(4));
  const ipv6 = resolver.resolve6(name).then(ofFamily(6));
  // "No such name" is an answer for both families; some servers say it wrongly for IPv6 alone (RFC 4074).
  const known = ipv4.catch((error) => {
    if (codeOf(error) !== 'ENOTFOUND') throw error;
  });
  try {
    await Promise.any([known, ipv6]).catch(() => {});
    clearTimeout(timer);
    timer = setTimeout(() => resolver.cancel(), OTHER_FAMILY_MS);
    const answers = await Promise.allSettled([ipv4, ipv6]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    throw errors.find((each) => codeOf(each) !== 'ENODATA') ?? errors[0];
  } finally {
    clearTimeout(timer);
  }
}

const ofFamily = (family: number) => (addresses: string[]) =>
  addresses.map((address) => ({ address, family }));
