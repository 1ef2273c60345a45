/** The scheduled entries and releases at home: those whose schedule failed, then those that are next. */
import { Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import { hasRight, isLimited } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { findLocales } from '../locales/locales.sql.ts';
import { listScheduled, listScheduledReleases } from './scheduled.sql.ts';

const MOST = 5;
/** For a caller who is limited to some content types, so that those of others do not fill the list. */
const MOST_READ_LIMITED = 200;

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
  async read(tx: Tx, actor: Actor, _now: Date) {
    const locales = await findLocales(tx);
    const most = isLimited(actor) ? MOST_READ_LIMITED : MOST + 1;
    const found = await listScheduled(tx, locales?.default_locale ?? 'en', most);
    const rows = found.filter(({ typeName }) => hasRight(actor, typeName, 'read'));
    const releases = await listScheduledReleases(tx, MOST + 1);
    const shown = <T extends { at: Date }>(some: T[]) =>
      some.slice(0, MOST).map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
    return {
      entries: shown(rows.map(({ typeName: _, ...row }) => row)),
      releases: shown(releases),
      isMore: rows.length > MOST || releases.length > MOST,
    };
  },
} as const;
