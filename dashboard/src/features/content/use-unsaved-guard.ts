/** What was typed and not saved is not lost by a stray click: whoever leaves is asked first. */
import { useBlocker } from '@tanstack/react-router';

export function useUnsavedGuard(isDirty: boolean): void {
  useBlocker({
    // The browser's own question, as it asks it when the window is closed.
    shouldBlockFn: () => isDirty && !window.confirm('Leave without saving? What you changed here is lost.'),
    enableBeforeUnload: () => isDirty,
  });
}
