import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import classes from './shell.module.css';

function subscribe(listener: () => void): () => void {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}

/** Says that the connection is lost, for as long as it is. */
export function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <div className={classes.offline}>
          <IconWifiOff size={16} aria-hidden />
          You are offline. What you type stays in this browser; it can be saved once you are connected.
        </div>
      )}
    </div>
  );
}
