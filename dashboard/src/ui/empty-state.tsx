import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';

/** An empty list: explains its purpose and offers the first step. */
export function EmptyState(props: {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  const Icon = props.icon;
  return (
    <Stack align="center" gap="sm" py={56} px="md" ta="center">
      <ThemeIcon variant="light" size={52} radius="xl" color="gray" aria-hidden>
        <Icon size={26} stroke={1.6} />
      </ThemeIcon>
      <Title order={3} size="h4">
        {props.title}
      </Title>
      <Text c="dimmed" maw={440} component="div">
        {props.children}
      </Text>
      {props.action}
    </Stack>
  );
}
