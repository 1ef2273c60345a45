import { Group, Kbd, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { openDialog } from '../ui/dialog.tsx';
import type { Shortcut } from './shortcuts.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const NAMES: Record<string, string> = { mod: isMac ? '⌘' : 'Ctrl', escape: 'Esc', enter: 'Enter' };
const nameOf = (key: string) => NAMES[key] ?? key.toUpperCase();

export const openShortcutSheet = (shortcuts: Shortcut[]) =>
  openDialog('Keyboard shortcuts', () => <Sheet shortcuts={shortcuts} />, {
    size: 'lg',
    closesOutside: true,
  });

function Sheet({ shortcuts }: { shortcuts: Shortcut[] }) {
  const part = (group: Shortcut['group']) => (
    <Stack gap="xs" component="section" aria-label={group}>
      <Title order={3} size="h6">
        {group}
      </Title>
      {shortcuts
        .filter((one) => one.group === group)
        .map(({ keys, label }) => (
          <Group key={keys} justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm">{label}</Text>
            <Keys keys={keys} />
          </Group>
        ))}
    </Stack>
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Stack gap="lg">
        {part('Everywhere')}
        {part('In a list')}
      </Stack>
      {part('Go to')}
    </SimpleGrid>
  );
}

function Keys({ keys }: { keys: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      {keys.split(/[ +]/).map((key) => (
        <Kbd key={key} size="sm">
          {nameOf(key)}
        </Kbd>
      ))}
    </Group>
  );
}
