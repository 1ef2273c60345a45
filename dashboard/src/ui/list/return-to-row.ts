/** "Back" from a record returns the focus to the row from which it was opened. */
import { type RefObject, useEffect } from 'react';

let opened: { address: string; key: string } | null = null;
/** The browser reports "back" and "forward" alone. */
let wentBackAt = Number.NEGATIVE_INFINITY;
addEventListener('popstate', () => {
  wentBackAt = performance.now();
});

const addressNow = () => location.pathname + location.search;

export function rememberRow(key: string): void {
  opened = { address: addressNow(), key };
}

const A_MOMENT = 2_000;

export function useReturnToRow(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { key, address } = opened ?? {};
    const isBack = performance.now() - wentBackAt < A_MOMENT;
    if (key === undefined || address !== addressNow() || !isBack) return;
    // The scroll position is restored first, and with it the row that is looked for.
    const timer = setTimeout(() => {
      opened = null;
      const link = body.current?.querySelector(`tr[data-key="${CSS.escape(key)}"] a`);
      if (link instanceof HTMLElement) link.focus({ preventScroll: true });
    }, 100);
    return () => clearTimeout(timer);
  }, [body]);
}
