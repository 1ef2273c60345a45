/** The API as the dashboard sees it: the SDK, signed in. Whatever is done here, a program can do too. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError, createClient } from '../../sdk/client.ts';
import { accessToken, renew } from './session/session.ts';

export { type Answer, ApiError, type Data, type Item, type OperationName } from '../../sdk/client.ts';

export const api = createClient({ baseUrl: '', token: accessToken, fetch: fetchSignedIn });

/** A token can end before its time, for instance by a switch of tenant in another tab: renewed once, then it is final. */
async function fetchSignedIn(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.status !== 401 || (await renew()) === null) return response;
  return fetch(url, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${await accessToken()}` },
  });
}

const MOST_RETRIES = 2;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What was refused will be refused again; what was not answered may be next time.
      retry: (failures, error) =>
        failures < MOST_RETRIES && !(error instanceof ApiError && error.status < 500),
    },
  },
});
