/** The error pages of every address: not found, broken. Each names the next step. */
import { Button, Center, Code, Group, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { explain } from '../ui/explain.ts';

export function DeadEnd({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Colonnade`;
  }, [title]);
  return (
    <Center component="section" mih="60vh" p="md">
      <Stack align="center" ta="center" maw={460} gap="md">
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed" component="div">
          {children}
        </Text>
        <Group justify="center">{action}</Group>
      </Stack>
    </Center>
  );
}

export const toStart = (
  <Button component={Link} to="/" variant="default">
    Go to the start
  </Button>
);

export function NotFoundPage() {
  return (
    <DeadEnd title="There is nothing here" action={toStart}>
      The address may be mistyped, or what was here has been removed.
    </DeadEnd>
  );
}

export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const { title, advice, requestId } = explain(error);
  return (
    <DeadEnd
      title={title}
      action={
        <Button
          onClick={() => {
            reset();
            location.reload();
          }}
        >
          Load the page again
        </Button>
      }
    >
      {advice}
      {requestId !== null && (
        <Text size="xs">
          Request <Code>{requestId}</Code>
        </Text>
      )}
    </DeadEnd>
  );
}
