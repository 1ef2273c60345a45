/** Background work: ends checkouts and carts whose time is over, completes frozen checkouts, and counts uses of codes. */
import type { Kernel } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startTenantLoop } from '#kernel/work/tenant-loop.ts';
import { type TenantSearch, TenantTurns } from '#kernel/work/tenant-turns.sql.ts';
import {
  abandonIdle,
  deleteForgotten,
  FIND_TENANTS_WITH_FORGOTTEN_CARTS,
  FIND_TENANTS_WITH_IDLE_CARTS,
  IDLE_AT_ONCE,
} from './carts/idle.sql.ts';
import { checkoutMetrics } from './checkout.metrics.ts';
import { completePaying } from './checkouts/completing.ts';
import {
  EXPIRED_AT_ONCE,
  FIND_TENANTS_WITH_DUE_CHECKOUTS,
  FIND_TENANTS_WITH_PAYING,
  findDuePaying,
  PAYING_AT_ONCE,
  postponePaying,
} from './checkouts/ending.sql.ts';
import { sweepCheckouts } from './checkouts/ending.ts';
import { countUses, FIND_TENANTS_WITH_USES } from './discounts/uses.sql.ts';
import type { Others } from './others.ts';

const USES_AT_ONCE = 1_000;
const FORGOTTEN_MS = 60_000;
/** A checkout whose order fails waits so long, and those behind it get theirs. */
const AFTER_FAILURE_MS = 10_000;

export function startCheckoutWork(kernel: Kernel, others: Others): Loop[] {
  const { db, log } = kernel;
  // Created at the start, so that the figures exist before the first checkout ends.
  const { sweepLateness, paidWithoutOrder } = checkoutMetrics(kernel.metrics);
  const turns = (search: TenantSearch) => new TenantTurns({ query: db.acrossTenantsQuery }, search);
  return [
    startTenantLoop(
      kernel,
      'expired checkouts',
      turns(FIND_TENANTS_WITH_DUE_CHECKOUTS),
      async (tenantId, now) => {
        const ended = await db.inTenant(tenantId, (tx) => sweepCheckouts(tx, { others, now }));
        for (const { expires_at } of ended)
          sweepLateness.observe((now.getTime() - expires_at.getTime()) / 1_000);
        return ended.length >= EXPIRED_AT_ONCE;
      },
    ),
    startTenantLoop(kernel, 'frozen checkouts', turns(FIND_TENANTS_WITH_PAYING), async (tenantId, now) => {
      const due = await db.readInTenant(tenantId, (tx) => findDuePaying(tx, now));
      for (const { cart_id, updated_at } of due) {
        try {
          await db.inTenant(tenantId, (tx) => completePaying(tx, { others, now }, tenantId, cart_id));
          paidWithoutOrder.observe((now.getTime() - updated_at.getTime()) / 1_000);
        } catch (error) {
          log.error(
            { err: error, tenantId, cartId: cart_id },
            'a frozen checkout has no order yet; it is tried again',
          );
          const until = new Date(now.getTime() + AFTER_FAILURE_MS);
          await db.inTenant(tenantId, (tx) => postponePaying(tx, cart_id, until));
        }
      }
      return due.length >= PAYING_AT_ONCE;
    }),
    startTenantLoop(kernel, 'idle carts', turns(FIND_TENANTS_WITH_IDLE_CARTS), async (tenantId, now) => {
      return (await db.inTenant(tenantId, (tx) => abandonIdle(tx, now))) >= IDLE_AT_ONCE;
    }),
    startTenantLoop(
      kernel,
      'forgotten carts',
      turns(FIND_TENANTS_WITH_FORGOTTEN_CARTS),
      async (tenantId, now) => {
        return (await db.inTenant(tenantId, (tx) => deleteForgotten(tx, now))) >= IDLE_AT_ONCE;
      },
      FORGOTTEN_MS,
    ),
    startTenantLoop(kernel, 'uses of discounts', turns(FIND_TENANTS_WITH_USES), async (tenantId) => {
      return (await db.inTenant(tenantId, (tx) => countUses(tx, USES_AT_ONCE))) >= USES_AT_ONCE;
    }),
  ];
}
