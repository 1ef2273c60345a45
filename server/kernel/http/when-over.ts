import type { ServerResponse } from 'node:http';

/**
 * Runs when the response is over, however it ends. Runs at once if the client has gone: its `close` event came already, and comes
 * once.
 */
export function whenOver(response: ServerResponse, run: () => void): void {
  if (response.destroyed || response.closed) run();
  else response.once('close', run);
}
