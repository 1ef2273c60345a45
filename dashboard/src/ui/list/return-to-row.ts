/** "Back" from a record returns the focus to the row from which it was opened. */
import { type RefObject, useEffect } from 'react';

/** The entry of the browser's history: "back" returns to the same one, a link makes another. */
const entryNow = () => `${history.state?.__TSR_index} ${location.pathname}${location.search}`;

let opened: { from: string; key: string } | null = null;

export function rememberRow(key: string): void {
  opened = { from: entryNow(), key };
}

export function useReturnToRow(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { key, from } = opened ?? {};
    if (key === undefined || from !== entryNow()) return;
    // The scroll position is restored first, and with it the row that is looked for.
    const timer = setTimeout(() => {
      opened = null;
      const link = body.current?.querySelector(`tr[data-key="${CSS.escape(key)}"] a`);
      if (link instanceof HTMLElement) link.focus({ preventScroll: true });
    }, 100);
    return () => clearTimeout(timer);
  }, [body]);
}
