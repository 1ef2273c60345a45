import type { App } from '#kernel/http/app.ts';
import { Success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { archiveCustomer, unarchiveCustomer } from '../customers.ts';
import { Customer, CustomerInFull } from '../fields.ts';
import type { CustomerHooks } from '../hooks.ts';
import { eraseCustomer } from './erase.ts';
import { mergeCustomers } from './merge.ts';

const Merge = NamedObject('CustomerMerge', {
  from: Uuid('The duplicate. It ceases to exist; its id leads to the survivor.'),
});

export function customerLifeRoutes(app: App, clock: () => Date, hooks: CustomerHooks): void {
  app.post(
    '/v1/crm/customers/:id/archive',
    {
      config: { role: 'editor', scope: 'write:crm', dryRun: true },
      schema: {
        fails: ['conflict'],
        summary: 'Archive a customer: out of the list, but still there',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Success(Customer) },
      },
    },
    async (request, reply) => {
      const [id, seen] = [request.params.id.toLowerCase(), readIfMatch(request)];
      return withEtag(
        reply,
        await request.inTenant((tx, actor) => archiveCustomer(tx, actor, clock(), id, seen)),
      );
    },
  );

  app.post(
    '/v1/crm/customers/:id/unarchive',
    {
      config: { role: 'editor', scope: 'write:crm', dryRun: true },
      schema: {
        fails: ['conflict'],
        summary: 'Bring a customer back from the archive',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Success(Customer) },
      },
    },
    async (request, reply) => {
      const [id, seen] = [request.params.id.toLowerCase(), readIfMatch(request)];
      return withEtag(
        reply,
        await request.inTenant((tx, actor) => unarchiveCustomer(tx, actor, clock(), id, seen)),
      );
    },
  );

  app.post(
    '/v1/crm/customers/:id/merge',
    {
      config: { role: 'editor', scope: 'write:crm', dryRun: true },
      schema: {
        fails: ['conflict'],
        summary: 'Merge a duplicate into this customer',
        description:
          'The customer in the path survives. Orders move over; e-mails, phones, addresses, tags, notes and metadata ' +
          "are united; where only one value is possible, the survivor's counts. A GET of the other id answers the " +
          'survivor from then on; changes and orders under it are refused. With many orders, each is shown as the ' +
          "survivor's at once, and gets its next version within minutes; `inProgress` says how far that is.",
        params: IdParams,
        headers: IfMatch,
        body: Merge,
        response: { 200: Success(CustomerInFull) },
      },
    },
    async (request, reply) => {
      const [id, from] = [request.params.id.toLowerCase(), request.body.from.toLowerCase()];
      const seen = readIfMatch(request);
      const merged = await request.inTenant((tx, actor) =>
        mergeCustomers(tx, actor, clock(), id, from, seen, hooks),
      );
      return withEtag(reply, merged);
    },
  );

  app.post(
    '/v1/crm/customers/:id/erase',
    {
      config: { role: 'admin', scope: 'write:crm', dryRun: true },
      schema: {
        summary: 'Erase what is personal about a customer, for good',
        description:
          'Name, e-mails, phones, addresses, tags, notes, metadata and references go. Orders stay with their lines ' +
          'and amounts, without notes and metadata; of their addresses only country and region remain. Their timelines ' +
          'and events lose what was written: reasons, references, payment methods and tracking. Stored answers of ' +
          'Idempotency-Keys are reduced to an id. There is no way back. Nobody can read any of it from the answer on; ' +
          'with many orders, it leaves the database within minutes, and `inProgress` says how far that is.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Success(CustomerInFull) },
      },
    },
    async (request, reply) => {
      const [id, seen] = [request.params.id.toLowerCase(), readIfMatch(request)];
      const erased = await request.inTenant((tx, actor) =>
        eraseCustomer(tx, actor, clock(), id, seen, hooks),
      );
      return withEtag(reply, erased);
    },
  );
}
