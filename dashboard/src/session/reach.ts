/** The reach of the server: a page without it shows what is out of date. */

let lostSince: Date | null = null;
const listeners = new Set<() => void>();

/** The time of the first request without an answer since the last answer, or null. */
export const unansweredSince = (): Date | null => lostSince;

export function subscribeToReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function note(next: Date | null): void {
  if ((lostSince === null) === (next === null)) return;
  lostSince = next;
  for (const listener of listeners) listener();
}

/** A gateway answers for a server that does not. */
const isGateway = (status: number) => status === 502 || status === 504;

/** A fetch that notes whether an answer came. A request that its page has given up says nothing. */
export async function reachingFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    note(isGateway(response.status) ? new Date() : null);
    return response;
  } catch (error) {
    if (init.signal?.aborted !== true) note(new Date());
    throw error;
  }
}
