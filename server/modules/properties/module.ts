/** Properties: the sites of a business, which redirects, content and orders name, and which visitors find by their domains. */
import type { Kernel, Module } from '#kernel/module.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createFindProof, type FindProof } from './domain-proof.ts';
import { domainRoutes } from './domains.routes.ts';
import { isLocalName } from './domains.ts';
import { propertyRoutes } from './properties.routes.ts';
import type { PropertySettings } from './settings.ts';

export function properties(
  { config, db, clock }: Kernel,
  { dnsServers }: PropertySettings,
): Module & { directory: Directory } {
  const ownHost = new URL(config.publicUrl).hostname;
  const directory = createDirectory(db, ownHost);
  const inDns = createFindProof(dnsServers);
  // In development, names that no DNS has count as proved: they resolve to the developer's machine only.
  const findProof: FindProof = async (propertyId, domain) =>
    (config.mode === 'development' && isLocalName(domain)) || inDns(propertyId, domain);
  return {
    name: 'properties',
    directory,
    routes(app) {
      propertyRoutes(app, clock, directory, ownHost);
      domainRoutes(app, db, clock, findProof);
    },
  };
}
