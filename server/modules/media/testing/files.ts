/** The files of a tenant: on disk, and in rows. */
import { globSync } from 'node:fs';
import type { TestApp, TestTenant } from '../../../testing.ts';
import { openStorage } from '../storage/open-storage.ts';
import { sweepFiles } from '../storage/sweeping.worker.ts';

export const filesOnDisk = (test: TestApp, { id }: TestTenant): string[] =>
  globSync(`${id}/*/*/*`, { cwd: test.kernel.config.media.dir })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

export const filesInRows = (test: TestApp, { id }: TestTenant): Promise<string[]> =>
  test.db.inTenant(id, async (tx) => {
    const { rows } = await tx.query<{ key: string }>('select key from media_files order by key');
    return rows.map(({ key }) => key);
  });

export async function sweep({ kernel }: TestApp): Promise<void> {
  while ((await sweepFiles(kernel, openStorage(kernel.config.media))) > 0);
}
