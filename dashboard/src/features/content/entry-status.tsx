import { Group } from '@mantine/core';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { When } from '../../ui/when.tsx';
import type { Entry } from './fields.ts';

export const STATUSES: Record<Entry['status'], { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'quiet' },
  published: { label: 'Published', tone: 'good' },
  changed: { label: 'Published, with changes', tone: 'warn' },
  deleted: { label: 'Deleted', tone: 'bad' },
};

/** The filter offers this as one more status; in the API it is a separate condition. */
export const SCHEDULED = 'scheduled';

/** Shows the status now and the change that is scheduled. */
export function EntryStatus({ entry }: { entry: Entry }) {
  const { label, tone } = STATUSES[entry.status];
  const { publishAt, unpublishAt, failure } = entry.schedule;
  return (
    <Group gap="sm" component="span">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {publishAt && (
        <span>
          <StatusBadge tone="busy">Scheduled</StatusBadge> <When at={publishAt} />
        </span>
      )}
      {unpublishAt && (
        <span>
          <StatusBadge tone="busy">Comes down</StatusBadge> <When at={unpublishAt} />
        </span>
      )}
      {failure && <StatusBadge tone="bad">Schedule failed</StatusBadge>}
    </Group>
  );
}
