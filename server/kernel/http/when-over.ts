import type { ServerResponse } from 'node:http';

/** Runs once the response is over, however it ends. At once for a client that has gone: its `close` came already, and comes once. */
export function whenOver(response: ServerResponse, run: () => void): void {
  if (response.destroyed || response.closed) run();
  else response.once('close', run);
}
