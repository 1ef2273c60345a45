import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { counted } from '../../ui/formats.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { When } from '../../ui/when.tsx';
import { localeName } from '../content/fields.ts';
import type { Home } from './home.ts';

type Schedule = NonNullable<Home['scheduled']>;

/** The entries and releases that are scheduled next; renders nothing if there are none. */
export function Scheduled({ scheduled: { entries, releases, isMore } }: { scheduled: Schedule }) {
  if (entries.length === 0 && releases.length === 0) return null;
  return (
    <Panel title="Scheduled" description="What goes live or comes down by itself.">
      <Stack gap="sm">
        {releases.map(({ id, name, at, entryCount, hasFailed }) => (
          <div key={id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Anchor component={Link} to={`/content/releases/${id}`} size="sm" fw={500} truncate dir="auto">
                {name}
              </Anchor>
              {hasFailed && <StatusBadge tone="bad">Failed</StatusBadge>}
            </Group>
            <Text size="xs" c="dimmed">
              {hasFailed ? 'Was due' : 'Goes live'} <When at={at} />, release of{' '}
              {counted(entryCount, 'entry', 'entries')}
            </Text>
          </div>
        ))}
        {entries.map((entry) => (
          <div key={`${entry.id} ${entry.action} ${entry.locale}`}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Anchor component={Link} to={`/content/${entry.id}`} size="sm" fw={500} truncate dir="auto">
                {entry.title ?? 'Untitled'}
              </Anchor>
              {entry.hasFailed && <StatusBadge tone="bad">Failed</StatusBadge>}
            </Group>
            <Text size="xs" c="dimmed">
              {wordsOf(entry)} <When at={entry.at} />, {entry.type}
            </Text>
          </div>
        ))}
        {isMore && (
          <Anchor component={Link} to="/content/calendar" size="sm">
            All that is scheduled
          </Anchor>
        )}
      </Stack>
    </Panel>
  );
}

const wordsOf = ({ action, hasFailed, locale }: Schedule['entries'][number]) =>
  `${hasFailed ? 'Was due' : action === 'publish' ? 'Goes live' : 'Comes down'}${locale === null ? '' : ` in ${localeName(locale)}`}`;
