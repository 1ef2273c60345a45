import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { currentDialogs, subscribeToDialogs } from '../ui/dialog.tsx';

const load = () => import('../ui/dialog-stack.tsx');
const DialogStack = lazy(load);

/** Shows the dialogs. They lie inside the router, so that they can use it. */
export function WithDialogs({ children }: { children: ReactNode }) {
  const dialogs = useSyncExternalStore(subscribeToDialogs, currentDialogs);
  useEffect(() => {
    // Not on the first load; but before a dialog is wanted, since the connection may be lost by then.
    for (const event of ['pointermove', 'pointerdown', 'keydown'])
      window.addEventListener(event, () => void load().catch(() => {}), { once: true });
  }, []);
  return (
    <>
      {children}
      <Suspense>{dialogs.length > 0 && <DialogStack />}</Suspense>
    </>
  );
}
