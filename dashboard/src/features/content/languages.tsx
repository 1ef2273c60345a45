import { Group, Stack, Text } from '@mantine/core';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { absoluteTime } from '../../ui/when.tsx';
import { LANGUAGE_STATUSES } from './entry-status.tsx';
import { type Entry, localeName } from './fields.ts';

/** The state of each language: whether it is live, whether its draft is ahead, and the times that are set for it. */
export function Languages({ entry }: { entry: Entry }) {
  return (
    <Stack component="ul" gap={6} m={0} p={0} aria-label="Languages" style={{ listStyle: 'none' }}>
      {Object.entries(entry.locales).map(([code, { status, publishAt, unpublishAt }]) => (
        <li key={code}>
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <Text size="sm" truncate>
              {localeName(code)}
            </Text>
            <StatusBadge tone={LANGUAGE_STATUSES[status].tone}>{LANGUAGE_STATUSES[status].label}</StatusBadge>
          </Group>
          {publishAt && (
            <Text size="xs" c="dimmed">
              Goes live {absoluteTime(new Date(publishAt))}
            </Text>
          )}
          {unpublishAt && (
            <Text size="xs" c="dimmed">
              Comes down {absoluteTime(new Date(unpublishAt))}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
