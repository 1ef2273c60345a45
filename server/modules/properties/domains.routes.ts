import { Type } from 'typebox';
import { audit } from '#kernel/audit.ts';
import type { Db } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { type FindProof, proofOf } from './domain-proof.ts';
import { type DomainRow, findDomains, markProved } from './domains.sql.ts';
import { findProperty } from './properties.sql.ts';

const Domain = NamedObject('PropertyDomain', {
  domain: Type.String(),
  verified: Type.Boolean({ description: 'Visitors who come by this host name are served.' }),
  verifiedAt: Nullable(Time()),
  record: Type.Object(
    { type: Type.Literal('TXT'), name: Type.String(), value: Type.String() },
    { description: 'The DNS record that proves the ownership of the domain.' },
  ),
});

const present = (propertyId: string, { domain, verified_at }: DomainRow) => ({
  domain,
  verified: verified_at !== null,
  verifiedAt: verified_at?.toISOString() ?? null,
  record: proofOf(propertyId, domain),
});

export function domainRoutes(app: App, db: Db, clock: () => Date, findProof: FindProof): void {
  const read = (tenantId: string, propertyId: string) =>
    db.inTenant(tenantId, async (tx) => {
      if ((await findProperty(tx, propertyId)) === undefined) throw notFound('property');
      return findDomains(tx, propertyId);
    });

  app.get(
    '/v1/properties/:id/domains',
    {
      config: { role: 'viewer', scope: 'read:properties' },
      schema: {
        summary: "List a property's domains, and how to prove each",
        params: IdParams,
        response: { 200: Success(Type.Array(Domain)) },
      },
    },
    async (request) => {
      const id = request.params.id.toLowerCase();
      const rows = await read(request.actor.tenant.id, id);
      return success(rows.map((row) => present(id, row)));
    },
  );

  app.post(
    '/v1/properties/:id/verify',
    {
      config: { role: 'editor', scope: 'write:properties', looksAnew: true },
      schema: {
        summary: "Look for the proofs of a property's domains in the DNS",
        description: 'A domain that is proved here is no longer served for the tenant that proved it before.',
        params: IdParams,
        response: { 200: Success(Type.Array(Domain)) },
      },
    },
    async (request) => {
      const id = request.params.id.toLowerCase();
      const { tenant } = request.actor;
      const open = (await read(tenant.id, id)).filter(({ verified_at }) => verified_at === null);
      // Runs outside of any transaction, because name servers are slow.
      const found = await Promise.all(open.map(({ domain }) => findProof(id, domain)));
      const proved = open.map(({ domain }) => domain).filter((_, index) => found[index]);
      if (proved.length > 0) {
        await markProved(db, tenant.id, id, proved, clock());
        const details = { domains: proved };
        const entry = { action: 'property.verified', subjectType: 'property', subjectId: id, details };
        await db.inTenant(tenant.id, (tx) => audit(tx, request.actor, clock(), entry));
      }
      return success((await read(tenant.id, id)).map((row) => present(id, row)));
    },
  );
}
