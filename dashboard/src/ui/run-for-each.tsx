/** Carries out an action on many records, one request each, and reports how it went. */
import { lazy, Suspense } from 'react';
import { openDialog } from './dialog.tsx';
import type { Many } from './run-dialog.tsx';

const Run = lazy(async () => ({ default: (await import('./run-dialog.tsx')).Run<unknown, unknown> }));

/**
 * Asks, runs, and says how many were done, with an undo where that is possible. A refused row does not stop the others; the dialog stays
 * open and names each with its reason.
 */
export function runForEach<Row, Result>({ title, ...many }: Many<Row, Result>): void {
  openDialog(title, (close) => (
    <Suspense>
      <Run {...(many as unknown as Omit<Many<unknown, unknown>, 'title'>)} close={close} />
    </Suspense>
  ));
}
