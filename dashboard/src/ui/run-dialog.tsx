import { Button, Group, List, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { OperationName } from '../api.ts';
import { useHeldDialog } from './dialog.tsx';
import { explain } from './explain.ts';
import { toast } from './toast.ts';

export type Many<Row, Result = unknown> = {
  title: string;
  /** The consequences, in a sentence. */
  children?: ReactNode;
  action: string;
  danger?: boolean;
  /** The label of the button that does nothing; "Cancel" beside "Cancel 2 orders" would say the opposite. */
  keep?: string;
  /** A text that the action needs, such as the tag to add. */
  asks?: { label: string; description: string; maxLength: number };
  /** Something is still to be chosen in the children. */
  isIncomplete?: boolean;
  rows: Row[];
  nameOf: (row: Row) => string;
  run: ((row: Row, answer: string) => Promise<Result>) | Together<Row>;
  /** The message about the rows that were done: "3 orders cancelled". */
  said: (count: number, answer: string) => string;
  /** Takes a row back; undefined where that is not possible, and then none is taken back. */
  undo?: (row: Row, result: Result) => (() => Promise<unknown>) | undefined;
  /** Said once all are taken back, where "Undone" would say too much. */
  undone?: string;
  invalidates: OperationName[];
  /** Called once every row was done. */
  done: () => void;
};

/** One request does several rows; it resolves to the reasons of those that were refused. */
type Together<Row> = {
  atOnce: number;
  run: (rows: Row[], answer: string) => Promise<Map<Row, string>>;
  undo?: (rows: Row[], answer: string) => (() => Promise<Map<Row, string>>) | undefined;
};

type Failure = { name: string; reason: string };

/** So many requests are under way at once. */
const AT_ONCE = 4;

/** Resolves to the results, and to the reasons of those that were refused. */
async function forEach<Row, Result>(
  rows: readonly Row[],
  run: (row: Row) => Promise<Result>,
  after?: () => void,
) {
  const waiting = [...rows];
  const results = new Map<Row, Result>();
  const refused = new Map<Row, string>();
  const work = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      try {
        results.set(row, await run(row));
      } catch (error) {
        refused.set(row, explain(error).title);
      }
      after?.();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { results, refused };
}

/** Returns what takes these rows back, if each of them can be. */
function undoOfEach<Row, Result>(results: Map<Row, Result>, undo: Many<Row, Result>['undo']) {
  const backs = new Map([...results].map(([row, result]) => [row, undo?.(row, result)]));
  if ([...backs.values()].includes(undefined)) return undefined;
  return async () => (await forEach([...backs.keys()], (row) => backs.get(row)!())).refused;
}

export function Run<Row, Result>(props: Omit<Many<Row, Result>, 'title'> & { close: () => void }) {
  const { rows, run, nameOf, invalidates, asks } = props;
  const [answer, setAnswer] = useState('');
  const client = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<Failure[]>([]);
  const isRunning = done !== null && done < rows.length;
  useHeldDialog(isRunning);
  const refresh = () =>
    Promise.all(invalidates.map((name) => client.invalidateQueries({ queryKey: [name] })));
  const say = (count: number, given: string, undo: (() => Promise<Map<Row, string>>) | undefined) => {
    const takeBack = async () => {
      const refused = await undo!();
      await refresh();
      const [first] = refused;
      if (first === undefined) toast.done(props.undone ?? 'Undone');
      else
        toast.refused(
          `${count - refused.size} of ${count} undone. “${nameOf(first[0])}” stays changed: ${first[1]}`,
        );
      return false;
    };
    toast.done(props.said(count, given), undo && takeBack);
  };
  const start = async () => {
    setDone(0);
    const given = answer.trim();
    const failed = new Map<Row, string>();
    let undo: (() => Promise<Map<Row, string>>) | undefined;
    if (typeof run === 'function') {
      const next = () => setDone((before) => (before ?? 0) + 1);
      const { results, refused } = await forEach(rows, (row) => run(row, given), next);
      for (const [row, reason] of refused) failed.set(row, reason);
      undo = undoOfEach(results, props.undo);
    } else {
      for (let from = 0; from < rows.length; from += run.atOnce) {
        const next = rows.slice(from, from + run.atOnce);
        const refused = await run
          .run(next, given)
          .catch((error) => new Map(next.map((row) => [row, explain(error).title])));
        for (const [row, reason] of refused) failed.set(row, reason);
        setDone(from + next.length);
      }
      undo = run.undo?.(
        rows.filter((row) => !failed.has(row)),
        given,
      );
    }
    await refresh();
    setFailures([...failed].map(([row, reason]) => ({ name: nameOf(row), reason })));
    const count = rows.length - failed.size;
    if (count > 0) say(count, given, undo);
    if (failed.size === 0) {
      props.done();
      props.close();
    }
  };
  return (
    <Stack>
      {done === null && (
        <Text size="sm" component="div">
          {props.children}
        </Text>
      )}
      {done === null && asks && (
        <TextInput
          {...asks}
          required
          data-autofocus
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
      )}
      {isRunning && (
        <>
          <Progress value={(100 * done) / rows.length} aria-label="Progress" />
          <Text size="sm" role="status">
            {done} of {rows.length}
          </Text>
        </>
      )}
      {failures.length > 0 && <Failures failures={failures} all={rows.length} />}
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          onClick={props.close}
          disabled={isRunning}
          data-autofocus={(!asks && props.isIncomplete === undefined) || undefined}
        >
          {failures.length > 0 ? 'Close' : (props.keep ?? 'Cancel')}
        </Button>
        {failures.length === 0 && (
          <Button
            color={props.danger ? 'red' : undefined}
            loading={done !== null}
            disabled={props.isIncomplete || (asks && answer.trim() === '')}
            onClick={() => void start()}
          >
            {props.action}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Failures({ failures, all }: { failures: Failure[]; all: number }) {
  return (
    <div role="alert">
      <Text size="sm" fw={500}>
        {all - failures.length} of {all} done. Refused:
      </Text>
      <List size="sm" mt="xs" mah={260} style={{ overflowY: 'auto' }}>
        {failures.map(({ name, reason }) => (
          <List.Item key={name}>
            <b>{name}</b>: {reason}
          </List.Item>
        ))}
      </List>
    </div>
  );
}
