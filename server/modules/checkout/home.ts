/** Checkouts at home: those that are paid and have no order yet, if there are any. */
import { Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { Nullable, Time } from '#kernel/http/fields.ts';
import { READ } from './access.ts';
import { countPaying } from './checkouts/checkouts.sql.ts';

/** An order follows its freeze within a moment; longer, and staff should know. */
const MOMENT_MS = 10_000;

export const checkoutsAtHome = {
  needs: { ...READ, module: 'checkout' },
  schema: Type.Object({
    paying: Type.Object({
      count: Type.Integer({ description: 'Paid for more than ten seconds, and without an order.' }),
      isMore: Type.Boolean({ description: 'More than 100, of which no more are counted.' }),
      oldest: Nullable(Type.Object({ cartId: Type.String(), since: Time() })),
    }),
  }),
  async read(tx: Tx, _actor: Actor, now: Date) {
    const { oldest, ...paying } = await countPaying(tx, new Date(now.getTime() - MOMENT_MS));
    return { paying: { ...paying, oldest: oldest && { ...oldest, since: oldest.since.toISOString() } } };
  },
} as const;
