import { Button, Group, List, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { OperationName } from '../api.ts';
import { useHeldDialog } from './dialog.tsx';
import { explain } from './explain.ts';

export type Many<Row> = {
  title: string;
  /** The consequences, in a sentence. */
  children?: ReactNode;
  action: string;
  danger?: boolean;
  /** The label of the button that does nothing; "Cancel" beside "Cancel 2 orders" would say the opposite. */
  keep?: string;
  /** A text that the action needs, such as the tag to add. */
  asks?: { label: string; description: string; maxLength: number };
  rows: Row[];
  nameOf: (row: Row) => string;
  run: ((row: Row, answer: string) => Promise<unknown>) | Together<Row>;
  invalidates: OperationName[];
  /** Called once every row was done. */
  done: () => void;
};

/** One request does several rows; it resolves to the reasons of those that were refused. */
type Together<Row> = { atOnce: number; run: (rows: Row[]) => Promise<Map<Row, string>> };

type Failure = { name: string; reason: string };

/** So many requests are under way at once. */
const AT_ONCE = 4;

export function Run<Row>(props: Omit<Many<Row>, 'title'> & { close: () => void }) {
  const { rows, run, nameOf, invalidates, asks } = props;
  const [answer, setAnswer] = useState('');
  const client = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<Failure[]>([]);
  const isRunning = done !== null && done < rows.length;
  useHeldDialog(isRunning);
  const start = async () => {
    setDone(0);
    const waiting = [...rows];
    const failed: Failure[] = [];
    const each = async (one: (row: Row, answer: string) => Promise<unknown>) => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
        await one(row, answer.trim()).catch((error) =>
          failed.push({ name: nameOf(row!), reason: explain(error).title }),
        );
        setDone((before) => (before ?? 0) + 1);
      }
    };
    const together = async ({ atOnce, run: some }: Together<Row>) => {
      while (waiting.length > 0) {
        const next = waiting.splice(0, atOnce);
        const refused = await some(next).catch(
          (error) => new Map(next.map((row) => [row, explain(error).title])),
        );
        for (const [row, reason] of refused) failed.push({ name: nameOf(row), reason });
        setDone(rows.length - waiting.length);
      }
    };
    if (typeof run === 'function') await Promise.all(Array.from({ length: AT_ONCE }, () => each(run)));
    else await together(run);
    await Promise.all(invalidates.map((name) => client.invalidateQueries({ queryKey: [name] })));
    setFailures(failed);
    if (failed.length === 0) {
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
          data-autofocus={!asks || undefined}
        >
          {failures.length > 0 ? 'Close' : (props.keep ?? 'Cancel')}
        </Button>
        {failures.length === 0 && (
          <Button
            color={props.danger ? 'red' : undefined}
            loading={done !== null}
            disabled={asks && answer.trim() === ''}
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
