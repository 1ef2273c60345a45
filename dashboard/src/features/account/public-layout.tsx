import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import icon from '../../ui/icon.svg';

/** The frame of pages without the shell: a sheet in the middle, under the product's name. */
export function Front({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle: string;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Colonnade`;
  }, [title]);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400} gap="lg">
        <Stack gap="sm" align="center" ta="center">
          <img src={icon} alt="" width={44} height={44} />
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed">{subtitle}</Text>
        </Stack>
        <Paper withBorder p="xl" radius="lg">
          {children}
        </Paper>
      </Stack>
    </Center>
  );
}
