/** The API client of the dashboard: the SDK with the session's token. The dashboard can do nothing that a program cannot. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError, createClient } from '../../sdk/client.ts';
import { accessToken, renew } from './session/session.ts';

export { type Answer, ApiError, type Data, type Item, type OperationName } from '../../sdk/client.ts';

export const api = createClient({ baseUrl: '', token: accessToken, fetch: fetchSignedIn });

/**
 * A token can end early, for instance when another tab switches the tenant. It is renewed once, or the person signs in again; a second
 * 401 is final.
 */
async function fetchSignedIn(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.status !== 401) return response;
  await renew();
  return fetch(url, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${await accessToken()}` },
  });
}

const MOST_RETRIES = 2;

export const queries = new QueryClient({
  defaultOptions: {
    // A change without a connection fails at once, and says so; it would wait in silence otherwise.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 10_000,
      // A refused request (4xx) would be refused again; a 5xx or a lost connection may pass.
      retry: (failures, error) =>
        failures < MOST_RETRIES && !(error instanceof ApiError && error.status < 500),
    },
  },
});
