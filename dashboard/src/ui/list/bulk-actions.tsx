import { Button } from '@mantine/core';
import type { OperationName } from '../../api.ts';
import { counted } from '../formats.ts';
import { runForEach } from '../run-for-each.tsx';

type Answer = { data: { version: number } };

export type BulkAction<Row> = {
  label: string;
  /** The action with its number, if not "Turn off 3 codes". */
  title?: (count: string) => string;
  /** The selected rows that it changes; without one it is not offered. */
  of?: (row: Row) => boolean;
  /** The consequences, in a sentence. */
  says: string;
  /** "3 codes turned off". */
  done: string;
  danger?: boolean;
  run: (row: Row) => Promise<unknown>;
  undo?: (row: Row, result: never) => (() => Promise<unknown>) | undefined;
};

/** A button for each action: it asks, does one row after the other, and says how it went. */
export function BulkActions<Row>(props: {
  selected: Row[];
  clear: () => void;
  nouns: [one: string, several: string];
  nameOf: (row: Row) => string;
  invalidates: OperationName[];
  actions: BulkAction<Row>[];
}) {
  const { selected, clear, nouns, nameOf, invalidates, actions } = props;
  return actions.map(({ label, title: titleOf, of, says, done, ...action }) => {
    const rows = of ? selected.filter(of) : selected;
    if (rows.length === 0) return null;
    const count = counted(rows.length, ...nouns);
    const title = titleOf?.(count) ?? `${label} ${count}`;
    const ask = () =>
      runForEach({
        ...(action as { run: (row: Row) => Promise<unknown> }),
        ...{ rows, nameOf, invalidates, title },
        action: title,
        said: (changed) => `${counted(changed, ...nouns)} ${done}`,
        done: clear,
        children: says,
      });
    return (
      <Button key={label} size="compact-sm" variant="default" onClick={ask}>
        {label}
        {rows.length < selected.length && ` ${rows.length}`}
      </Button>
    );
  });
}

/** Turns records on and off, and back. */
export const turnOnAndOff = <Row extends { id: string; version: number; active: boolean }>(
  update: (id: string, ifMatch: number, active: boolean) => Promise<Answer>,
  says: { on: string; off: string },
): BulkAction<Row>[] =>
  [true, false].map((active) => ({
    label: active ? 'Turn on' : 'Turn off',
    of: (row) => row.active !== active,
    says: active ? says.on : says.off,
    done: active ? 'turned on' : 'turned off',
    run: ({ id, version }) => update(id, version, active),
    undo:
      ({ id }, { data: { version } }: Answer) =>
      () =>
        update(id, version, !active),
  }));
