/** `migrate`: brings the database up to date and reports what it did. */
import { assertOwnSessions } from '#kernel/db/sessions.ts';
import { bringUpToDate, openDatabase } from '../boot.ts';
import type { Settings } from '../settings.ts';
import { print } from './output.ts';

export async function migrateCommand(config: Settings, options: { json?: boolean }): Promise<void> {
  const { secrets, address, stop } = await openDatabase(config);
  try {
    if (config.databaseUrl !== null) await assertOwnSessions(address);
    const applied = await bringUpToDate(address, secrets);
    const text = applied.length === 0 ? 'The database is up to date.' : `Applied:\n  ${applied.join('\n  ')}`;
    print(options, { applied }, text);
  } finally {
    await stop();
  }
}
