import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a screen with its own title. */
export function Panel(props: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={props.title}>
      <Stack>
        <Group justify="space-between" align="flex-start">
          {/* The buttons stand beside the words as long as these have room. */}
          <div style={{ flex: props.description ? '1 1 240px' : '1 1 0', minWidth: 'min-content' }}>
            <Title order={2} size="h4">
              {props.title}
            </Title>
            {props.description && (
              <Text size="sm" c="dimmed" component="div">
                {props.description}
              </Text>
            )}
          </div>
          {props.actions && <Group gap="sm">{props.actions}</Group>}
        </Group>
        {props.children}
      </Stack>
    </Paper>
  );
}

/** Facts in two columns: label and value. */
export function Facts({ facts }: { facts: [label: string, value: ReactNode][] }) {
  return (
    <Group component="dl" gap="xl" m={0} align="flex-start" style={{ rowGap: 12 }}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fw={500}>
            {typeof value === 'string' ? <bdi>{value}</bdi> : value}
          </Text>
        </div>
      ))}
    </Group>
  );
}
