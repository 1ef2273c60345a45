import { Group } from '@mantine/core';
import type { Data, OperationName } from '../../../api.ts';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { When } from '../../../ui/when.tsx';

export type Release = Data<'getRelease'>;
export type ReleaseEntry = Release['entries'][number];
type Listed = Omit<Release, 'entries'>;

export const STATUSES: Record<Release['status'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'quiet' },
  scheduled: { label: 'Scheduled', tone: 'warn' },
  published: { label: 'Published', tone: 'good' },
};

/** The reads that are out of date after a change of a release. */
export const CHANGED: OperationName[] = ['getRelease', 'listReleases'];
export const PUBLISHED: OperationName[] = [...CHANGED, 'getEntry', 'listEntries', 'listEntryRevisions'];

/** Shows the status, and the time to which it belongs. */
export function ReleaseStatus({ release }: { release: Listed }) {
  const { label, tone } = STATUSES[release.status];
  const at = release.at ?? release.publishedAt;
  return (
    <Group gap="sm" component="span">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {at && <When at={at} />}
      {release.failure && (
        <StatusBadge tone="bad">
          {release.failure.at ? 'Not published at its time' : 'An entry is gone'}
        </StatusBadge>
      )}
    </Group>
  );
}

/** A reviewed version that is not the latest prevents an open release. */
export const isOutdated = ({ status }: Listed, entry: ReleaseEntry): boolean =>
  status !== 'published' && entry.action === 'publish' && entry.version !== entry.currentVersion;

export const nameOf = ({ title, slug, type }: Pick<ReleaseEntry, 'title' | 'slug' | 'type'>) =>
  title ?? slug ?? `Untitled ${type}`;
