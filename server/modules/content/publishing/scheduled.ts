/** The scheduled entries and releases at home: those whose schedule failed, then those that are next. */
import { Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { findLocales } from '../locales/locales.sql.ts';
import { listScheduled, listScheduledReleases } from './scheduled.sql.ts';

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
    releases: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        at: Time(),
        entryCount: Type.Integer(),
        hasFailed: Type.Boolean({ description: 'Nothing of it was published at its time.' }),
      }),
      { description: `Releases, failed ones first, then by time, the first ${MOST}.` },
    ),
    isMore: Type.Boolean(),
  }),
  async read(tx: Tx, _actor: Actor, _now: Date) {
    const locales = await findLocales(tx);
    const rows = await listScheduled(tx, locales?.default_locale ?? 'en', MOST + 1);
    const releases = await listScheduledReleases(tx, MOST + 1);
    const shown = <T extends { at: Date }>(some: T[]) =>
      some.slice(0, MOST).map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
    return {
      entries: shown(rows),
      releases: shown(releases),
      isMore: rows.length > MOST || releases.length > MOST,
    };
  },
} as const;
