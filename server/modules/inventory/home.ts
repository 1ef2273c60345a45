/** The stock at home: how many SKUs are low, sold out and short. */

import { Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { countStates, MAX_COUNTED } from './items/items.sql.ts';

const Count = NamedObject('StockCount', {
  count: Type.Integer(),
  isMore: Type.Boolean({ description: `More than ${MAX_COUNTED}, of which no more are counted.` }),
});

export const stockAtHome = {
  needs: { scope: 'read:inventory', module: 'inventory' },
  schema: Type.Object({ low: Count, depleted: Count, short: Count }),
  async read(tx: Tx) {
    const { low, depleted, short } = await countStates(tx);
    const bounded = (found: number) => ({
      count: Math.min(found, MAX_COUNTED),
      isMore: found > MAX_COUNTED,
    });
    return { low: bounded(low), depleted: bounded(depleted), short: bounded(short) };
  },
} as const;
