/** Guessed codes: attempts are counted in the database, because a code is money. */
import type { Shopper } from '#kernel/auth/shopper.ts';
import { countInDatabase } from '#kernel/http/counted-attempts.ts';
import { networkOf } from '#kernel/http/network.ts';
import type { Kernel } from '#kernel/module.ts';

const MOST = 5;
const SECONDS = 60;

/**
 * Right and wrong codes count alike: a guess that would be right must not get through either. The count commits before the code is
 * tried, so that a refusal does not take it back.
 */
export async function countCode(
  { db, config }: Pick<Kernel, 'db' | 'config'>,
  now: Date,
  { tenant, address }: Shopper,
): Promise<void> {
  const most = Math.max(1, Math.round(MOST * config.storefrontLimitScale));
  const window = { seconds: SECONDS, now };
  const refusal = await db.inTenant(
    tenant.id,
    (tx) => countInDatabase(tx, 'discount codes', networkOf(address), most, window),
    'request',
  );
  if (refusal !== null) throw refusal;
}
