/** Names the way out where a command needs an admin: an API key has the role of an editor, whatever its scopes are. */
import { SetupError } from '#kernel/setting.ts';
import type { Connection } from '../api.ts';
import { Refusal } from '../failures.ts';

export async function asAdmin<T>({ url, renew }: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'forbidden' || renew !== undefined) throw error;
    throw new SetupError(
      `An API key may not do this: it needs an admin. Sign in as one: npx colonnade login --url ${url} --email you@example.com`,
    );
  }
}
