import { Group, Text } from '@mantine/core';
import type { Data, OperationName } from '../../../api.ts';
import { formatMoment, timeZone } from '../../../ui/formats.ts';
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

/** What a release does with an entry, to choose from. */
export const ACTIONS = [
  { value: 'publish', label: 'Publish' },
  { value: 'unpublish', label: 'Take down' },
];

/** Shows the status, and the time to which it belongs; `isExact` with the date and the time zone of a time to come. */
export function ReleaseStatus({ release, isExact }: { release: Listed; isExact?: boolean }) {
  const { label, tone } = STATUSES[release.status];
  const at = release.at ?? release.publishedAt;
  return (
    <Group gap="sm" component="span">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {at && (
        <Text span size="sm">
          <When at={at} />
          {isExact && release.at && `, ${formatMoment(new Date(at))} (${timeZone()})`}
        </Text>
      )}
      {isExact && (
        <Text span size="sm">
          Made by <bdi>{release.createdBy.name}</bdi>
        </Text>
      )}
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

export const outdatedOf = (release: Release) => release.entries.filter((entry) => isOutdated(release, entry));

/** The entry with its latest version. */
export const again = ({ id, action, currentVersion, locales }: ReleaseEntry) => ({
  ...{ id, action, version: currentVersion },
  ...(locales && { locales }),
});

export const nameOf = ({ title, slug, type }: Pick<ReleaseEntry, 'title' | 'slug' | 'type'>) =>
  title ?? slug ?? `Untitled ${type}`;
