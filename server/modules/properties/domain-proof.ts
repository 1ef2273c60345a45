/** The owner of a domain proves it by DNS: a TXT record names the one property that serves it. */
import { Resolver } from 'node:dns/promises';

const PATIENCE_MS = 3_000;

export type Proof = { type: 'TXT'; name: string; value: string };

/** The id need not be secret: only the owner of the domain can write the record. */
export const proofOf = (propertyId: string, domain: string): Proof => ({
  type: 'TXT',
  name: `_colonnade.${domain}`,
  value: `property=${propertyId}`,
});

export type FindProof = (propertyId: string, domain: string) => Promise<boolean>;

/** Without servers, uses those of the machine. A name server that does not answer proves nothing. */
export function createFindProof(servers: string[]): FindProof {
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  return async (propertyId, domain) => {
    const { name, value } = proofOf(propertyId, domain);
    const records = await resolver.resolveTxt(name).catch(() => []);
    return records.some((parts) => parts.join('').trim().toLowerCase() === value);
  };
}
