/** `migrate`: brings the database up to date and says what it did. */
import type { Config } from '#kernel/config.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { loadSecrets } from '#kernel/secrets.ts';
import { openDatabase } from '../boot.ts';
import { print } from './output.ts';

export async function migrateCommand(config: Config, options: { json?: boolean }): Promise<void> {
  const secrets = loadSecrets(config);
  const { address, stop } = await openDatabase(config, secrets);
  try {
    const applied = await migrate(address, secrets);
    const text = applied.length === 0 ? 'The database is up to date.' : `Applied:\n  ${applied.join('\n  ')}`;
    print(options, { applied }, text);
  } finally {
    await stop();
  }
}
