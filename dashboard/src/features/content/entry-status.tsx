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

export const LANGUAGE_STATUSES: Record<Entry['locales'][string]['status'], { label: string; tone: Tone }> = {
  draft: { label: 'Not live', tone: 'quiet' },
  published: { label: 'Published', tone: 'good' },
  changed: { label: 'Changed since', tone: 'warn' },
};

/** The number of languages that are live, if that is not all of them. */
function someLanguages({ publishedVersion, locales }: Entry): string | null {
  const all = Object.values(locales);
  const live = all.filter(({ status }) => status !== 'draft').length;
  return publishedVersion === null || live === all.length ? null : `in ${live} of ${all.length} languages`;
}

/** Shows the status now and the change that is scheduled. */
export function EntryStatus({ entry }: { entry: Entry }) {
  const { label, tone } = STATUSES[entry.status];
  const { publishAt, unpublishAt, failure } = entry.schedule;
  const hasFailed = failure !== null || Object.values(entry.locales).some((one) => one.failure !== undefined);
  return (
    <Group gap="sm" component="span">
      <span>
        <StatusBadge tone={tone}>{label}</StatusBadge> {someLanguages(entry)}
      </span>
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
      {hasFailed && <StatusBadge tone="bad">Schedule failed</StatusBadge>}
    </Group>
  );
}
