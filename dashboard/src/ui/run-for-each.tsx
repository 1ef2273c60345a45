/** Carries out an action on many records, one request each, and reports how it went. */
import { lazy, type ReactNode, Suspense } from 'react';
import type { OperationName } from '../api.ts';
import { openDialog } from './dialog.tsx';

export type Many<Row> = {
  title: string;
  /** The consequences, in a sentence. */
  children?: ReactNode;
  action: string;
  danger?: boolean;
  /** A text that the action needs, such as the tag to add. */
  asks?: { label: string; description: string; maxLength: number };
  rows: Row[];
  nameOf: (row: Row) => string;
  run: (row: Row, answer: string) => Promise<unknown>;
  invalidates: OperationName[];
  /** Called once every row was done. */
  done: () => void;
};

const Run = lazy(async () => ({ default: (await import('./run-dialog.tsx')).Run<unknown> }));

/** Asks, then runs. A refused row does not stop the others; the dialog stays open and names each with its reason. */
export function runForEach<Row>({ title, ...many }: Many<Row>): void {
  openDialog(title, (close) => (
    <Suspense>
      <Run {...(many as Omit<Many<unknown>, 'title'>)} close={close} />
    </Suspense>
  ));
}
