/** The error pages: not found, not for this role, module off, broken. Each names the next step. */
import { Button, Center, Code, Group, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Obstacle } from '../session/screen.ts';
import { explain } from '../ui/explain.ts';

function DeadEnd({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
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

const home = (
  <Button component={Link} to="/" variant="default">
    Go to the start
  </Button>
);

export function NotFoundPage() {
  return (
    <DeadEnd title="There is nothing here" action={home}>
      The address may be mistyped, or what was here has been removed.
    </DeadEnd>
  );
}

export function Refused({ obstacle }: { obstacle: NonNullable<Obstacle> }) {
  if (obstacle.kind === 'second factor')
    return (
      <DeadEnd
        title="Set up a second factor first"
        action={
          <Button component={Link} to="/account/security">
            Set it up
          </Button>
        }
      >
        This tenant asks for one in your role. It takes a minute, with an authenticator app or a passkey.
      </DeadEnd>
    );
  return obstacle.kind === 'role' ? (
    <DeadEnd title="This is not for your role" action={home}>
      This screen needs the role <Code>{obstacle.role}</Code>. An owner or admin of this tenant can give it to
      you.
    </DeadEnd>
  ) : (
    <DeadEnd title="This module is off" action={home}>
      The module <Code>{obstacle.module}</Code> is switched off for this tenant; its data is kept. An admin
      can switch it on under Settings → Modules.
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
