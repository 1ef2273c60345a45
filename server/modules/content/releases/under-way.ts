/** Writes of an entry that wait in vain for a release of it: the writer learns what they wait for. */
import type { Db } from '#kernel/db/db.ts';
import { isLockTimeout } from '#kernel/db/transaction.ts';
import { AppError } from '#kernel/errors.ts';
import { findReleaseUnderWay } from './release-entries.sql.ts';

/** A release of 500 entries takes seconds. */
const RETRY_SECONDS = '5';

export type TellRelease = <T>(tenantId: string, entryId: string, work: Promise<T>) => Promise<T>;

export const tellRelease =
  (db: Db): TellRelease =>
  (tenantId, entryId, work) =>
    work.catch(async (error: unknown) => {
      if (!isLockTimeout(error)) throw error;
      const name = await db.inTenant(tenantId, (tx) => findReleaseUnderWay(tx, entryId));
      if (name === undefined) throw error;
      throw new AppError(
        'conflict',
        `The release ${name}, which has this entry, is being published or checked. Nothing was changed. Try again in a few seconds.`,
        { release: name },
        { 'retry-after': RETRY_SECONDS },
      );
    });
