/** Asks for confirmation before a navigation that would lose unsaved changes; `drop` discards them. */
import { useBlocker } from '@tanstack/react-router';

export function useUnsavedGuard(isDirty: () => boolean, drop: () => void = () => {}): void {
  useBlocker({
    shouldBlockFn: () => {
      if (!isDirty()) return false;
      // The browser's own dialog, as for closing the window.
      const isSure = window.confirm('Leave without saving? What you changed here is lost.');
      if (isSure) drop();
      return !isSure;
    },
    enableBeforeUnload: isDirty,
  });
}
