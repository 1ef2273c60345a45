/** Content: types that tenants define, entries with drafts and revisions, scheduled publishing, and the API for sites. */
import type { Tx } from '#kernel/db/db.ts';
import type { Kernel, Module } from '#kernel/module.ts';
import { createAssertRoom } from '#kernel/usage.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { commentRoutes } from './comments/comments.routes.ts';
import { contentEvents } from './content.events.ts';
import { entryRoutes } from './entries/entries.routes.ts';
import { countEntriesOf } from './entries/entries.sql.ts';
import type { Others } from './entries/references.ts';
import { keysByLocale, wordsOfSites } from './entries/reindex.ts';
import { revisionRoutes } from './entries/revisions.routes.ts';
import { holdTargets } from './entries/value-index.sql.ts';
import { entryListRoutes } from './lists/list.routes.ts';
import { startLocaleChanges } from './locales/change.worker.ts';
import { localeRoutes } from './locales/locales.routes.ts';
import { loadLocales } from './locales/locales.ts';
import { positionRoutes } from './positions/positions.routes.ts';
import { treeRoutes } from './positions/trees.routes.ts';
import { bulkEntryRoutes } from './publishing/bulk.routes.ts';
import { calendarRoutes } from './publishing/calendar.routes.ts';
import { whoShows } from './publishing/live-links.ts';
import { readPerspective } from './publishing/perspective.ts';
import { previewRoutes } from './publishing/preview.routes.ts';
import { type PerspectiveOf, publishedRoutes } from './publishing/published.routes.ts';
import { createReading } from './publishing/published-reading.ts';
import { publishingRoutes } from './publishing/publishing.routes.ts';
import { startSchedule } from './publishing/schedule.worker.ts';
import { deleteOldChanges } from './reading/kept-answers.sql.ts';
import { keepAnswers } from './reading/kept-answers.ts';
import { storefrontContentRoutes } from './reading/storefront.routes.ts';
import { releaseRoutes } from './releases/releases.routes.ts';
import { startReleases } from './releases/releases.worker.ts';
import { tellRelease } from './releases/under-way.ts';
import { reviewRoutes } from './review/reviews.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { observeLimits, readableIds } from './types/limits.ts';
import { startTypeChanges } from './types/migration-run.worker.ts';
import { contentTypeRoutes } from './types/types.routes.ts';

const MINUTE = 60_000;

export function content(kernel: Kernel, others: Others): Module {
  const { clock, db } = kernel;
  others.registerUse(async (tx, propertyId, caller) => ({
    what: 'entries',
    ...(await countEntriesOf(tx, propertyId, await readableIds(tx, caller))),
  }));
  let schedule: Loop | null = null;
  let changes: Loop | null = null;
  let locales: Loop | null = null;
  let releases: Loop | null = null;
  return {
    name: 'content',
    gate: 'content',
    events: contentEvents,
    routes(app) {
      observeLimits(app, db);
      const tell = tellRelease(db);
      contentTypeRoutes(app, clock, () => changes?.wake());
      localeRoutes(app, clock, () => locales?.wake());
      entryRoutes(app, clock, others, createAssertRoom(kernel.config, kernel.metrics), tell);
      positionRoutes(app, clock, others);
      entryListRoutes(app, others);
      revisionRoutes(app, clock, others);
      bulkEntryRoutes(app, clock, others);
      publishingRoutes(app, clock, others, () => schedule?.wake(), tell);
      commentRoutes(app, clock, others.findColleagues);
      reviewRoutes(app, clock, others);
      calendarRoutes(app, others);
      releaseRoutes(app, clock, others, () => releases?.wake());
      const readBySlug = createReading(db);
      const perspectiveOf: PerspectiveOf = (token, tenantId) =>
        readPerspective(kernel.secrets, token, tenantId, clock());
      const kept = keepAnswers(db);
      publishedRoutes(app, readBySlug, others, perspectiveOf, kept);
      storefrontContentRoutes(app, readBySlug, others, perspectiveOf, kept);
      searchRoutes(app, others, perspectiveOf);
      treeRoutes(app, others, perspectiveOf, kept);
      previewRoutes(app, kernel, others);
    },
    startWork() {
      schedule = startSchedule(kernel, ['publish', 'unpublish'], others);
      changes = startTypeChanges(kernel);
      locales = startLocaleChanges(kernel);
      releases = startReleases(kernel, others);
      // Purging runs beside the others, so that it delays none of them.
      let known: string | null = null;
      const forget = async () => {
        known = await deleteOldChanges(db, known);
        return false;
      };
      return [
        schedule,
        changes,
        locales,
        releases,
        startSchedule(kernel, ['purge'], others),
        startLoop({ name: 'old changes of content', idleMs: MINUTE, log: kernel.log, round: forget }),
      ];
    },
    rowChanges: [keysByLocale, wordsOfSites],
  };
}

/** Returns those of the ids that are entries, for modules that refer to some: they stay until the transaction ends. */
export async function entriesExist(tx: Tx, ids: string[]): Promise<string[]> {
  return (await holdTargets(tx, ids)).map(({ id }) => id);
}

/** Returns the live entries that show an asset, and those that require it, for the media module. */
export const whoShowsAsset = async (tx: Tx, assetId: string, others: Pick<Others, 'findPublic'>) =>
  whoShows(tx, 'asset', assetId, await loadLocales(tx), others);
/** Returns the entries that show an asset, for the media module. */
export { usersOfAsset } from './entries/references.ts';
export { assertNotRequired } from './publishing/live-links.ts';
/** The part of home that is about scheduled entries. */
export { scheduledAtHome } from './publishing/scheduled.ts';
/** Returns those of the entries that a caller may not read, for the search; refuses without their names, for the media module. */
export { hiddenAmong, withoutHiddenNames } from './types/limits.ts';
