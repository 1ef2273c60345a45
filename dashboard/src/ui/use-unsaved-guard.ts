/** Asks for confirmation before a navigation that would lose unsaved changes. */
import { useBlocker } from '@tanstack/react-router';

export function useUnsavedGuard(isDirty: () => boolean): void {
  useBlocker({
    // The browser's own dialog, as for closing the window.
    shouldBlockFn: () => isDirty() && !window.confirm('Leave without saving? What you changed here is lost.'),
    enableBeforeUnload: isDirty,
  });
}
