import { Anchor, Group, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useList } from '../../ui/use-data.ts';
import { SCHEDULED } from '../content/entry-filters.tsx';
import { EntryStatus } from '../content/entry-status.tsx';
import { type Entry, titleOf } from '../content/fields.ts';
import { useTypes } from '../content/use-types.ts';

const SHOWN = 5;

/** Failed schedules come first, because they need action; then by time. */
const hourOf = ({ schedule: { publishAt, unpublishAt, failure } }: Entry) =>
  failure ? '' : ([publishAt, unpublishAt].filter((at) => at !== null).sort()[0] ?? '');

/** The entries with a schedule; renders nothing if there are none. */
export function Scheduled() {
  const entries = useList('listEntries', { query: { scheduled: true, limit: 100 } });
  const { typeOf, locale, isPending } = useTypes();
  if (entries.error) return <ErrorNotice error={entries.error} retry={() => void entries.refetch()} />;
  if (entries.rows.length === 0 || isPending) return null;
  const next = entries.rows.toSorted((a, b) => (hourOf(a) < hourOf(b) ? -1 : 1)).slice(0, SHOWN);
  return (
    <Stack component="section" aria-label="Scheduled" gap="sm">
      <Title order={2} size="h4">
        Scheduled
      </Title>
      {next.map((entry) => (
        <Group key={entry.id} justify="space-between" gap="xs">
          <Anchor component={Link} to={`/content/${entry.id}`} size="sm">
            {titleOf(typeOf(entry.type), entry, locale)}
          </Anchor>
          <EntryStatus entry={entry} />
        </Group>
      ))}
      {entries.rows.length > SHOWN && (
        <Anchor component={Link} to="/content" search={{ status: SCHEDULED } as never} size="sm">
          All that is scheduled
        </Anchor>
      )}
    </Stack>
  );
}
