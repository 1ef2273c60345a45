/** `relay remove`: ends the relay of an installation, whose events would wait for it for ever. */
import { removeRelay } from '#kernel/relay/relay.sql.ts';
import type { Settings } from '../settings.ts';
import { withKernel } from './admin.ts';
import { print } from './output.ts';

export async function removeRelayCommand(config: Settings, options: { json?: boolean }): Promise<void> {
  const removed = await withKernel(config, ({ db }) => removeRelay({ query: db.acrossTenantsQuery }));
  const text = removed
    ? 'The relay is removed: events are no longer noted for it. A worker with NATS_URL makes a new one when it starts.'
    : 'There is no relay.';
  print(options, { removed }, text);
}
