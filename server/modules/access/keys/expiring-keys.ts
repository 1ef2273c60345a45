/** API keys that expire soon, for home: their programs stop working then. */
import { Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { Time } from '#kernel/http/fields.ts';
import { findExpiring, hasKeys } from './keys.sql.ts';

const SOON_DAYS = 14;
const MOST = 10;

export const keysAtHome = {
  needs: { role: 'admin' },
  schema: Type.Object({
    hasAny: Type.Boolean(),
    expiring: Type.Array(Type.Object({ id: Type.String(), label: Type.String(), expiresAt: Time() }), {
      description: `Those that expire within ${SOON_DAYS} days, the first ${MOST}.`,
    }),
  }),
  async read(tx: Tx, _actor: Actor, now: Date) {
    const rows = await findExpiring(tx, now, new Date(now.getTime() + SOON_DAYS * 86_400_000), MOST);
    return {
      hasAny: await hasKeys(tx),
      expiring: rows.map(({ id, label, expires_at }) => ({ id, label, expiresAt: expires_at.toISOString() })),
    };
  },
} as const;
