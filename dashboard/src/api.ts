/** The API client of the dashboard: the SDK with the session's token. The dashboard can do nothing that a program cannot. */
import { QueryClient } from '@tanstack/react-query';
import { createCalls } from '../../sdk/calls.ts';
import { reachingFetch } from './session/reach.ts';
import { accessToken, renew } from './session/session.ts';

export type { Answer, Data, Item, OperationName } from '../../sdk/calls.ts';
export { ApiError } from '../../sdk/errors.ts';

/**
 * Calls that are safe to repeat are tried three times within two seconds; more would keep a person waiting. A long
 * report has no timeout, because its reader can leave the page.
 */
const PATIENCE = { maxRetries: 2, retryDelay: 400, maxRetryWait: 1_500, timeout: 0 };

export const api = createCalls({ baseUrl: '', token: accessToken, fetch: fetchSignedIn, ...PATIENCE });

/**
 * A token can end early, for instance when another tab switches the tenant. It is renewed once, or the person signs in again; a second
 * 401 is final.
 */
async function fetchSignedIn(url: string, init: RequestInit): Promise<Response> {
  const response = await reachingFetch(url, init);
  if (response.status !== 401) return response;
  await renew();
  return fetch(url, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${await accessToken()}` },
  });
}

export const queries = new QueryClient({
  defaultOptions: {
    // A change without a connection fails at once, and says so; it would wait in silence otherwise.
    mutations: { networkMode: 'always' },
    // The SDK has tried again already.
    queries: { staleTime: 10_000, retry: false },
  },
});
