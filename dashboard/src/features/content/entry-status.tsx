import { Group } from '@mantine/core';
import type { Data } from '../../api.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { When } from '../../ui/when.tsx';
import { type Entry, isWhollyLive } from './fields.ts';

export type Review = NonNullable<Data<'getEntryReview'>>;
type Mark = { label: string; tone: Tone };

/** The state of the version that would go live next. */
export const REVIEW_STATES: Record<Review['status'], Mark> = {
  requested: { label: 'In review', tone: 'busy' },
  approved: { label: 'Approved', tone: 'good' },
  changes_requested: { label: 'Changes asked for', tone: 'warn' },
};

export const STATUSES: Record<Entry['status'], Mark> = {
  draft: { label: 'Draft', tone: 'quiet' },
  published: { label: 'Published', tone: 'good' },
  changed: { label: 'Published, with changes', tone: 'warn' },
  deleted: { label: 'Deleted', tone: 'bad' },
};

/** The filter offers this as one more status; in the API it is a separate condition. */
export const SCHEDULED = 'scheduled';

export const LANGUAGE_STATUSES: Record<Entry['locales'][string]['status'], Mark> = {
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

/** One mark: where the latest version stands on its way to readers. */
function markOf(entry: Entry, review: Pick<Review, 'status' | 'version'> | null | undefined): Mark {
  const mark = STATUSES[entry.status];
  if (review?.version !== entry.version || entry.status === 'deleted' || isWhollyLive(entry)) return mark;
  const { label, tone } = REVIEW_STATES[review.status];
  if (entry.status === 'draft') return { label, tone };
  return { label: `Published, changes ${label.toLowerCase().replace('changes ', '')}`, tone };
}

/** Shows the status now, with the review of the latest version, and the change that is scheduled. */
export function EntryStatus(props: {
  entry: Entry;
  review?: Pick<Review, 'status' | 'version'> | null | undefined;
}) {
  const { entry, review } = props;
  const { label, tone } = markOf(entry, review);
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
