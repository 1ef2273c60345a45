import type { Tx } from '#kernel/db/db.ts';
import type { Term } from './terms.ts';

/** Replaces all search terms of the customer. */
export async function replaceTerms(tx: Tx, customerId: string, terms: Term[]): Promise<void> {
  await tx.query(
    `with wanted as (select * from unnest($2::text[], $3::text[]) as t (kind, term)),
     gone as (
       delete from customer_terms c where tenant_id = current_tenant() and customer_id = $1
         and not exists (select from wanted w where w.kind = c.kind and w.term = c.term))
     insert into customer_terms (tenant_id, kind, term, customer_id)
     select current_tenant(), kind, term, $1 from wanted
     on conflict do nothing`,
    [customerId, terms.map(({ kind }) => kind), terms.map(({ term }) => term)],
  );
}
