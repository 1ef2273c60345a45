/** The demo tenant of a first start: enough to place an order and to see a webhook within a minute. */
import { OPERATOR } from '#kernel/audit.ts';
import { SCOPES } from '#kernel/auth/actor.ts';
import type { Kernel } from '#kernel/module.ts';
import { createKey } from '../../modules/access/keys/keys.ts';
import { newPassword } from '../../modules/access/passwords/passwords.ts';
import { createTenant } from '../../modules/access/tenants/tenants.ts';
import { createCustomer } from '../../modules/crm/customers/customers.ts';
import { DEMO_SLUG } from './found.ts';

const CUSTOMERS: { name: string; email?: string }[] = [
  { name: 'Ada Lovelace', email: 'ada@customers.example' },
  { name: 'Grace Hopper', email: 'grace@customers.example' },
  { name: 'Hypatia of Alexandria' },
];

export async function createDemo({ db, clock }: Kernel) {
  const now = clock();
  // Generated, for a tenant that exists in development alone and that no business depends on.
  const password = newPassword();
  const { tenant, owner } = await createTenant(db, OPERATOR, now, {
    name: 'Demo Shop',
    slug: DEMO_SLUG,
    ownerEmail: 'owner@demo.example',
    ownerPassword: password,
  });
  return db.inTenant(tenant.id, async (tx) => {
    const customerIds = [];
    for (const customer of CUSTOMERS) {
      customerIds.push((await createCustomer(tx, OPERATOR, now, { type: 'person', ...customer })).id);
    }
    const { key } = await createKey(tx, OPERATOR, now, { label: 'Demo key', scopes: [...SCOPES] });
    return { tenant, owner: { email: owner.email, password }, key, customerId: customerIds[0]! };
  });
}
