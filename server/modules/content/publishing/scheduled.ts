/** The scheduled entries at home: those whose schedule failed, then those that are next. */
import { Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { findLocales } from '../locales/locales.sql.ts';
import { listScheduled } from './scheduled.sql.ts';

const MOST = 5;

export const scheduledAtHome = {
  needs: { module: 'content', scope: 'read:content' },
  schema: Type.Object({
    entries: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Nullable(Type.String()),
        type: Type.String({ description: 'The title of its type.' }),
        action: OneOf(['publish', 'unpublish'] as const),
        locale: { ...Nullable(Type.String()), description: 'The locale that it is for; null: all.' },
        at: Time(),
        hasFailed: Type.Boolean(),
      }),
      { description: `Failed ones first, then by time, the first ${MOST}.` },
    ),
    isMore: Type.Boolean(),
  }),
  async read(tx: Tx, _actor: Actor, _now: Date) {
    const locales = await findLocales(tx);
    const rows = await listScheduled(tx, locales?.default_locale ?? 'en', MOST + 1);
    return {
      entries: rows.slice(0, MOST).map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
      isMore: rows.length > MOST,
    };
  },
} as const;
