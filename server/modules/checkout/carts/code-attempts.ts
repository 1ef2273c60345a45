/** Guessed codes: attempts are counted in the database, because a code is money. */
import type { Shopper } from '#kernel/auth/shopper.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import { countInDatabase, findWindow } from '#kernel/http/counted-attempts.ts';
import { networkOf } from '#kernel/http/network.ts';
import type { Kernel } from '#kernel/module.ts';
import { tellOnceADay } from '#kernel/notices.ts';

const MOST = 5;
const SECONDS = 60;

/** Guesses from many addresses: wrong codes of the whole tenant, in an hour, and the pause of all codes after them. */
const MOST_WRONG = 200;
const WRONG_SECONDS = 3_600;
const PAUSE_SECONDS = 600;
const PAUSE = ['pause of discount codes', 'all shoppers'] as const;

/**
 * Right and wrong codes of an address count alike: a guess that would be right must not get through either. The count commits before
 * the code is tried, so that a refusal does not take it back.
 */
export async function tryCode<T>(
  { db, config }: Pick<Kernel, 'db' | 'config'>,
  now: Date,
  { tenant, address }: Shopper,
  attempt: () => Promise<T>,
): Promise<T> {
  const scaled = (most: number) => Math.max(1, Math.round(most * config.storefrontLimitScale));
  const window = { seconds: SECONDS, now };
  const refusal = await db.inTenant(
    tenant.id,
    async (tx) =>
      (await findWindow(tx, ...PAUSE, now)) ??
      countInDatabase(tx, 'discount codes', networkOf(address), scaled(MOST), window),
    'request',
  );
  if (refusal !== null) throw refusal;
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof AppError && error.code === 'code_not_usable') {
      await db.inTenant(tenant.id, (tx) => countWrongCode(tx, now, tenant.id, scaled(MOST_WRONG)), 'request');
    }
    throw error;
  }
}

/** The last wrong code of an hour begins the pause; each further one in that hour begins another. */
async function countWrongCode(tx: Tx, now: Date, tenantId: string, most: number): Promise<void> {
  const window = { seconds: WRONG_SECONDS, now };
  const isTooMany = await countInDatabase(tx, 'wrong discount codes', PAUSE[1], most - 1, window);
  if (isTooMany === null) return;
  await countInDatabase(tx, ...PAUSE, 1, { seconds: PAUSE_SECONDS, now });
  await tellOnceADay(tx, now, {
    kind: 'checkout.codes_guessed',
    subjectType: 'tenant',
    subjectId: tenantId,
    message: `Shoppers sent ${most} wrong discount codes within an hour. Carts accept no codes for ten minutes. Make codes that are hard to guess.`,
  });
}
