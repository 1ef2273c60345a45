import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { queries } from '../api.ts';
import { reachingFetch, subscribeToReach, unansweredSince } from '../session/reach.ts';
import { formatClock } from '../ui/formats.ts';
import classes from './shell.module.css';

const ASK_MS = 3_000;

function subscribe(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}

/** Says that the connection or the server is lost, for as long as it is. */
export function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const since = useSyncExternalStore(subscribeToReach, unansweredSince);
  useAskAgain(since !== null);
  const words = !isOnline
    ? 'You are offline. What you type stays in this browser; it can be saved once you are connected.'
    : since !== null &&
      `The server has not answered since ${formatClock(since)}. What you see may be out of date; what you type stays in this browser.`;
  return (
    <div role="status">
      {words && (
        <div className={classes.offline}>
          <IconWifiOff size={16} aria-hidden />
          {words}
        </div>
      )}
    </div>
  );
}

/** Asks until the server answers, and then reads again what the page shows. */
function useAskAgain(isLost: boolean): void {
  useEffect(() => {
    if (!isLost) return;
    const ask = () => void reachingFetch('/healthz', { cache: 'no-store' }).catch(() => {});
    const timer = setInterval(ask, ASK_MS);
    return () => {
      clearInterval(timer);
      void queries.invalidateQueries();
    };
  }, [isLost]);
}
